/** Posting lists: which documents hold a term (docs/adr/0015-posting-lists.md). */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { SearchKind } from '../../schema'
import { me } from '../profile'
import { textArray } from './indexing'
import { PostingList } from './posting-list'
import { type HeldLists, heldBefore, heldLists, hold, isHeldKind, type ListMark, listOf } from './postings-held'

/** The documents of a kind that hold each of some terms. */
export interface Postings {
  /** Ascending; nothing for a term that was not asked for. */
  of(term: string): readonly number[]
  has(term: string, number: number): boolean
}

/** What `readMark` answers, as part of another statement: of a row `t` of `search_totals`. */
export const MARK = sql`t.listed, t.lists, t.synopses`

/** What the lists are now: to be read before them. */
async function readMark(db: Database): Promise<ListMark> {
  const { rows } = await db.execute<MarkRow>(
    sql`SELECT ${me} AS profile, ${MARK} FROM (SELECT 1) one LEFT JOIN search_totals t ON t.user_id = ${me}`,
  )
  return markOf(rows[0])
}

export interface MarkRow extends Record<string, unknown> {
  profile: string
  listed: string | null
  lists: string | null
  synopses: string | null
}

export const markOf = (row: MarkRow | undefined): ListMark => ({
  profile: row?.profile ?? '',
  listed: row?.listed == null ? null : Number(row.listed),
  lists: row?.lists ?? '',
  synopses: row?.synopses ?? '',
})

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
  return (await readPostingsOf(db, [kind], terms, { isBehind, mark: await readMark(db) }))(kind)
}

/**
 * The same of several kinds in one statement; what is held of them in memory is not read again.
 * @param mark of the lists, read before
 */
export async function readPostingsOf(
  db: Database,
  kinds: readonly SearchKind[],
  terms: readonly string[],
  { isBehind, mark }: { isBehind: boolean; mark: ListMark },
): Promise<(kind: SearchKind) => Postings> {
  const wanted = [...new Set(terms)]
  const asked = new Map(kinds.map((kind) => [kind, new AskedLists(kind, wanted, mark)]))
  const statements = [...asked.values()].flatMap((lists) => lists.statements())
  const message = asked.get('message')
  if (isBehind && message && wanted.length > 0)
    statements.push(sql`
      SELECT 'message', array_to_string(d.terms, ' '), d.number::text, NULL, NULL
      FROM search_backlog b JOIN search_documents d ON d.user_id = ${me} AND d.kind = 'message' AND d.number = b.number
      WHERE b.user_id = ${me} AND d.terms && ${textArray(wanted)}::text[]`)
  if (statements.length > 0) {
    const { rows } = await db.execute<PieceRow>(sql.join(statements, sql` UNION ALL `))
    for (const { kind, terms: held, chunks, sizes, numbers } of rows) {
      const lists = asked.get(kind)
      if (numbers !== null && sizes !== null) lists?.addPieces(held, chunks, sizes, Buffer.from(numbers, 'hex'))
      else for (const term of held.split(' ')) lists?.addOne(term, Number(chunks))
    }
  }
  for (const lists of asked.values()) lists.keep()
  return (kind) => ({
    of: (term) => asked.get(kind)?.numbers(term) ?? [],
    has: (term, number) => asked.get(kind)?.of(term)?.has(number) ?? false,
  })
}

interface PieceRow extends Record<string, unknown> {
  kind: SearchKind
  terms: string
  chunks: string
  sizes: string | null
  numbers: string | null
}

/** The lists of one kind that one search asks for. */
class AskedLists {
  private readonly held: HeldLists | null
  /** Of each term what is held, or may be. */
  private readonly kept = new Map<string, PostingList>()
  private readonly lists = new Map<string, PostingList>()
  private readonly unpacked = new Map<string, readonly number[]>()

  constructor(
    private readonly kind: SearchKind,
    terms: readonly string[],
    mark: ListMark,
  ) {
    this.held = isHeldKind(kind) ? heldLists(kind, mark) : null
    for (const term of terms) {
      const kept = this.held && listOf(this.held, term)
      if (kept) this.kept.set(term, kept)
      this.lists.set(term, new PostingList(kept))
    }
  }

  /** What has to be read: whole lists of new terms, the last pieces of others. */
  statements(): SQL[] {
    const from = new Map<number, string[]>()
    for (const term of this.lists.keys()) {
      const first = this.held ? heldBefore(this.held, term) : 0
      if (first !== Number.POSITIVE_INFINITY) from.set(first, [...(from.get(first) ?? []), term])
    }
    return [...from].map(
      ([first, terms]) => sql`
      SELECT kind, term AS terms, string_agg(chunk::text, ',' ORDER BY chunk) AS chunks,
        string_agg(length(numbers)::text, ',' ORDER BY chunk) AS sizes,
        encode(string_agg(numbers, ''::bytea ORDER BY chunk), 'hex') AS numbers FROM search_postings
      WHERE user_id = ${me} AND kind = ${this.kind} AND term = ANY(${textArray(terms)}::text[]) AND chunk >= ${first}::int
      GROUP BY kind, term`,
    )
  }

  /** @param chunks and `sizes`, in bytes: of each piece of `bytes`, parted by commas */
  addPieces(term: string, chunks: string, sizes: string, bytes: Buffer): void {
    const lengths = sizes.split(',').map(Number)
    const before = this.held?.before ?? 0
    let at = 0
    for (const [i, text] of chunks.split(',').entries()) {
      const end = at + (lengths[i] ?? 0)
      const piece = bytes.subarray(at, end)
      const chunk = Number(text)
      // Held without the bytes that came with it, which would stay as long.
      if (chunk < before) this.kept.get(term)?.addPiece(chunk, Buffer.from(piece))
      else this.lists.get(term)?.addPiece(chunk, piece)
      at = end
    }
  }

  addOne(term: string, number: number): void {
    this.lists.get(term)?.addOne(number)
  }

  /** All was read: what may be held is. */
  keep(): void {
    if (this.held) for (const [term, list] of this.kept) hold(this.held, term, list)
  }

  of(term: string): PostingList | undefined {
    return this.lists.get(term)
  }

  numbers(term: string): readonly number[] {
    const known = this.unpacked.get(term) ?? this.lists.get(term)?.numbers() ?? []
    this.unpacked.set(term, known)
    return known
  }
}
