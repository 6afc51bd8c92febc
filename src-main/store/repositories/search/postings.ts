/** Posting lists: which documents hold a term (docs/adr/0015-posting-lists.md). */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { SearchKind } from '../../schema'
import { me } from '../profile'
import { textArray } from './indexing'

/** A list is kept in pieces of so many numbers of documents, so that adding one rewrites little. */
const CHUNK = 2048

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
  const wanted = new Set(terms)
  const lists = new Map<string, number[]>()
  if (wanted.size > 0) {
    const all = textArray([...wanted])
    const uncounted = sql`
      UNION ALL SELECT array_to_string(d.terms, ' '), d.number, NULL
      FROM search_backlog b JOIN search_documents d ON d.user_id = ${me} AND d.kind = 'message' AND d.number = b.number
      WHERE b.user_id = ${me} AND d.terms && ${all}::text[]`
    const { rows } = await db.execute<{ terms: string; chunk: string; numbers: string | null }>(sql`
      SELECT term AS terms, chunk::bigint AS chunk, encode(numbers, 'base64') AS numbers FROM search_postings
      WHERE user_id = ${me} AND kind = ${kind} AND term = ANY(${all}::text[])
      ${isBehind && kind === 'message' ? uncounted : sql``}`)
    for (const { terms: held, chunk, numbers } of rows)
      if (numbers !== null) addChunk(listIn(lists, held), Number(chunk), Buffer.from(numbers, 'base64'))
      else for (const term of held.split(' ')) if (wanted.has(term)) listIn(lists, term).push(Number(chunk))
  }
  for (const list of lists.values()) list.sort((a, b) => a - b)
  const of = (term: string): readonly number[] => lists.get(term) ?? []
  return { of, has: (term, number) => holds(of(term), number) }
}

function listIn(lists: Map<string, number[]>, term: string): number[] {
  const known = lists.get(term)
  if (known) return known
  const list: number[] = []
  lists.set(term, list)
  return list
}

function addChunk(list: number[], chunk: number, bytes: Buffer): void {
  const from = chunk * CHUNK
  for (let at = 0; at + 1 < bytes.length; at += 2) list.push(from + (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)))
}

function holds(list: readonly number[], number: number): boolean {
  let low = 0
  let high = list.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = list[middle] ?? 0
    if (found === number) return true
    if (found < number) low = middle + 1
    else high = middle - 1
  }
  return false
}
