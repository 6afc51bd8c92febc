import type { BucketId } from '@shared/ids'
import type { StoredBucket } from '../store/types'

export type Reference =
  | { kind: 'found'; bucket: StoredBucket }
  | { kind: 'ambiguous'; among: StoredBucket[] }
  | { kind: 'unknown' }

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
    .trim()

/**
 * `dog_breeds_001`, `dog_breeds_XXX` and `Dog Breeds` all speak of "dog breeds". Only behind an underscore is a number a
 * suffix: "Room 101" is no "Room".
 */
const stem = (text: string): string => plain(/\s/u.test(text) ? text : text.replace(/_(\d{3,}|x{2,})$/iu, ''))

/** Two names that would be taken for the same bucket. */
export const isSameName = (a: string, b: string): boolean => plain(a) === plain(b)

/**
 * Finds the bucket that a person or a model means by what they wrote (01-domain, Identifiers): an id, an id that was merged
 * away, an id with a made-up suffix, or a title. A bucket that is titled so is meant before those whose id merely begins so:
 * a title is what a person sees. Of several that fit, one is meant only if the others are archived; else it is ambiguous.
 */
export function findBucket(written: string, buckets: readonly StoredBucket[]): Reference {
  const byId = new Map<string, StoredBucket>(buckets.map((b) => [b.id, b]))
  const follow = (bucket: StoredBucket): StoredBucket => (bucket.mergedInto && byId.get(bucket.mergedInto)) || bucket
  const exact = byId.get(written) ?? byId.get(written.normalize('NFKC').toLowerCase())
  if (exact) return { kind: 'found', bucket: follow(exact) }

  const wanted = plain(written)
  const root = stem(written)
  if (root === '') return { kind: 'unknown' }
  const endsOf = (fits: (bucket: StoredBucket) => boolean): StoredBucket[] => [
    ...new Map<BucketId, StoredBucket>(
      buckets
        .filter(fits)
        .map(follow)
        .map((b) => [b.id, b]),
    ).values(),
  ]
  const fitting = endsOf((b) => plain(b.title) === wanted || stem(b.id) === root)
  const isLive = (b: StoredBucket): boolean => b.status !== 'archived'
  const titled = fitting.filter((b) => isLive(b) && plain(b.title) === wanted)
  const live = titled.length > 0 ? titled : fitting.filter(isLive)
  const found = live.length > 0 ? live : fitting
  const [first] = found
  if (!first) return { kind: 'unknown' }
  return found.length === 1 ? { kind: 'found', bucket: first } : { kind: 'ambiguous', among: found }
}

/**
 * The bucket that one side of a split is to be. A name that only leads to the divided bucket because one of that name was once merged
 * into it, or because it was called so before, is a new name: what came together is being taken apart.
 */
export function findSide(written: string, source: StoredBucket, buckets: readonly StoredBucket[]): Reference {
  if (buckets.some((b) => b.id === written)) return findBucket(written, buckets)
  const leadsToIt = (b: StoredBucket): boolean => b.status === 'merged' && b.mergedInto === source.id
  const wasCalledSo = (b: StoredBucket): boolean => b.id === source.id && !isSameName(b.title, written)
  return findBucket(
    written,
    buckets.filter((b) => !leadsToIt(b) && !wasCalledSo(b)),
  )
}
