import { CatchmentError } from '@shared/contract/errors'
import type { Backups } from '../backups/service'
import type { Jobs } from '../runtime/jobs'

/**
 * A backup before a bulk operation (`operations/bulk.ts`). It is shown as work under way, since whoever asked for the act waits for
 * it; cancelling it calls the act off.
 * @throws CatchmentError `cancelled`, or why the store cannot be backed up
 */
export async function backupBeforeBulk({ backups, jobs }: { backups: Backups; jobs: Jobs }): Promise<void> {
  if (backups.elsewhere() !== null) return
  let failure: unknown = null
  const id = jobs.start('backup', 'A backup before many changes', async ({ signal }) => {
    try {
      await backups.beforehand('bulk')
      signal.throwIfAborted()
    } catch (error) {
      failure = signal.aborted ? cancelled() : error
      throw error
    }
    return undefined
  })
  await jobs.ended(id)
  if (failure !== null) throw failure
}

const cancelled = (): CatchmentError => new CatchmentError('cancelled', 'Cancelled. Nothing was changed.')
