/**
 * Vectors abbreviated to one bit a dimension: 48 bytes in place of 1,536, so that a hundred thousand of them are compared in
 * memory within milliseconds. The best are then compared exactly, by their whole vectors.
 *
 * A bit says on which side of the model's centre a vector lies. The centres are part of the store's format: were one
 * changed, every stored signature of that model would have to be made anew.
 */
import centres from './signature-centres.json'

export const SIGNATURE_BYTES = 48
/** The mean size of a normally distributed number: the part of a length that signs alone know of. */
const SIGN_SHARE = Math.sqrt(2 / Math.PI)

const CENTRES: readonly (readonly [name: string, centre: readonly number[]])[] = Object.entries(centres)

/** What all texts of a model have in common; nothing for a model nobody measured. */
export function centreOf(modelId: string): readonly number[] {
  const id = modelId.toLowerCase()
  return CENTRES.find(([name]) => id.includes(name.toLowerCase()))?.[1] ?? []
}

/** The signature of one vector, 48 bytes. */
export function signatureOf(vector: ArrayLike<number>, centre: readonly number[]): Uint8Array {
  const bits = new Uint8Array(SIGNATURE_BYTES)
  for (let i = 0; i < vector.length && i < SIGNATURE_BYTES * 8; i++)
    if ((vector[i] ?? 0) > (centre[i] ?? 0)) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
  return bits
}

/** The signatures of one profile and model, and how to find the nearest among them. A number may have several: its passages. */
export class Signatures {
  private numbers = new Float64Array(1024)
  private bits = new Uint8Array(1024 * SIGNATURE_BYTES)
  private readonly places = new Map<number, { first: number; count: number }>()
  size = 0
  /** The last row that was read, in the order they were written. */
  written = 0

  /** What was known of the number before is forgotten. `signatures` is 48 bytes for each of its passages. */
  add(number: number, signatures: Uint8Array): void {
    const count = Math.floor(signatures.length / SIGNATURE_BYTES)
    const before = this.places.get(number)
    if (before) this.numbers.fill(GONE, before.first, before.first + before.count)
    while (this.size + count > this.numbers.length) this.grow()
    this.numbers.fill(number, this.size, this.size + count)
    this.places.set(number, { first: this.size, count })
    this.bits.set(signatures.subarray(0, count * SIGNATURE_BYTES), this.size * SIGNATURE_BYTES)
    this.size += count
  }

  private grow(): void {
    const numbers = new Float64Array(this.numbers.length * 2)
    numbers.set(this.numbers)
    this.numbers = numbers
    const bits = new Uint8Array(this.numbers.length * SIGNATURE_BYTES)
    bits.set(this.bits)
    this.bits = bits
  }

  /**
   * The `limit` numbers nearest to `query` (centred, normalised) by their best passage, best first, of equals the newer; and
   * the cosine of any number's best passage, estimated from its signs.
   */
  nearest(
    query: Float32Array,
    limit: number,
    allowed: ReadonlySet<number> | null = null,
  ): { numbers: number[]; likeness(number: number): number | null } {
    const scores = this.scores(query)
    // Several passages of one message may be among the best: some more are looked at.
    const least = allowed ? Number.NEGATIVE_INFINITY : atRank(scores, 4 * limit)
    const found: { number: number; score: number }[] = []
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i] ?? 0
      if (score < least) continue
      const number = this.numbers[i] ?? GONE
      if (number !== GONE && (!allowed || allowed.has(number))) found.push({ number, score })
    }
    found.sort((a, b) => b.score - a.score || b.number - a.number)
    let all = 0
    for (const x of query) all += x
    return {
      numbers: [...new Set(found.map((f) => f.number))].slice(0, limit),
      likeness: (number) => {
        const at = this.places.get(number)
        if (at === undefined) return null
        let best = Number.NEGATIVE_INFINITY
        for (let i = at.first; i < at.first + at.count; i++) best = Math.max(best, scores[i] ?? best)
        // `scores` counts what agrees; what does not is the rest. Signs keep √(2/π) of a cosine.
        const cosine = (2 * best - all) / (Math.sqrt(SIGNATURE_BYTES * 8) * SIGN_SHARE)
        return Math.max(-1, Math.min(1, cosine))
      },
    }
  }

  /** One table for each byte of a signature says what its eight bits add: 48 look-ups an entry instead of 384 products. */
  private scores(query: Float32Array): Float32Array {
    const tables = new Float32Array(SIGNATURE_BYTES * 256)
    for (let byte = 0; byte < SIGNATURE_BYTES; byte++)
      for (let value = 1; value < 256; value++) {
        const low = value & -value
        const bit = 31 - Math.clz32(low)
        tables[byte * 256 + value] = (tables[byte * 256 + (value ^ low)] ?? 0) + (query[byte * 8 + bit] ?? 0)
      }
    const out = new Float32Array(this.size)
    const { bits } = this
    // Four sums side by side: one addition would wait for the one before it 48 times.
    for (let i = 0, at = 0; i < out.length; i++) {
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      for (let table = 0; table < SIGNATURE_BYTES * 256; table += 1024, at += 4) {
        a += tables[table + (bits[at] ?? 0)] ?? 0
        b += tables[table + 256 + (bits[at + 1] ?? 0)] ?? 0
        c += tables[table + 512 + (bits[at + 2] ?? 0)] ?? 0
        d += tables[table + 768 + (bits[at + 3] ?? 0)] ?? 0
      }
      out[i] = a + b + (c + d)
    }
    return out
  }
}

/** The number of an entry that was replaced. */
const GONE = -1
const STEPS = 4096

/** About the value of the given rank from above, never more: counted in steps, because sorting all takes longer than scoring. */
function atRank(scores: Float32Array, rank: number): number {
  if (rank >= scores.length) return Number.NEGATIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const score of scores) {
    if (score < least) least = score
    if (score > most) most = score
  }
  const width = (most - least) / STEPS || 1
  const counts = new Uint32Array(STEPS + 1)
  for (const score of scores) {
    const step = Math.floor((score - least) / width)
    counts[step] = (counts[step] ?? 0) + 1
  }
  let above = 0
  for (let step = STEPS; step >= 0; step--) {
    above += counts[step] ?? 0
    if (above >= rank) return least + step * width - width * 1e-3
  }
  return least
}
