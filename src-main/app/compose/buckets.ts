/** Filing, the bucket commands and the summaries of merged buckets. */
import { BucketIds } from '../../buckets/ids'
import { BucketService } from '../../buckets/service'
import { FilingDesk } from '../../filing/desk'
import { describe as describeTexts } from '../../language/title'
import { titlesByWords } from '../../language/title-choice'
import type { OperationLog } from '../../operations/log'
import { createMergedSummaries } from '../../segments/merged-summaries'
import type { StoredBucket } from '../../store/types'
import { type Foundations, fittedFor } from './foundations'

export type BucketParts = Awaited<ReturnType<typeof composeBuckets>>

export async function composeBuckets(
  base: Foundations,
  operations: OperationLog,
  pinned: (bucket: StoredBucket) => void,
) {
  const { store, directory, embedder } = base
  const { clock } = base.options
  const ids = new BucketIds(store)
  const desk = new FilingDesk({
    store,
    clock,
    embedder,
    fitted: () => fittedFor(embedder.modelId),
    directory,
    newBucketId: (title) => ids.next(title),
    titlesFor: titlesByWords,
    describe: describeTexts,
  })
  let loading: Promise<void> | null = null
  let isRead = false
  const ready = (): Promise<void> => {
    loading ??= desk.load().then(() => {
      isRead = true
    })
    return loading
  }
  if (!base.options.filingLater) await ready()
  const buckets = new BucketService({
    store,
    clock,
    directory,
    ids,
    operations,
    divisible: (bucket) => desk.dividing.messages(bucket),
    byItself: (bucket) => desk.dividing.byItself(bucket),
    sideOf: (named) => desk.sideOf(named),
    titlesOfPart: (bucket, messages) => desk.titlesOfPart(bucket, messages),
    pinned,
  })
  return {
    ids,
    desk,
    ready,
    /** Whether `ready` has come to its end. */
    isRead: () => isRead,
    /** What is being read for `ready` is waited for; nothing is begun. */
    async settled() {
      await loading?.catch(() => undefined)
    },
    buckets,
    mergedSummaries: createMergedSummaries({ store, clock, directory, statistics: () => desk.statistics }),
  }
}
