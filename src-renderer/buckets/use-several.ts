import type { BucketCommand } from '@shared/commands'
import type { BucketView } from '@shared/domain'
import type { BucketId, OperationId } from '@shared/ids'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { say } from '../ui/toast-store'
import { useChosenBuckets } from './chosen'

/** One command for each of several buckets, each with its receipt, taken back together. */
export function useSeveral(): {
  busy: boolean
  archive: (buckets: readonly BucketView[]) => Promise<void>
  mergeInto: (target: BucketView, buckets: readonly BucketView[]) => Promise<void>
} {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)

  async function undo(done: readonly OperationId[]): Promise<void> {
    try {
      for (const operationId of [...done].reverse()) await ask('receipts.undo', { operationId })
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), { tone: 'error' })
    }
  }

  /** What was done before one fails stays done, and is said with its undo. */
  async function run(commands: readonly BucketCommand[], told: (count: number) => string): Promise<void> {
    const done: OperationId[] = []
    setBusy(true)
    try {
      for (const command of commands) {
        const { operationId } = await ask('buckets.command', command)
        if (operationId) done.push(operationId)
      }
      useChosenBuckets.getState().end()
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), { tone: 'error' })
    } finally {
      setBusy(false)
      if (done.length > 0) say(told(done.length), { act: { label: t('common.undo'), run: () => void undo(done) } })
    }
  }

  const others = (buckets: readonly BucketView[], target: BucketId) => buckets.filter(({ id }) => id !== target)
  return {
    busy,
    archive: (buckets) =>
      run(
        buckets.filter(({ status }) => status !== 'archived').map(({ id }) => ({ kind: 'archive', bucket: id })),
        (count) => t('several.archived', { count }),
      ),
    mergeInto: (target, buckets) =>
      run(
        others(buckets, target.id).map(({ id }) => ({ kind: 'mv', source: id, target: target.id })),
        (count) => t('several.merged', { count, title: target.title }),
      ),
  }
}
