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

  it('finds among many what comparing each of them finds, replaced ones left out and passages counted for their message', () => {
    // Sums of such numbers are exact, in whatever order they are added up.
    const query = direction().map((x) => Math.round(x * 1024) / 1024)
    const signatures = new Signatures()
    const passages = new Map<number, Uint8Array>()
    for (let i = 0; i < 3000; i++) {
      const number = i % 10 === 0 ? i - 5 : i
      const count = 1 + (i % 4)
      const bits = new Uint8Array(count * SIGNATURE_BYTES)
      for (let p = 0; p < count; p++) bits.set(signatureOf(near(query, i % 7 === 0 ? 2 : 9), []), p * SIGNATURE_BYTES)
      signatures.add(number, bits)
      passages.set(number, bits)
    }
    const scores = [...passages].flatMap(([number, bits]) =>
      Array.from({ length: bits.length / SIGNATURE_BYTES }, (_, p) => {
        let score = 0
        for (let d = 0; d < 384; d++)
          if ((bits[p * SIGNATURE_BYTES + (d >> 3)] ?? 0) & (1 << (d & 7))) score += query[d] ?? 0
        return { number, score }
      }),
    )
    const best = [...scores].sort((a, b) => b.score - a.score || b.number - a.number)
    for (const limit of [1, 10, 80]) {
      const expected = [...new Set(best.slice(0, 4 * limit).map((s) => s.number))].slice(0, limit)
      expect(signatures.nearest(query, limit).numbers).toEqual(expected)
    }
    const allowed = new Set([...passages.keys()].filter((n) => n % 3 === 0))
    const among = [...new Set(best.filter((s) => allowed.has(s.number)).map((s) => s.number))].slice(0, 50)
    expect(signatures.nearest(query, 50, allowed).numbers).toEqual(among)
  })
})
