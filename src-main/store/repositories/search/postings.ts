/** Posting lists: which documents hold a term (docs/adr/0015-posting-lists.md). */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { SearchKind } from '../../schema'
import { me } from '../profile'
import { textArray } from './indexing'

/** A list is kept in pieces of so many numbers of documents, so that adding one rewrites little. */
export const CHUNK = 2048

/** The documents of a kind that hold each of some terms. */
export interface Postings {
  /** Ascending; nothing for a term that was not asked for. */
  of(term: string): readonly number[]
  has(term: string, number: number): boolean
}

/**
 * Reads the lists of terms.
 * @param isBehind there may be messages whose words wait to be counted: they are looked through by themselves
 */
export async function readPostings(
  db: Database,
  kind: SearchKind,
  terms: readonly string[],
  isBehind: boolean,
): Promise<Postings> {
  return (await readPostingsOf(db, [kind], terms, isBehind))(kind)
}

/** The same of several kinds in one statement. */
export async function readPostingsOf(
  db: Database,
  kinds: readonly SearchKind[],
  terms: readonly string[],
  isBehind: boolean,
): Promise<(kind: SearchKind) => Postings> {
  const wanted = new Set(terms)
  const lists = new Map<string, PostingList>()
  const listOf = (kind: string, term: string): PostingList => {
    const key = `${kind} ${term}`
    const list = lists.get(key) ?? new PostingList()
    lists.set(key, list)
    return list
  }
  if (wanted.size > 0) {
    const all = textArray([...wanted])
    const uncounted = sql`
      UNION ALL SELECT 'message', array_to_string(d.terms, ' '), d.number::text, NULL, NULL
      FROM search_backlog b JOIN search_documents d ON d.user_id = ${me} AND d.kind = 'message' AND d.number = b.number
      WHERE b.user_id = ${me} AND d.terms && ${all}::text[]`
    const { rows } = await db.execute<{
      kind: string
      terms: string
      chunks: string
      sizes: string | null
      numbers: string | null
    }>(sql`
      SELECT kind, term AS terms, string_agg(chunk::text, ',' ORDER BY chunk) AS chunks,
        string_agg(length(numbers)::text, ',' ORDER BY chunk) AS sizes,
        encode(string_agg(numbers, ''::bytea ORDER BY chunk), 'hex') AS numbers FROM search_postings
      WHERE user_id = ${me} AND kind = ANY(${textArray(kinds)}::text[]) AND term = ANY(${all}::text[]) GROUP BY kind, term
      ${isBehind && kinds.includes('message') ? uncounted : sql``}`)
    for (const { kind, terms: held, chunks, sizes, numbers } of rows)
      if (numbers !== null && sizes !== null) listOf(kind, held).addPieces(chunks, sizes, Buffer.from(numbers, 'hex'))
      else for (const term of held.split(' ')) if (wanted.has(term)) listOf(kind, term).addOne(Number(chunks))
  }
  return (kind) => ({
    of: (term) => lists.get(`${kind} ${term}`)?.numbers() ?? [],
    has: (term, number) => lists.get(`${kind} ${term}`)?.has(number) ?? false,
  })
}

/** One term's documents. A common word's list is long, and of most only a few numbers are asked: it is unpacked where it is. */
class PostingList {
  /** What a piece holds, two bytes each, in the order in which they were added. */
  private readonly pieces = new Map<number, Buffer>()
  /** A bit for each number of a piece, made when one of them is asked for. */
  private readonly bits = new Map<number, Uint8Array>()
  /** Not in the pieces yet. */
  private readonly single = new Set<number>()
  private unpacked: readonly number[] | null = null

  /** @param chunks and `sizes`, in bytes: of each piece of `bytes`, parted by commas */
  addPieces(chunks: string, sizes: string, bytes: Buffer): void {
    const lengths = sizes.split(',').map(Number)
    let at = 0
    for (const [i, chunk] of chunks.split(',').entries()) {
      const end = at + (lengths[i] ?? 0)
      this.pieces.set(Number(chunk), bytes.subarray(at, end))
      at = end
    }
  }

  addOne(number: number): void {
    this.single.add(number)
  }

  /** Ascending. */
  numbers(): readonly number[] {
    if (this.unpacked) return this.unpacked
    const numbers = [...this.single]
    for (const [chunk, bytes] of this.pieces) for (const place of placesIn(bytes)) numbers.push(chunk * CHUNK + place)
    // The usual comparison takes most of the time where there are a hundred thousand.
    this.unpacked = [...Float64Array.from(numbers).sort()]
    return this.unpacked
  }

  has(number: number): boolean {
    if (this.single.has(number)) return true
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
