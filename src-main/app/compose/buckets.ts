/** Filing, the bucket commands and the summaries of merged buckets. */
import { BucketIds } from '../../buckets/ids'
import { findBucket } from '../../buckets/references'
import { BucketService } from '../../buckets/service'
import { FilingDesk } from '../../filing/desk'
import { centredMean } from '../../filing/vectors'
import { describe as describeTexts, titleFor } from '../../language/title'
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
    titleFor,
    describe: describeTexts,
  })
  await desk.load()
  const buckets = new BucketService({
    store,
    clock,
    directory,
    ids,
    operations,
    async divisible(bucket) {
      const centred = desk.centring()
      const turns = await desk.reader.read(await store.messages.ofBucketWithVectors(bucket, embedder.modelId, 10_000))
      return turns.map((t) => ({ id: t.id, vector: centred(t) }))
    },
    async topicVector(reference) {
      const found = findBucket(reference, directory.all())
      const profile = found.kind === 'found' ? desk.shelf.of(found.bucket.id) : null
      if (profile && profile.messages > 0) return centredMean(profile.sum, profile.weight, desk.background())
      return null
    },
    pinned,
  })
  return { ids, desk, buckets, mergedSummaries: createMergedSummaries({ store, directory }) }
}
