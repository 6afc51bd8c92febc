import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { asking } from '../app/ask'

export type BucketMap = ReadonlyMap<BucketId, BucketView>

const byId = (list: readonly BucketView[]): BucketMap => new Map(list.map((bucket) => [bucket.id, bucket]))
const NONE: BucketMap = new Map()

/** Every bucket by its id, merged ones included: their names still stand in receipts. */
export function useBucketMap(): BucketMap {
  return useQuery({ ...asking('buckets.list', undefined), select: byId }).data ?? NONE
}

/** What a bucket is called. One that is not in the list (any more) is called by its id, as far as that is words. */
export const nameOf = (buckets: BucketMap, id: BucketId): string =>
  resolveBucket(buckets, id)?.title ?? id.replace(/_\d{3,}$/, '').replaceAll('_', ' ')

/** Follows redirects: the bucket that holds the messages of `id` now. */
export function resolveBucket(buckets: BucketMap, id: BucketId): BucketView | null {
  const seen = new Set<BucketId>()
  let bucket = buckets.get(id)
  while (bucket?.mergedInto && !seen.has(bucket.id)) {
    seen.add(bucket.id)
    bucket = buckets.get(bucket.mergedInto)
  }
  return bucket ?? null
}
