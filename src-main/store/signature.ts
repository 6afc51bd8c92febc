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
export function signatureOf(vector: Float32Array, centre: readonly number[]): Uint8Array {
  const bits = new Uint8Array(SIGNATURE_BYTES)
  for (let i = 0; i < vector.length && i < SIGNATURE_BYTES * 8; i++)
    if ((vector[i] ?? 0) > (centre[i] ?? 0)) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
  return bits
}

/** The signatures of one profile and model, and how to find the nearest among them. */
export class Signatures {
  private numbers = new Float64Array(1024)
  private bits = new Uint8Array(1024 * SIGNATURE_BYTES)
  private readonly places = new Map<number, number>()
  size = 0
  /** The last row that was read, in the order they were written. */
  written = 0

  add(number: number, signature: Uint8Array): void {
    if (this.size === this.numbers.length) this.grow()
    this.numbers[this.size] = number
    this.places.set(number, this.size)
    this.bits.set(signature.subarray(0, SIGNATURE_BYTES), this.size * SIGNATURE_BYTES)
    this.size += 1
  }

  private grow(): void {
    const numbers = new Float64Array(this.size * 2)
    numbers.set(this.numbers)
    this.numbers = numbers
    const bits = new Uint8Array(this.size * 2 * SIGNATURE_BYTES)
    bits.set(this.bits)
    this.bits = bits
  }

  /**
   * Numbers of the `limit` entries nearest to `query` (centred, normalised), best first, of equals the newer; and the cosine
   * of any entry, estimated from its signs.
   */
  nearest(query: Float32Array, limit: number): { numbers: number[]; likeness(number: number): number | null } {
    const scores = this.scores(query)
    const least = atRank(scores, limit)
    const found: { number: number; score: number }[] = []
    for (let i = 0; i < this.size; i++) {
      const score = scores[i] ?? 0
      if (score >= least) found.push({ number: this.numbers[i] ?? 0, score })
    }
    found.sort((a, b) => b.score - a.score || b.number - a.number)
    let all = 0
    for (const x of query) all += x
    return {
      numbers: [...new Set(found.map((f) => f.number))].slice(0, limit),
      likeness: (number) => {
        const at = this.places.get(number)
        // `scores` counts what agrees; what does not is the rest. Signs keep √(2/π) of a cosine.
        return at === undefined ? null : (2 * (scores[at] ?? 0) - all) / (Math.sqrt(SIGNATURE_BYTES * 8) * SIGN_SHARE)
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
    for (let i = 0, at = 0; i < out.length; i++) {
      let sum = 0
      for (let table = 0; table < tables.length; table += 256) sum += tables[table + (bits[at++] ?? 0)] ?? 0
      out[i] = sum
    }
    return out
  }
}

/** The value of the given rank from above. */
function atRank(scores: Float32Array, rank: number): number {
  if (rank >= scores.length) return Number.NEGATIVE_INFINITY
  const sorted = scores.slice().sort()
  return sorted[sorted.length - rank] ?? Number.NEGATIVE_INFINITY
}
