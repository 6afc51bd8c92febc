/**
 * Where filing compares texts. Part of what a sentence embedding says is how something is said (question or order, polite or
 * curt, long or short), not what it is about. The directions in which texts of one topic differ most were measured on labelled texts
 * (bench/fit/nuisance.ts) and are taken out before stretches and buckets are compared. What is stored stays whole, so that other
 * numbers need no other profiles.
 */
import type { FilingModel } from './model'
import type { BucketProfile } from './types'
import { addInPlace, dot } from './vectors'

type Space = Pick<FilingModel, 'nuisance'>

/** The vector without the nuisance directions, not brought back to length 1. A new Float32Array of 384. */
export function inTopicSpace(vector: Float32Array, { nuisance }: Space): Float32Array {
  const out = vector.slice()
  for (const direction of nuisance.directions) addInPlace(out, direction, -dot(vector, direction))
  return out
}

const sums = new WeakMap<BucketProfile, { nuisance: Space['nuisance']; sum: Float32Array }>()

/** A profile's sum in topic space; worked out once for each profile, of which hundreds stay as they are from turn to turn. */
export function topicSum(profile: BucketProfile, space: Space): Float32Array {
  const known = sums.get(profile)
  if (known?.nuisance === space.nuisance) return known.sum
  const sum = inTopicSpace(profile.sum, space)
  sums.set(profile, { nuisance: space.nuisance, sum })
  return sum
}
