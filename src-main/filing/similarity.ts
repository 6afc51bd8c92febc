/**
 * Similarity of two buckets = calibrated probability that they are the same topic (01-domain, Similarity). Raw cosines mean
 * nothing across embedding models, and mean less for small buckets; the seeds' thresholds 0.85 and 0.90 live on this scale.
 */
import { sigmoid } from './model'
import type { BucketProfile } from './types'
import { centredMean, cosine, dot } from './vectors'

/** A map fitted per embedding model by `bench/fit/similarity.ts`. */
export interface SimilarityCalibration {
  embeddingModelId: string
  /** log-odds = `bias` + `size` × s + (a × (`true` + `trueSize` × s) + `cosine` + `cosineSize` × s) × c; see `Likeness`. */
  bias: number
  size: number
  true: number
  trueSize: number
  cosine: number
  cosineSize: number
  /** With fewer messages than this in the smaller bucket the answer never passes `ceiling`: thin evidence merges nothing. */
  enoughMessages: number
  ceiling: number
}

/** What is known of two buckets' likeness. */
export interface Likeness {
  /** c: cosine of their centred means. */
  cosine: number
  /**
   * a: by how much noise in two means of few messages has lowered the cosine; a × c estimates the cosine of the topics themselves.
   * It comes from how far the messages scatter, which the mean's length tells for unit vectors. 1 or more.
   */
  attenuation: number
  messagesA: number
  messagesB: number
}

/** A topic's own share of its messages' scatter, before its messages have said otherwise, and how many messages outweigh that. */
const PRIOR_SHARE = 0.35
const PRIOR_MESSAGES = 2

/** Squared length of the topic's own direction: the mean's squared length without what n noisy messages leave in it by chance. */
function ownSignal(profile: BucketProfile, mean: Float32Array, background: Float32Array): number {
  const n = profile.messages
  // Mean squared distance of unit vectors from the background.
  const scatter = 1 - (2 * dot(profile.sum, background)) / profile.weight + dot(background, background)
  const signal = n > 1 ? (n * dot(mean, mean) - scatter) / (n - 1) : 0
  const share = ((n - 1) * signal + PRIOR_MESSAGES * PRIOR_SHARE * scatter) / (n - 1 + PRIOR_MESSAGES)
  return Math.max(0.05 * scatter, share)
}

/** `background` is the person's own (`ownBackground` over all their buckets). Both buckets must hold messages. */
export function likeness(a: BucketProfile, b: BucketProfile, background: Float32Array): Likeness {
  const meanA = centredMean(a.sum, a.weight, background)
  const meanB = centredMean(b.sum, b.weight, background)
  const signal = Math.sqrt(ownSignal(a, meanA, background) * ownSignal(b, meanB, background))
  const length = Math.sqrt(dot(meanA, meanA) * dot(meanB, meanB))
  return {
    cosine: cosine(meanA, meanB),
    attenuation: Math.min(3, Math.max(1, length / signal)),
    messagesA: a.messages,
    messagesB: b.messages,
  }
}

/** s: log of the harmonic mean of both sizes. Two messages on one side are little evidence, however many are on the other. */
export const evidence = ({ messagesA, messagesB }: Likeness): number =>
  Math.log((2 * messagesA * messagesB) / (messagesA + messagesB))

/** The calibrated probability; never falls when the cosine rises. */
export function calibrated(of: Likeness, map: SimilarityCalibration): number {
  const size = evidence(of)
  const slope = of.attenuation * (map.true + map.trueSize * size) + map.cosine + map.cosineSize * size
  const probability = sigmoid(map.bias + map.size * size + Math.max(0, slope) * of.cosine)
  return Math.min(of.messagesA, of.messagesB) < map.enoughMessages ? Math.min(probability, map.ceiling) : probability
}

/**
 * Probability that two buckets are the same topic, 0 to 1. Symmetric. An empty bucket is like nothing.
 * `background` is the person's own (`ownBackground` over all their buckets), computed once per pass.
 */
export function bucketSimilarity(
  a: BucketProfile,
  b: BucketProfile,
  background: Float32Array,
  map: SimilarityCalibration,
): number {
  if (a.messages === 0 || b.messages === 0) return 0
  return calibrated(likeness(a, b, background), map)
}
