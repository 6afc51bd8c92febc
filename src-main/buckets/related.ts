/** A turn that spans two topics keeps one bucket and names the others (seed 001, Edge case 2). Pure. */
import { type BucketId, isMisc } from '@shared/ids'
import type { BucketTag } from '@shared/tags/tag'
import type { StoredBucket } from '../store/types'
import { findBucket } from './references'

/** So many others at most: what touches everything says nothing. */
const MOST = 3

/**
 * The buckets that a reply names beside the one it is filed in, the last named first. Of several valid tags the last wins
 * (01-domain, Tags); the others are related. What does not exist, filed-away one-offs and the bucket itself are left out.
 * @param kept the bucket the turn is filed in; null if it is a new one
 */
export function alsoNamed(
  tags: readonly BucketTag[],
  buckets: readonly StoredBucket[],
  kept: BucketId | null,
): BucketId[] {
  const named = tags.toReversed().flatMap((tag) => {
    const found = findBucket(tag.id, buckets)
    return found.kind === 'found' && !isMisc(found.bucket.id) && found.bucket.id !== kept ? [found.bucket.id] : []
  })
  return [...new Set(named)].slice(0, MOST)
}
