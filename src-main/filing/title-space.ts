/** Where titles are compared: topic vectors of short phrases against the means of buckets. Pure. */
import type { BucketId } from '@shared/ids'
import type { TitleFit } from '../language/title-choice'
import type { BucketProfile } from './types'
import { addInPlace, centredMean, cosine, dot, minus, norm } from './vectors'

/** The means that titles are compared with. */
export interface Centroids {
  /** Centred mean of the bucket's messages. Float32Array of 384. */
  own: Float32Array
  /** Those of the person's other buckets. */
  others: readonly Float32Array[]
}

export interface TitleSpace {
  own: Float32Array
  /** Mean of the directions of the others: the cosine with it, times its length, is the mean cosine. Null where there are none. */
  elsewhere: Float32Array | null
  /** What short phrases have in common. */
  background: Float32Array
  /** Mean of all candidates, by how much each counts. */
  middle: Float32Array
}

/**
 * What every phrase is compared with, worked out once for all of them.
 * `candidates`: topic vectors of all candidates; `weights`: how much each counts.
 */
export function titleSpace({
  own,
  others,
  background,
  candidates,
  weights,
}: Centroids & {
  background: Float32Array
  candidates: readonly Float32Array[]
  weights: readonly number[]
}): TitleSpace {
  const middle = new Float32Array(background.length)
  for (const [i, candidate] of candidates.entries()) addInPlace(middle, minus(candidate, background), weights[i] ?? 0)
  if (others.length === 0) return { own, elsewhere: null, background, middle }
  const elsewhere = new Float32Array(background.length)
  for (const other of others) {
    const length = norm(other)
    if (length > 0) addInPlace(elsewhere, other, 1 / (length * others.length))
  }
  return { own, elsewhere, background, middle }
}

/** The shipped mean of ordinary talk counts like so many titles. */
const SHIPPED = 2
/** More buckets would only repeat what the largest say. */
const MOST_OTHERS = 200

/** The means a bucket's titles are compared with; null where nothing is known of the bucket yet. */
export function centroidsOf(
  profiles: readonly BucketProfile[],
  bucket: BucketId,
  background: Float32Array,
): Centroids | null {
  const own = profiles.find((p) => p.id === bucket)
  if (!own || own.weight <= 0) return null
  return {
    own: centredMean(own.sum, own.weight, background),
    others: othersOf(
      profiles.filter((p) => p.id !== bucket),
      background,
    ),
  }
}

/** Centred means of the largest of these buckets; one-offs are no topics to be told from. */
function othersOf(profiles: readonly BucketProfile[], background: Float32Array): Float32Array[] {
  return profiles
    .filter((p) => p.weight > 0 && p.status !== 'ephemeral')
    .sort((a, b) => b.messages - a.messages || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_OTHERS)
    .map(({ sum, weight }) => centredMean(sum, weight, background))
}

/** Mean of short phrases (other buckets' titles and examples of all kinds), blended with the shipped mean of ordinary talk. */
export function phraseBackground(titles: readonly Float32Array[], shipped: Float32Array): Float32Array {
  const out = new Float32Array(shipped.length)
  const total = titles.length + SHIPPED
  addInPlace(out, shipped, SHIPPED / total)
  for (const title of titles) addInPlace(out, title, 1 / total)
  return out
}

/** How a phrase fits a bucket; `phrase` is its topic vector, `vague` how much it is about mood. */
export function titleFit(phrase: Float32Array, space: TitleSpace, vague = 0): TitleFit {
  const { own, elsewhere, background, middle } = space
  const vector = minus(phrase, background)
  const near = cosine(vector, own)
  const apart = elsewhere === null ? near / 2 : near - dot(vector, elsewhere) / Math.max(1e-9, norm(vector))
  return { own: near, among: cosine(vector, middle), apart, vague }
}
