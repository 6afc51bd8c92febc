/**
 * Where filing compares texts. Part of what a sentence embedding says is how something is said (question or order, polite or
 * curt, long or short), not what it is about. The directions in which texts of one topic differ most were measured on labelled
 * requests (bench/fit/nuisance.ts) and are taken out before anything is compared.
 */
import type { FilingModel } from './model'
import { addInPlace, dot } from './vectors'

type Space = Pick<FilingModel, 'nuisance'>

/** A passage vector without the nuisance directions, at length 1 again. A new Float32Array of 384; zero stays zero. */
export function topicVector(vector: Float32Array, { nuisance }: Space): Float32Array {
  const out = vector.slice()
  for (const direction of nuisance.directions) addInPlace(out, direction, -dot(vector, direction))
  const length = Math.sqrt(dot(out, out))
  if (length > 0) for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) / length
  return out
}

/**
 * A mean of topic vectors brought back among passage vectors, to be subtracted from them: what was taken out is put in again as it
 * is on average in ordinary talk.
 */
export function backgroundOfTexts(background: Float32Array, { nuisance }: Space): Float32Array {
  const out = background.map((v) => v * nuisance.length)
  nuisance.directions.forEach((direction, i) => {
    addInPlace(out, direction, nuisance.mean[i] ?? 0)
  })
  return out
}
