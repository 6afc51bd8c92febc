/**
 * Are two buckets one topic, seen among all the others? The similarity map goes by two mean vectors alone; here everything that lies in
 * the smaller bucket is judged once more as if it had been said in one go, by the model that chooses a stretch's bucket: words count,
 * and so does what else there is. What was filed apart because each talk by itself was too short to tell is found this way.
 */
import type { BucketId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { judgedWithout } from './background'
import { type CentredBucket, centre, choose } from './candidates'
import type { FilingModel } from './model'
import { bucketSimilarity, type SimilarityCalibration } from './similarity'
import type { BucketProfile } from './types'
import { centredMean, dot, norm } from './vectors'

/** Probability from which on the smaller bucket belongs to the larger one beyond doubt; how often that was right: docs/filing.md. */
const BEYOND_DOUBT = 0.7
/** What the similarity map then says at least: the janitor merges from 0.90 on. */
const ONE_TOPIC = 0.91
/** Among how many buckets a smaller one is judged, the likest by their mean vectors: with two thousand, most have nothing to say. */
const MOST_JUDGED = 60
/** Where the mean vectors say less than this, nothing is asked: it spares the work, and words alone merge nothing. */
const FLOOR = 0.16

export interface Topics {
  /** All of the person's buckets. */
  profiles: readonly BucketProfile[]
  /** The person's own (`ownBackground`). */
  background: Float32Array
  calibration: SimilarityCalibration
  statistics: TermStatistics
  model: FilingModel
}

/**
 * Similarity of two of these buckets, 0 to 1 (01-domain, Similarity): the calibrated map, and beyond it what the choice model says of
 * active buckets. Symmetric. What is worked out once is kept, so it holds for one moment only.
 */
export function similarityAmong(topics: Topics): (a: BucketProfile, b: BucketProfile) => number {
  const { background, calibration, statistics, model } = topics
  const active = topics.profiles.filter(({ status, messages }) => status === 'active' && messages > 0)
  const nearest = nearestAmong(active, background)
  const centred = new Map<BucketId, CentredBucket>()
  let without: Float32Array | null = null
  const goesTo = new Map<BucketId, BucketId | null>()
  const belongsTo = (profile: BucketProfile): BucketId | null => {
    const known = goesTo.get(profile.id)
    if (known !== undefined) return known
    without ??= judgedWithout(topics.profiles, model)
    const base = without
    const others = nearest(profile).map((each) => {
      const there = centred.get(each.id) ?? centre(each, base, model)
      centred.set(each.id, there)
      return there
    })
    const flow = { previous: null, earlier: new Set<string>(), boundaryLogit: 0 }
    const [best] = choose(profile, others, flow, base, statistics, model)
    const to = best?.bucket && best.probability >= BEYOND_DOUBT ? best.bucket.profile.id : null
    goesTo.set(profile.id, to)
    return to
  }
  return (a, b) => {
    const similarity = bucketSimilarity(a, b, background, calibration)
    if (similarity < FLOOR || similarity >= ONE_TOPIC || a.status !== 'active' || b.status !== 'active')
      return similarity
    const [small, large] = isSmaller(a, b) ? [a, b] : [b, a]
    if (small.messages < calibration.enoughMessages) return similarity
    return belongsTo(small) === large.id ? ONE_TOPIC : similarity
  }
}

/** The `MOST_JUDGED` of these buckets that are likest to another one by their mean vectors, in the order they were given in. */
function nearestAmong(all: readonly BucketProfile[], background: Float32Array) {
  let rows: { profile: BucketProfile; mean: Float32Array; length: number }[] | null = null
  const rowOf = (profile: BucketProfile) => {
    const mean = centredMean(profile.sum, profile.weight, background)
    return { profile, mean, length: norm(mean) }
  }
  return (profile: BucketProfile): BucketProfile[] => {
    const others = all.filter(({ id }) => id !== profile.id)
    if (others.length <= MOST_JUDGED) return others
    rows ??= all.map(rowOf)
    const { mean } = rowOf(profile)
    const likest = rows
      .filter((row) => row.profile.id !== profile.id)
      .map((row) => ({ id: row.profile.id, likeness: row.length === 0 ? 0 : dot(mean, row.mean) / row.length }))
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, MOST_JUDGED)
    const chosen = new Set(likest.map(({ id }) => id))
    return others.filter(({ id }) => chosen.has(id))
  }
}

const isSmaller = (a: BucketProfile, b: BucketProfile): boolean =>
  a.messages < b.messages || (a.messages === b.messages && a.id > b.id)
