import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'

/** The list of buckets after `buckets.changed`: known ones replaced in place, new ones added, removed ones gone. */
export function patchBuckets(
  list: readonly BucketView[],
  changed: readonly BucketView[],
  removed: readonly BucketId[],
): BucketView[] {
  const fresh = new Map(changed.map((bucket) => [bucket.id, bucket]))
  const gone = new Set(removed)
  const kept = list.filter((bucket) => !gone.has(bucket.id)).map((bucket) => fresh.get(bucket.id) ?? bucket)
  const known = new Set(list.map((bucket) => bucket.id))
  return [...kept, ...changed.filter((bucket) => !known.has(bucket.id) && !gone.has(bucket.id))]
}
