import { existsSync } from 'node:fs'
import { backupProblems } from '../backups/service'
import { databaseDir } from '../store/folder'
import { lockHolder } from '../store/lock'
import type { Verification } from '../store/repositories/verification'
import type { App } from './create-app'

/**
 * The whole store: its rows, the lock, and the backups it could go back to. `deep` also makes everything derived again and
 * reads every piece of every backup.
 */
export async function verifyStore(app: App, deep: boolean): Promise<Verification> {
  const found = await app.store.verification.run(deep)
  const { storeDir, server } = app.handle
  const problems = [...found.problems]
  const counts = { ...found.counts }
  if (server === null) {
    if (existsSync(databaseDir(storeDir)) && lockHolder(storeDir)?.pid !== process.pid)
      problems.push('the store is not locked by the program that has it open')
    const backups = app.backups.state().backups
    counts.backups = backups.length
    problems.push(...backupProblems(storeDir, deep))
  }
  return { ok: problems.length === 0, counts, problems }
}
