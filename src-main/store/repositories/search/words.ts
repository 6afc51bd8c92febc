/** Words of new messages wait in a backlog and are added up here, for search and for filing alike (docs/adr/0008-few-statements.md). */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'
import { textArray } from './indexing'
import { CHUNK_BITS, CHUNK_MASK } from './postings'

/** Words of so many messages are added up in one go where all are. */
const WORDS_AT_ONCE = 5_000

/** Adds up the words of at most so many messages that were written since; false when none are left. */
export async function countWords(db: Database, most: number): Promise<boolean> {
  await countForSearch(db, most)
  const { rows } = await db.execute<{ more: boolean }>(sql`
    WITH due AS (
      DELETE FROM term_backlog b WHERE b.user_id = ${me} AND b.id IN (
        SELECT id FROM term_backlog WHERE user_id = ${me} ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED)
      RETURNING b.terms
    ), counted AS (
      INSERT INTO term_statistics (user_id, term, documents)
      SELECT ${me}, t.key, sum(t.value::int)::int FROM due, jsonb_each_text(due.terms) t GROUP BY t.key ORDER BY t.key COLLATE "C"
      ON CONFLICT (user_id, term) DO UPDATE SET documents = term_statistics.documents + excluded.documents
    )
    SELECT EXISTS (SELECT FROM search_backlog WHERE user_id = ${me})
      OR (SELECT count(*) FROM (SELECT FROM term_backlog WHERE user_id = ${me} LIMIT ${most + 1}) b) > ${most} AS more`)
  return rows[0]?.more === true
}

/** Adds up the words of everything that was written so far. */
export async function countAllWords(db: Database): Promise<void> {
  while (await countWords(db, WORDS_AT_ONCE));
}

/** One list of a term's: the numbers of a chunk that hold it. */
interface Listed {
  term: string
  chunk: number
  numbers: number[]
}

async function countForSearch(db: Database, most: number): Promise<void> {
  const { rows } = await db.execute<{ number: string; length: number; terms: string }>(sql`
    WITH due AS (
      DELETE FROM search_backlog b WHERE b.user_id = ${me} AND b.number IN (
        SELECT number FROM search_backlog WHERE user_id = ${me} ORDER BY number LIMIT ${most} FOR UPDATE SKIP LOCKED)
      RETURNING b.number
    )
    SELECT d.number, d.length, array_to_string(d.terms, ' ') AS terms
    FROM due JOIN search_documents d ON d.user_id = ${me} AND d.kind = 'message' AND d.number = due.number ORDER BY d.number`)
  if (rows.length === 0) return
  const documents = rows.map((r) => ({ number: Number(r.number), terms: r.terms === '' ? [] : r.terms.split(' ') }))
  const lists = listsOf(documents)
  const length = rows.reduce((sum, r) => sum + r.length, 0)
  await db.execute(sql`
    WITH given AS (
      SELECT term, chunk, decode(numbers, 'base64') AS numbers
      FROM unnest(${textArray(lists.map((l) => l.term))}::text[], ${`{${lists.map((l) => l.chunk).join(',')}}`}::int[],
        ${`{${lists.map(encoded).join(',')}}`}::text[]) AS g(term, chunk, numbers)
    ), listed AS (
      INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
      SELECT ${me}, 'message', term, chunk, numbers FROM given
      ON CONFLICT (user_id, kind, term, chunk) DO UPDATE SET numbers = search_postings.numbers || excluded.numbers
    ), words AS (
      INSERT INTO search_terms (user_id, term, documents)
      SELECT ${me}, term, sum(length(numbers) / 2)::int FROM given GROUP BY term ORDER BY term COLLATE "C"
      ON CONFLICT (user_id, term) DO UPDATE SET documents = search_terms.documents + excluded.documents
    )
    INSERT INTO search_totals (user_id, documents, length) VALUES (${me}, ${rows.length}::int, ${length}::bigint)
    ON CONFLICT (user_id) DO UPDATE SET documents = search_totals.documents + excluded.documents,
      length = search_totals.length + excluded.length`)
}

/** In one order everywhere, so that two writers never wait for one another. */
function listsOf(documents: readonly { number: number; terms: readonly string[] }[]): Listed[] {
  const lists = new Map<string, Listed>()
  for (const { number, terms } of documents) {
    const chunk = Math.floor(number / 2 ** CHUNK_BITS)
    for (const term of terms) {
      const key = `${term} ${chunk}`
      const list = lists.get(key)
      if (list) list.numbers.push(number & CHUNK_MASK)
      else lists.set(key, { term, chunk, numbers: [number & CHUNK_MASK] })
    }
  }
  return [...lists.values()].sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : a.chunk - b.chunk))
}

function encoded({ numbers }: Listed): string {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [i, number] of numbers.entries()) bytes.writeUInt16BE(number, i * 2)
  return bytes.toString('base64')
}
