/** Many new messages into the search index at once: documents, posting lists and counts, each by one statement. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'
import { textArray } from './indexing'

interface NewDocument {
  /** The message's `seq`. */
  number: number
  segment: string
  /** Distinct. A term is one word: it holds no blank. */
  terms: readonly string[]
}

type Listed = Pick<NewDocument, 'number' | 'terms'>

/** Documents of a piece of a posting list (drizzle/0115_search_postings.sql). */
const PIECE = 2048

/**
 * Adds messages that were not there before: their documents, lists and counts.
 * @param waiting their words are added up later, with those of many others (`countManyWords`), which writes a row for each word
 *   once and not with every batch
 */
export async function listMessages(db: Database, documents: readonly NewDocument[], waiting = false): Promise<void> {
  if (documents.length === 0) return
  await db.execute(sql`
    INSERT INTO search_documents (user_id, kind, number, segment, length, terms)
    SELECT ${me}, 'message', d.number, d.segment, d.length, string_to_array(d.terms, ' ')
    FROM unnest(${numbers(documents.map((d) => d.number))}::bigint[], ${`{${documents.map((d) => d.segment).join(',')}}`}::uuid[],
      ${numbers(documents.map((d) => d.terms.length))}::int[], ${textArray(documents.map((d) => d.terms.join(' ')))}::text[])
      AS d(number, segment, length, terms)`)
  if (!waiting) return addUp(db, documents)
  await db.execute(sql`
    INSERT INTO search_backlog (user_id, number)
    SELECT ${me}, n FROM unnest(${numbers(documents.map((d) => d.number))}::bigint[]) n ON CONFLICT DO NOTHING`)
}

/**
 * Adds up the words of at most so many messages that wait for it, for search and for filing: what `count_words` does (drizzle/
 * 0115_search_postings.sql), made for thousands at once.
 * @returns whether any are left
 */
export async function countManyWords(db: Database, most: number): Promise<boolean> {
  const due = await db.execute<{ number: string }>(sql`
    DELETE FROM search_backlog WHERE user_id = ${me} AND number <= (
      SELECT max(number) FROM (SELECT number FROM search_backlog WHERE user_id = ${me} ORDER BY number LIMIT ${most}) first)
    RETURNING number::text AS number`)
  const waiting = `{${due.rows.map(({ number }) => number).join(',')}}`
  const { rows } = await db.execute<{ number: string; terms: string }>(sql`
    SELECT number::text AS number, array_to_string(terms, ' ') AS terms FROM search_documents
    WHERE user_id = ${me} AND kind = 'message' AND number = ANY (${waiting}::bigint[])`)
  await addUp(
    db,
    rows.map((row) => ({ number: Number(row.number), terms: row.terms === '' ? [] : row.terms.split(' ') })),
  )
  const noted = await db.execute<{ terms: string }>(sql`
    DELETE FROM term_backlog b WHERE b.user_id = ${me} AND b.id IN (
      SELECT id FROM term_backlog WHERE user_id = ${me} ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING b.terms::text AS terms`)
  const counts = new Map<string, number>()
  for (const { terms } of noted.rows)
    for (const [term, n] of Object.entries<number>(JSON.parse(terms))) counts.set(term, (counts.get(term) ?? 0) + n)
  await countTerms(db, [...counts])
  return due.rows.length === most || noted.rows.length === most
}

/** Puts documents into the lists of their terms, and counts them. */
async function addUp(db: Database, documents: readonly Listed[]): Promise<void> {
  if (documents.length === 0) return
  const { lists, counts } = invert(documents)
  // In one order everywhere, so that two writers never wait for one another.
  await db.execute(sql`
    INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
    SELECT ${me}, 'message', l.term, l.chunk, decode(l.numbers, 'hex')
    FROM unnest(${textArray(lists.map((l) => l.term))}::text[], ${numbers(lists.map((l) => l.piece))}::int[],
      ${`{${lists.map((l) => l.places).join(',')}}`}::text[]) AS l(term, chunk, numbers) ORDER BY l.term COLLATE "C", l.chunk
    ON CONFLICT (user_id, kind, term, chunk) DO UPDATE SET numbers = search_postings.numbers || excluded.numbers`)
  await db.execute(sql`
    INSERT INTO search_terms (user_id, term, documents)
    SELECT ${me}, t.term, t.n
    FROM unnest(${textArray([...counts.keys()])}::text[], ${numbers([...counts.values()])}::int[]) AS t(term, n) ORDER BY t.term COLLATE "C"
    ON CONFLICT (user_id, term) DO UPDATE SET documents = search_terms.documents + excluded.documents`)
  const length = documents.reduce((sum, d) => sum + d.terms.length, 0)
  // Numbers before what was listed change pieces that a program may hold (postings-held.ts).
  const [first, last] = documents.reduce(
    ([least, most], { number }) => [Math.min(least, number), Math.max(most, number)],
    [Number.POSITIVE_INFINITY, 0],
  )
  await db.execute(sql`
    INSERT INTO search_totals (user_id, documents, length, listed)
    VALUES (${me}, ${documents.length}::int, ${length}::bigint, ${last}::bigint)
    ON CONFLICT (user_id) DO UPDATE SET documents = search_totals.documents + excluded.documents,
      length = search_totals.length + excluded.length,
      lists = CASE WHEN ${first}::bigint >> 11 < search_totals.listed >> 11 THEN gen_random_uuid() ELSE search_totals.lists END,
      listed = greatest(search_totals.listed, excluded.listed)`)
}

/** Adds the words of many new messages up at once for filing, each word once a message. */
export async function countTerms(db: Database, terms: readonly (readonly [string, number])[]): Promise<void> {
  if (terms.length === 0) return
  await db.execute(sql`
    INSERT INTO term_statistics (user_id, term, documents)
    SELECT ${me}, t.term, t.n
    FROM unnest(${textArray(terms.map(([term]) => term))}::text[], ${numbers(terms.map(([, n]) => n))}::int[]) AS t(term, n)
    ORDER BY t.term COLLATE "C"
    ON CONFLICT (user_id, term) DO UPDATE SET documents = term_statistics.documents + excluded.documents`)
}

/** For each term and piece which documents hold it, as hexadecimal digits, two bytes each; and how many hold each term. */
function invert(documents: readonly Listed[]) {
  const pieces = new Map<number, Map<string, string>>()
  const counts = new Map<string, number>()
  for (const { number, terms } of [...documents].sort((a, b) => a.number - b.number)) {
    const piece = Math.floor(number / PIECE)
    const own = pieces.get(piece) ?? new Map<string, string>()
    pieces.set(piece, own)
    const place = (number - piece * PIECE).toString(16).padStart(4, '0')
    for (const term of terms) {
      own.set(term, (own.get(term) ?? '') + place)
      counts.set(term, (counts.get(term) ?? 0) + 1)
    }
  }
  const lists = [...pieces].flatMap(([piece, own]) => [...own].map(([term, places]) => ({ term, piece, places })))
  return { lists, counts }
}

const numbers = (list: readonly number[]): string => `{${list.join(',')}}`
