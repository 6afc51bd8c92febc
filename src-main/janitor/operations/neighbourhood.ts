import type { BucketId } from '@shared/ids'
import { centredMean, cosine } from '../../filing/vectors'
import type { JanitorSnapshot } from '../types'

/**
 * Cosine of two centred means from which topics lie in the same neighbourhood: related, though not one. Below it no pair of
 * buckets reaches the threshold of a suggestion (see `COSINE_FLOOR` for how that was measured).
 */
const NEIGHBOURS = 0.4

/** True if both buckets hold messages and their topics are related. Symmetric. */
export function areNeighbours({ topics }: Pick<JanitorSnapshot, 'topics'>, a: BucketId, b: BucketId): boolean {
  const [one, two] = [topics.profiles.get(a), topics.profiles.get(b)]
  if (!one || !two) return false
  const mean = (profile: typeof one) => centredMean(profile.sum, profile.weight, topics.background)
  return cosine(mean(one), mean(two)) >= NEIGHBOURS
}
