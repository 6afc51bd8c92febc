/** How alike two single sentences are, calibrated: the buckets' map does not fit them (07-settled, Memory; docs/memory.md). */
import { sigmoid } from '../../filing/model'
import { cosine, minus } from '../../filing/vectors'
import e5 from './calibration/multilingual-e5-small.json'

export interface SentenceCalibration {
  embeddingModelId: string
  /** log-odds of “the nearest of a store says the same” = bias + slope × cosine of the centred vectors. */
  bias: number
  slope: number
}

const FITTED: readonly SentenceCalibration[] = [e5]

/** The numbers of an embedding model; null for one nobody fitted: then nothing is known of likeness. */
export function sentenceCalibrationOf(modelId: string): SentenceCalibration | null {
  const id = modelId.toLowerCase()
  return FITTED.find((c) => id.includes(c.embeddingModelId.toLowerCase())) ?? null
}

/** Two sentences' likeness, 0 to 1, from their vectors without what all texts have in common. */
export const sentenceLikeness = (a: Float32Array, b: Float32Array, map: SentenceCalibration): number =>
  sigmoid(map.bias + map.slope * cosine(a, b))

/** Takes from a vector what all texts have in common; of length one, so that a cosine is a product. */
export function centred(vector: Float32Array, background: Float32Array): Float32Array {
  const out = minus(vector, background)
  const length = Math.hypot(...out)
  return length === 0 ? out : out.map((x) => x / length)
}
