/** Arithmetic on vectors of 384 numbers. All functions are pure unless their name says otherwise. */

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

export const norm = (a: Float32Array): number => Math.sqrt(dot(a, a))

/** Cosine of the angle between two vectors; 0 where one of them has no direction. */
export function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = norm(a) * norm(b)
  return lengths === 0 ? 0 : dot(a, b) / lengths
}

/** Adds `factor` × `b` to `a` in place. */
export function addInPlace(a: Float32Array, b: Float32Array, factor: number): void {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] ?? 0) + factor * (b[i] ?? 0)
}

/**
 * `sum` / `weight` − `background`: the mean of weighted vectors without what all texts have in common.
 * @param out of zeros; it is what is answered. Thousands of vectors that are made together share one block of memory.
 */
export function centredMean(
  sum: Float32Array,
  weight: number,
  background: Float32Array,
  out: Float32Array = new Float32Array(sum.length),
): Float32Array {
  if (weight <= 0) return out
  for (let i = 0; i < sum.length; i++) out[i] = (sum[i] ?? 0) / weight - (background[i] ?? 0)
  return out
}

export function minus(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length)
  for (let i = 0; i < out.length; i++) out[i] = (a[i] ?? 0) - (b[i] ?? 0)
  return out
}
