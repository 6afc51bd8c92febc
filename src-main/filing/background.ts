/**
 * What all of a person's texts have in common (their language, their trade) tells no topic from another, so it is subtracted
 * before anything is compared. The shipped mean of ordinary talk serves until the person's own buckets outweigh it.
 */
import type { FilingModel } from './model'
import { inTopicSpace } from './topic-space'
import type { BucketProfile } from './types'
import { addInPlace } from './vectors'

/** The shipped mean counts like this many well-filled buckets. */
const SHIPPED_BUCKETS = 2
/** Summed informativeness at which a bucket counts half: a few turns say little about what a person's texts have in common. */
const HALF_WEIGHT = 4

/** Mean vector of the buckets, each counted by how well it is filled, blended with the shipped mean. Float32Array of 384. */
export function ownBackground(buckets: Iterable<BucketProfile>, shipped: Float32Array): Float32Array {
  const out = new Float32Array(shipped.length)
  let total = SHIPPED_BUCKETS
  addInPlace(out, shipped, SHIPPED_BUCKETS)
  for (const { sum, weight } of buckets) {
    if (weight <= 0) continue
    const share = weight / (weight + HALF_WEIGHT)
    addInPlace(out, sum, share / weight)
    total += share
  }
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) / total
  return out
}

/** The shipped mean counts like so much summed informativeness: some twelve telling turns. */
const SHIPPED_WEIGHT = 12

const summed = new WeakMap<readonly BucketProfile[], { shipped: Float32Array; sum: Float32Array; total: number }>()

/** What all buckets and the shipped mean add up to; of one list of buckets it is added up once. */
export function judgedFrom(
  buckets: readonly BucketProfile[],
  shipped: Float32Array,
): Readonly<{ sum: Float32Array; total: number }> {
  const known = summed.get(buckets)
  if (known?.shipped === shipped) return known
  const sum = new Float32Array(shipped.length)
  let total = SHIPPED_WEIGHT
  addInPlace(sum, shipped, SHIPPED_WEIGHT)
  for (const bucket of buckets) {
    if (bucket.weight <= 0) continue
    addInPlace(sum, bucket.sum, 1)
    total += bucket.weight
  }
  summed.set(buckets, { shipped, sum, total })
  return { sum, total }
}

/**
 * Mean vector of all turns, weighted by informativeness, blended with the shipped mean: what a stretch is compared without.
 * Float32Array of 384. A bucket counts by what lies in it, so that a month of advice is not taken for one topic among thirty
 * one-offs: what all the advice has in common would then pull every new piece of it into the bucket that is there already.
 * `without`: turns that lie in the buckets and do not count. What is being judged must not be compared without itself.
 */
export function talkBackground(
  buckets: readonly BucketProfile[],
  shipped: Float32Array,
  without: Iterable<{ topic: Float32Array; weight: number }> = [],
): Float32Array {
  const all = judgedFrom(buckets, shipped)
  const out = all.sum.slice()
  let { total } = all
  for (const { topic, weight } of without) {
    addInPlace(out, topic, -weight)
    total -= weight
  }
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) / total
  return out
}

/** The same in topic space: what is subtracted from turns and buckets when they are judged. */
export const judgedWithout = (
  buckets: readonly BucketProfile[],
  model: Pick<FilingModel, 'background' | 'nuisance'>,
  without: Iterable<{ topic: Float32Array; weight: number }> = [],
): Float32Array => inTopicSpace(talkBackground(buckets, model.background, without), model)
