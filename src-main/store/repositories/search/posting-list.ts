/** Numbers of documents in a piece of a list (drizzle/0115_search_postings.sql). */
export const CHUNK = 2048
/** A longer list is unpacked each time it is wanted whole: that is seldom, and it is large. */
const MOST_KEPT_UNPACKED = 4096

/** One term's documents. A common word's list is long, and of most only a few numbers are asked: it is unpacked where it is. */
export class PostingList {
  /** What a piece holds, two bytes each, in the order in which they were added. */
  private readonly pieces = new Map<number, Buffer>()
  /** A bit for each number of a piece, made when one of them is asked for. */
  private readonly bits = new Map<number, Uint8Array>()
  /** Not in the pieces yet. */
  private readonly single = new Set<number>()
  private unpacked: readonly number[] | null = null
  /** Of the numbers in its pieces. */
  bytes = 0

  /** @param earlier what is held of the same term: pieces before those of this one */
  constructor(private readonly earlier: PostingList | null = null) {}

  /** Pieces. */
  get size(): number {
    return this.pieces.size
  }

  addPiece(chunk: number, bytes: Buffer): void {
    this.bytes += bytes.length - (this.pieces.get(chunk)?.length ?? 0)
    this.pieces.set(chunk, bytes)
    this.bits.delete(chunk)
    this.unpacked = null
  }

  addOne(number: number): void {
    this.single.add(number)
    this.unpacked = null
  }

  /** Ascending. */
  numbers(): readonly number[] {
    if (this.unpacked) return this.unpacked
    const numbers = this.collected()
    // The usual comparison takes most of the time where there are a hundred thousand.
    const sorted = [...Float64Array.from(numbers).sort()]
    if (sorted.length <= MOST_KEPT_UNPACKED) this.unpacked = sorted
    return sorted
  }

  /** In no order, and not kept: what is held from search to search is counted by its pieces. */
  private collected(): number[] {
    const numbers = [...(this.earlier?.collected() ?? []), ...this.single]
    for (const [chunk, bytes] of this.pieces) for (const place of placesIn(bytes)) numbers.push(chunk * CHUNK + place)
    return numbers
  }

  has(number: number): boolean {
    if (this.single.has(number) || this.earlier?.has(number)) return true
    const chunk = Math.floor(number / CHUNK)
    const bytes = this.pieces.get(chunk)
    if (bytes === undefined) return false
    const place = number - chunk * CHUNK
    return Number.isInteger(place) && (((this.bitsOf(chunk, bytes)[place >> 3] ?? 0) >> (place & 7)) & 1) === 1
  }

  private bitsOf(chunk: number, bytes: Buffer): Uint8Array {
    const known = this.bits.get(chunk)
    if (known) return known
    const bits = new Uint8Array(CHUNK / 8)
    for (const place of placesIn(bytes)) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
    this.bits.set(chunk, bits)
    return bits
  }
}

/** Two bytes a number, the higher first. */
export function placesIn(bytes: Buffer): Uint16Array {
  const places = new Uint16Array(bytes.length >> 1)
  for (let i = 0; i < places.length; i++) places[i] = ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)
  return places
}
