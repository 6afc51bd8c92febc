/** Which bucket does a stretch belong to, or is it a new one? A choice model over the best few candidates, fitted offline. */

import type { TermStatistics } from '../language/term-statistics'
import { type FilingModel, linear } from './model'
import { termSimilarity } from './terms'
import { topicSum } from './topic-space'
import type { BucketProfile } from './types'
import { centredMean, dot, norm } from './vectors'

/** Candidates that enter the choice by likeness; the talk's own recent buckets come on top. */
const BEST = 8
/** A question and its answer. */
const ONE_EXCHANGE = 2
const HOUR_MS = 3_600_000

/** A bucket with its mean vector in topic space minus the background, computed once per judgement. */
export interface CentredBucket {
  profile: BucketProfile
  centred: Float32Array
  /** Length of `centred`: what a bucket's messages point at together. A mixed bucket points nowhere much. */
  length: number
}

/** `background`: in topic space (`judgedWithout`). `room`: see `centredMean`. */
export function centre(
  profile: BucketProfile,
  background: Float32Array,
  model: Pick<FilingModel, 'nuisance'>,
  room?: Float32Array,
): CentredBucket {
  const centred = centredMean(topicSum(profile, model), profile.weight, background, room)
  return { profile, centred, length: norm(centred) }
}

/** Cosine of a vector of length `length` and a bucket's mean; 0 where one of them has no direction. */
export function likenessTo(bucket: CentredBucket, vector: Float32Array, length: number): number {
  const lengths = bucket.length * length
  return lengths === 0 ? 0 : dot(vector, bucket.centred) / lengths
}

/** What the talk itself says about where a stretch belongs. */
export interface Flow {
  /** Bucket of the stretch just before, in the same segment. */
  previous: BucketProfile['id'] | null
  /** Buckets of all earlier stretches of the segment. */
  earlier: ReadonlySet<string>
  /** Log-odds of the cut between this stretch and the one before; 0 where there is none. */
  boundaryLogit: number
  /** Where it lies now, looked at whatever its likeness. */
  liesIn?: BucketProfile['id']
}

export interface Option {
  /** Null: a new bucket. */
  bucket: CentredBucket | null
  features: Record<string, number>
  cosine: number
}

export interface Choice extends Option {
  /** Probability among all options, 0 to 1. */
  probability: number
}

/**
 * How little evidence there is, 1 to 0: of one short turn much is noise, of a talk of ten turns no more than of one of fifty. So
 * neither a long talk nor a large bucket is driven away from what it is about.
 */
const thin = ({ weight }: BucketProfile): number => 1 / (1 + weight)

const bounded = (logit: number): number => Math.max(-4, Math.min(4, logit))

/** All options of a stretch with the choice model's inputs; also what the fitting script reads. */
export function options(
  stretch: BucketProfile,
  buckets: readonly CentredBucket[],
  flow: Flow,
  background: Float32Array,
  statistics: TermStatistics,
  model: Pick<FilingModel, 'nuisance'>,
): Option[] {
  const vector = centredMean(topicSum(stretch, model), stretch.weight, background)
  const length = norm(vector)
  const scored = buckets
    .filter((bucket) => bucket.profile.messages > 0)
    .map((bucket) => ({ bucket, cosine: likenessTo(bucket, vector, length) }))
    .sort((a, b) => b.cosine - a.cosine || (a.bucket.profile.id < b.bucket.profile.id ? -1 : 1))
  const chosen = scored.filter(
    ({ bucket: { profile } }, i) =>
      i < BEST || profile.id === flow.previous || profile.id === flow.liesIn || flow.earlier.has(profile.id),
  )
  const massStretch = Math.log(stretch.weight + 0.1)
  const best = scored[0]?.cosine ?? 0
  const second = scored[1]?.cosine ?? 0
  // How many words any two texts share depends on how long they are: what is shared beyond the others says more.
  const said = chosen.map(({ bucket }) => termSimilarity(stretch.terms, bucket.profile.terms, statistics))
  const [mostWords = 0, secondWords = 0] = [...said].sort((a, b) => b - a)
  const meanWords = said.reduce((sum, words) => sum + words, 0) / Math.max(1, said.length)
  const out: Option[] = chosen.map(({ bucket, cosine: likeness }, i) => {
    const { profile } = bucket
    const isPrevious = profile.id === flow.previous
    const massBucket = Math.log(profile.weight + 0.1)
    const words = said[i] ?? 0
    return {
      bucket,
      cosine: likeness,
      features: {
        cosine: likeness,
        cosineMassStretch: likeness * massStretch,
        cosineMassBucket: likeness * massBucket,
        link: 2 * likeness * bucket.length,
        linkMassStretch: 2 * likeness * bucket.length * massStretch,
        linkMassBucket: 2 * likeness * bucket.length * massBucket,
        length: 2 * bucket.length,
        behind: likeness - (likeness === best ? second : best),
        words,
        wordsBehind: words - (words === mostWords ? secondWords : mostWords),
        wordsOver: words - meanWords,
        wordsThinBucket: words * thin(profile),
        massBucket,
        recency: -Math.log1p(Math.max(0, stretch.firstAt - profile.lastAt) / HOUR_MS),
        previous: isPrevious ? 1 : 0,
        previousLogit: isPrevious ? bounded(flow.boundaryLogit) : 0,
        previousMass: isPrevious ? massStretch : 0,
        earlier: !isPrevious && flow.earlier.has(profile.id) ? 1 : 0,
        cosineThin: likeness * thin(stretch),
        cosineThinBucket: likeness * thin(profile),
        linkThin: 2 * likeness * bucket.length * thin(stretch),
        wordsThin: words * thin(stretch),
        thinBucket: thin(profile),
        previousThin: isPrevious ? thin(stretch) : 0,
      },
    }
  })
  out.push({
    bucket: null,
    cosine: 0,
    features: {
      fresh: 1,
      freshMass: massStretch,
      freshMessages: Math.log(stretch.messages),
      freshBuckets: Math.log1p(buckets.length),
      freshAfter: flow.previous === null ? 0 : 1,
      freshLogit: flow.previous === null ? 0 : bounded(flow.boundaryLogit),
      freshThin: thin(stretch),
      freshAlone: stretch.messages <= ONE_EXCHANGE ? 1 : 0,
    },
  })
  return out
}

/** The options with their probabilities, most probable first. */
export function choose(
  stretch: BucketProfile,
  buckets: readonly CentredBucket[],
  flow: Flow,
  background: Float32Array,
  statistics: TermStatistics,
  model: FilingModel,
): Choice[] {
  const scored = options(stretch, buckets, flow, background, statistics, model).map((option) => ({
    ...option,
    score:
      option.bucket === null
        ? linear(model.choice.fresh, option.features)
        : linear(model.choice.bucket, option.features),
  }))
  const top = Math.max(...scored.map(({ score }) => score))
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - top), 0)
  return scored
    .map(({ score, ...option }) => ({ ...option, probability: Math.exp(score - top) / total }))
    .sort((a, b) => b.probability - a.probability || (b.bucket === null ? 1 : 0) - (a.bucket === null ? 1 : 0))
}
