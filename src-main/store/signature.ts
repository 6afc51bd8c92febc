/**
 * Vectors abbreviated to one bit a dimension: 48 bytes in place of 1,536, so that a hundred thousand of them are compared in
 * memory within milliseconds. The best are then compared exactly, by their whole vectors.
 *
 * A bit says on which side of the model's centre a vector lies. The centres are part of the store's format: were one
 * changed, every stored signature of that model would have to be made anew.
 */
import centres from './signature-centres.json'
import { SignatureBlocks } from './signature-scan'

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
  private readonly blocks = new SignatureBlocks()
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
    for (let i = 0; i < count; i++) this.blocks.set(this.size + i, signatures, i * SIGNATURE_BYTES)
    this.size += count
  }

  private grow(): void {
    const numbers = new Float64Array(this.numbers.length * 2)
    numbers.set(this.numbers)
    this.numbers = numbers
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
    const nibbles = nibblesOf(query)
    const found: { number: number; score: number }[] = []
    // Several passages of one message may be among the best: some more are looked at.
    for (const place of allowed ? this.placesOf(allowed) : this.best(nibbles, 4 * limit))
      found.push({ number: this.numbers[place] ?? GONE, score: this.score(nibbles, place) })
    found.sort((a, b) => b.score - a.score || b.number - a.number)
    const looked = allowed ? found : found.slice(0, 4 * limit)
    let all = 0
    for (const x of query) all += x
    return {
      numbers: [...new Set(looked.map((f) => f.number))].slice(0, limit),
      likeness: (number) => {
        const at = this.places.get(number)
        if (at === undefined) return null
        let best = Number.NEGATIVE_INFINITY
        for (let i = at.first; i < at.first + at.count; i++) best = Math.max(best, this.score(nibbles, i))
        // A score counts what agrees; what does not is the rest. Signs keep √(2/π) of a cosine.
        const cosine = (2 * best - all) / (Math.sqrt(SIGNATURE_BYTES * 8) * SIGN_SHARE)
        return Math.max(-1, Math.min(1, cosine))
      },
    }
  }

  private *placesOf(numbers: ReadonlySet<number>): Generator<number> {
    for (const number of numbers) {
      const { first, count } = this.places.get(number) ?? { first: 0, count: 0 }
      for (let place = first; place < first + count; place++) yield place
    }
  }

  /** Places among which are the `rank` best: all that can be, by sums that are off by no more than their error. */
  private best(nibbles: Float32Array, rank: number): number[] {
    const { sums, of, error } = this.blocks.sums(nibbles, this.size)
    const counts = new Uint32Array(LARGEST_SUM + 1)
    for (let place = 0; place < sums.length; place++)
      if (this.numbers[place] !== GONE) counts[sums[place] ?? 0] = (counts[sums[place] ?? 0] ?? 0) + 1
    let at = LARGEST_SUM
    for (let above = counts[at] ?? 0; at > 0 && above < rank; above += counts[at] ?? 0) at--
    // The last of the best may be so much less than it seems, and another so much more.
    let least = at
    while (least > 0 && of(least - 1) >= of(at) - 2 * error) least--
    const places: number[] = []
    for (let place = 0; place < sums.length; place++)
      if ((sums[place] ?? 0) >= least && this.numbers[place] !== GONE) places.push(place)
    return places
  }

  /** What the bits of one signature add up to: the sum of the query where they are set. */
  private score(nibbles: Float32Array, place: number): number {
    const { contents } = this.blocks
    let sum = 0
    let at = this.blocks.placeOf(place)
    for (let table = 0; table < nibbles.length; table += 32, at += 16) {
      const byte = contents[at] ?? 0
      sum += (nibbles[table + (byte & 15)] ?? 0) + (nibbles[table + 16 + (byte >> 4)] ?? 0)
    }
    return sum
  }
}

/** For each nibble of a signature, low before high, what its sixteen values add. */
function nibblesOf(query: Float32Array): Float32Array {
  const tables = new Float32Array(SIGNATURE_BYTES * 32)
  for (let nibble = 0; nibble < SIGNATURE_BYTES * 2; nibble++)
    for (let value = 1; value < 16; value++) {
      const low = value & -value
      const bit = 31 - Math.clz32(low)
      tables[nibble * 16 + value] = (tables[nibble * 16 + (value ^ low)] ?? 0) + (query[nibble * 4 + bit] ?? 0)
    }
  return tables
}

/** The number of an entry that was replaced. */
const GONE = -1
/** 96 tables whose entries go up to 127. */
const LARGEST_SUM = 96 * 127
