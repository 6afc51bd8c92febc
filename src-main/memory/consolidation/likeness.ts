import { sigmoid } from '../../filing/model'
import { dot } from '../../filing/vectors'
import { centred, type SentenceCalibration } from '../value/likeness'
import type { Likeness } from './selectors/topics'

/** How likely two sentences' vectors say the same, 0 to 1. Centres each vector once, however often it is compared. */
export function sentencesAlike(map: SentenceCalibration, background: Float32Array): Likeness {
  const seen = new WeakMap<Float32Array, Float32Array>()
  const centre = (vector: Float32Array): Float32Array => {
    const known = seen.get(vector)
    if (known) return known
    const made = centred(vector, background)
    seen.set(vector, made)
    return made
  }
  return (a, b) => sigmoid(map.bias + map.slope * dot(centre(a), centre(b)))
}
