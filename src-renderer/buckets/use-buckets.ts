import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { asking } from '../app/ask'

/** Every bucket by its id. Ids that were merged away are no keys of it, but known as redirects. */
export interface BucketMap extends ReadonlyMap<BucketId, BucketView> {
  readonly redirects: ReadonlyMap<BucketId, BucketId>
}

type Redirects = readonly (readonly [from: BucketId, to: BucketId])[]

const NO_BUCKETS: readonly BucketView[] = []
const NO_REDIRECTS: Redirects = []

let made: { list: readonly BucketView[]; redirects: Redirects; map: BucketMap } | null = null

/** One map for the whole window, made anew only when what it is made of changed: every chip and dot asks for it. */
export function bucketMap(list: readonly BucketView[], redirects: Redirects): BucketMap {
  if (made?.list === list && made.redirects === redirects) return made.map
  const map = Object.assign(new Map(list.map((bucket) => [bucket.id, bucket])), { redirects: new Map(redirects) })
  made = { list, redirects, map }
  return map
}

/** The buckets as the window knows them, by id. */
export function useBucketMap(): BucketMap {
  const list = useQuery(asking('buckets.list', undefined)).data ?? NO_BUCKETS
  const redirects = useQuery(asking('buckets.redirects', undefined)).data ?? NO_REDIRECTS
  return bucketMap(list, redirects)
}

/** What a bucket is called. One that is not in the list (any more) is called by its id, as far as that is words. */
export const nameOf = (buckets: BucketMap, id: BucketId): string =>
  resolveBucket(buckets, id)?.title ?? id.replace(/_\d{3,}$/, '').replaceAll('_', ' ')

/** Follows redirects: the bucket that holds the messages of `id` now. */
export function resolveBucket(buckets: BucketMap, id: BucketId): BucketView | null {
  const now = buckets.redirects.get(id)
  return buckets.get(id) ?? (now ? buckets.get(now) : undefined) ?? null
}

/** The buckets that hold the messages of these ids now, each once: two that were merged are one dot. */
export const distinctBuckets = (buckets: BucketMap, ids: readonly BucketId[]): BucketId[] => [
  ...new Set(ids.map((id) => resolveBucket(buckets, id)?.id ?? id)),
]
