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

/** Documents of a piece of a posting list (drizzle/0115_search_postings.sql). */
const PIECE = 2048

/**
 * Adds messages that were not there before. Nothing of them waits to be counted: what a turn leaves for later (ADR 8) is
 * cheaper here, where their terms are at hand.
 */
export async function listMessages(db: Database, documents: readonly NewDocument[]): Promise<void> {
  if (documents.length === 0) return
  await db.execute(sql`
    INSERT INTO search_documents (user_id, kind, number, segment, length, terms)
    SELECT ${me}, 'message', d.number, d.segment, d.length, string_to_array(d.terms, ' ')
    FROM unnest(${numbers(documents.map((d) => d.number))}::bigint[], ${`{${documents.map((d) => d.segment).join(',')}}`}::uuid[],
      ${numbers(documents.map((d) => d.terms.length))}::int[], ${textArray(documents.map((d) => d.terms.join(' ')))}::text[])
      AS d(number, segment, length, terms)`)
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
  await db.execute(sql`
    INSERT INTO search_totals (user_id, documents, length) VALUES (${me}, ${documents.length}::int, ${length}::bigint)
    ON CONFLICT (user_id) DO UPDATE SET documents = search_totals.documents + excluded.documents,
      length = search_totals.length + excluded.length`)
}

/** For each term and piece which documents hold it, as hexadecimal digits, two bytes each; and how many hold each term. */
function invert(documents: readonly NewDocument[]) {
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
