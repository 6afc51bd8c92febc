/** A merge takes the source's summary in at once; it is made anew from the messages at the next chance (07-settled, Merge). */
import type { OperationKind } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { summaryTakingIn } from '../language/bucket-summary'
import type { Store } from '../store/protocol'
import type { OperationResult, StoredBucket } from '../store/types'

export interface MergedSummariesPorts {
  store: Store
  directory: {
    resolve(id: BucketId): StoredBucket | null
    absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void
  }
}

const MERGES: readonly OperationKind[] = ['mv', 'merge', 'split', 'consolidate']

/** To be told of every operation that was applied, undone or redone. */
export function createMergedSummaries({ store, directory }: MergedSummariesPorts) {
  return {
    async follow(result: OperationResult): Promise<void> {
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
