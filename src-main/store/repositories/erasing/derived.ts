/** What follows from the words of messages and has to go with them: vectors, passages, the index, and words that were counted. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'
import { isHeld, textArray } from '../search/indexing'
import { countAllWords } from '../search/words'

export interface Row {
  id: string
  seq: string
  shortId: string
  text: string
  externalId: string | null
  segment: string | null
  homeSegment: string | null
  bucket: string | null
  home: string | null
}

export const uuidArray = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`
const seqArray = (rows: readonly Row[]) => sql`${`{${rows.map((r) => r.seq).join(',')}}`}::bigint[]`

/**
 * Takes messages out of every index, as if their words had never been said. What waits to be counted is counted first.
 * @param terms of the statistics: in how many of these messages each occurs
 * @returns the terms they were found by
 */
export async function dropDerived(
  db: Database,
  rows: readonly Row[],
  terms: readonly (readonly [string, number])[],
): Promise<string[]> {
  const numbers = seqArray(rows)
  await countAllWords(db)
  const held = await db.execute<{ term: string }>(sql`
    SELECT DISTINCT unnest(terms) AS term FROM search_documents
    WHERE user_id = ${me} AND kind = 'message' AND number = ANY(${numbers})`)
  await db.execute(sql`
    WITH gone AS (
      DELETE FROM search_documents WHERE user_id = ${me} AND kind = 'message' AND number = ANY(${numbers}) RETURNING length, terms
    ), totals AS (
      UPDATE search_totals t SET documents = greatest(0, t.documents - g.n), length = greatest(0, t.length - g.l)
      FROM (SELECT count(*)::int AS n, coalesce(sum(length), 0)::bigint AS l FROM gone) g WHERE t.user_id = ${me}
    )
    UPDATE search_terms t SET documents = greatest(0, t.documents - g.n)
    FROM (SELECT term, count(*)::int AS n FROM gone, unnest(gone.terms) term GROUP BY 1) g
    WHERE t.user_id = ${me} AND t.term = g.term`)
  await db.execute(sql`
    DELETE FROM search_vectors WHERE user_id = ${me} AND kind = 'message' AND number = ANY(${numbers})`)
  await db.execute(sql`DELETE FROM message_passages WHERE user_id = ${me} AND number = ANY(${numbers})`)
  await db.execute(
    sql`DELETE FROM message_embeddings WHERE user_id = ${me} AND message_id = ANY(${uuidArray(rows.map((r) => r.id))})`,
  )
  const counted = JSON.stringify(Object.fromEntries(terms))
  await db.execute(sql`
    UPDATE term_statistics s SET documents = s.documents - t.value::int
    FROM jsonb_each_text(${counted}::jsonb) t WHERE s.user_id = ${me} AND s.term = t.key`)
  await db.execute(sql`DELETE FROM term_statistics WHERE user_id = ${me} AND documents <= 0`)
  return held.rows.map((r) => r.term)
}

/** Words that nothing holds any more leave the index; called once everything that held them is gone. */
export async function dropUnheldTerms(db: Database, terms: readonly string[]): Promise<void> {
  await db.execute(sql`
    DELETE FROM search_terms t WHERE t.user_id = ${me} AND t.term = ANY(${textArray(terms)}::text[])
      AND NOT ${isHeld}`)
}

/** A text is recognised in another by so many of its first characters. */
const TELLING = 80
const LEAST = 8

/**
 * Where the words of messages stand in what others were sent: notes from before, prompts kept word for word, answers of tools.
 * @returns messages that were changed
 */
export async function dropQuotations(db: Database, rows: readonly Row[]): Promise<void> {
  for (const { id, shortId, text } of rows) {
    const note = JSON.stringify([{ messageId: id }])
    await db.execute(sql`
      UPDATE messages m SET verbatim = NULL,
        recalled = coalesce((SELECT jsonb_agg(n) FROM jsonb_array_elements(m.recalled) n WHERE n->>'messageId' <> ${id}), '[]')
      WHERE m.user_id = ${me} AND m.recalled @> ${note}::jsonb`)
    const start = text.trim().slice(0, TELLING)
    const quoted = start.length >= LEAST
    await db.execute(sql`
      UPDATE messages SET verbatim = NULL WHERE user_id = ${me} AND verbatim IS NOT NULL
        AND (strpos(verbatim, ${shortId}) > 0 OR (${quoted} AND strpos(verbatim, ${start}) > 0))`)
    await db.execute(sql`
      UPDATE messages SET tool_rounds = '[]', verbatim = NULL WHERE user_id = ${me} AND tool_rounds <> '[]'
        AND (strpos(tool_rounds::text, ${shortId}) > 0 OR (${quoted} AND strpos(tool_rounds::text, ${start}) > 0))`)
    await db.execute(sql`
      DELETE FROM sessions WHERE user_id = ${me} AND (strpos(opening::text, ${shortId}) > 0
        OR strpos(opening::text, ${id}) > 0 OR (${quoted} AND strpos(opening::text, ${jsonInside(start)}) > 0))`)
    if (quoted)
      await db.execute(sql`
        UPDATE bucket_operations SET sentence = 'An act on a message that was erased since.'
        WHERE user_id = ${me} AND strpos(sentence, ${start.slice(0, QUOTED_IN_SENTENCES)}) > 0`)
  }
  await db.execute(
    sql`DELETE FROM pending_replies WHERE user_id = ${me} AND user_message_id = ANY(${uuidArray(rows.map((r) => r.id))})`,
  )
}

/** Receipts quote the beginning of a message. */
const QUOTED_IN_SENTENCES = 20

/** As a text stands inside of JSON, without the quotation marks around it. */
const jsonInside = (text: string): string => JSON.stringify(text).slice(1, -1)
