import { describe, expect, it } from 'vitest'
import { SIGNATURE_BYTES, Signatures, signatureOf } from './signature'

let seed = 1
const random = () => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed / 0x7fffffff - 0.5
}
function direction(): Float32Array {
  const v = Float32Array.from({ length: 384 }, () => random() + random() + random())
  const length = Math.hypot(...v)
  return v.map((x) => x / length)
}
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)
const near = (v: Float32Array, noise: number) => {
  const w = direction().map((x, i) => (v[i] ?? 0) + noise * x)
  const length = Math.hypot(...w)
  return w.map((x) => x / length)
}

describe('vectors of one bit a dimension', () => {
  it('takes 48 bytes, which say on which side of the centre a vector lies', () => {
    const bits = signatureOf(
      Float32Array.from({ length: 384 }, (_, i) => (i === 9 ? 0.5 : 0)),
      [],
    )
    expect(bits).toHaveLength(SIGNATURE_BYTES)
    expect(bits[1]).toBe(2)
    expect(signatureOf(new Float32Array(384).fill(0.5), new Array<number>(384).fill(1))).toEqual(new Uint8Array(48))
  })

  it('finds the nearest and estimates how near anything is', () => {
    const query = direction()
    const signatures = new Signatures()
    const vectors = Array.from({ length: 2000 }, (_, i) => (i % 400 === 7 ? near(query, 0.8) : direction()))
    for (const [i, v] of vectors.entries()) signatures.add(i, signatureOf(v, []))
    const { numbers, likeness } = signatures.nearest(query, 5)
    expect([...numbers].sort((a, b) => a - b)).toEqual([7, 407, 807, 1207, 1607])
    for (const [i, v] of vectors.entries()) expect(Math.abs((likeness(i) ?? 9) - cosine(v, query))).toBeLessThan(0.25)
    expect(likeness(5000)).toBeNull()
  })

  it('answers all of a small store, nothing of an empty one, and each number once, as it was written last', () => {
    const query = direction()
    const signatures = new Signatures()
    expect(signatures.nearest(query, 5).numbers).toEqual([])
    signatures.add(1, signatureOf(query, []))
    signatures.add(
      1,
      signatureOf(
        query.map((x) => -x),
        [],
      ),
    )
    expect(signatures.nearest(query, 5).numbers).toEqual([1])
    expect(signatures.nearest(query, 5).likeness(1)).toBeLessThan(0)
  })
})
