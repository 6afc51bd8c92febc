/** A merge takes the source's summary in at once; it is made anew from the messages at the next chance (07-settled, Merge). */
import type { OperationKind } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { BULLET, bucketSummary, summaryTakingIn } from '../language/bucket-summary'
import type { TermStatistics } from '../language/term-statistics'
import type { Clock } from '../runtime/clock'
import { inSlices, nextTick } from '../runtime/slices'
import type { Store } from '../store/protocol'
import type { OperationResult, StoredBucket } from '../store/types'
import { toSummarised } from './collapse'

export interface MergedSummariesPorts {
  store: Store
  clock: Clock
  statistics(): TermStatistics
  directory: {
    resolve(id: BucketId): StoredBucket | null
    absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void
  }
}

const MERGES: readonly OperationKind[] = ['mv', 'merge', 'consolidate']
/** Messages that a part's summary is made of. */
const MOST_READ = 200

/** To be told of every operation that was applied, undone or redone. */
export function createMergedSummaries({ store, clock, directory, statistics }: MergedSummariesPorts) {
  /** Each part says what is left in it; what a person wrote into a summary stays. A model's turn comes with the next segment. */
  async function summarise(ids: readonly BucketId[]): Promise<void> {
    const parts = new Map(ids.flatMap((id) => directory.resolve(id) ?? []).map((b) => [b.id, b]))
    for (const bucket of parts.values()) {
      const messages = await store.messages.ofBucket(bucket.id, { limit: MOST_READ, newest: true })
      if (messages.length === 0) continue
      const own = bucket.summary.split('\n').filter((line) => line.trim() !== '' && !line.startsWith(BULLET))
      await store.summaries.save({
        id: bucket.id,
        summary: await inSlices(bucketSummary(own.join('\n'), messages.map(toSummarised), statistics()), nextTick),
        madeBy: 'extractive',
        at: clock.now(),
        read: { lastMessageId: messages.at(-1)?.id ?? null, count: bucket.messages },
      })
    }
    directory.absorb({ buckets: await store.buckets.byIds([...parts.keys()]), removed: [] })
  }

  return {
    async follow(result: OperationResult): Promise<void> {
      if (result.receipt.kind === 'split' && !result.receipt.undone) return summarise(result.receipt.buckets)
      const sources = result.buckets.filter((b) => b.status === 'merged' && b.summary.trim() !== '')
      if (sources.length === 0) return
      const operation = await store.operations.byId(result.operationId)
      if (!operation || operation.undone || !MERGES.includes(operation.kind)) return
      const changed = new Map<BucketId, string>()
      for (const source of sources) {
        const target = source.mergedInto && directory.resolve(source.mergedInto)
        if (!target) continue
        changed.set(target.id, summaryTakingIn(changed.get(target.id) ?? target.summary, source.summary))
      }
      for (const [id, summary] of changed) await store.buckets.takeSummary(id, summary)
      directory.absorb({ buckets: await store.buckets.byIds([...changed.keys()]), removed: [] })
    },
  }
}
