/** The writing side of the search index: kept by whoever writes messages, segments and vectors, in the same transaction. */

import type { MessageId, SegmentId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { SearchKind } from '../../schema'
import { messageTerms, termCounts } from '../../search-terms'
import { centreOf, signatureOf } from '../../signature'
import type { StoredMessage } from '../../types'
import { me } from '../profile'

type Heard = Pick<StoredMessage, 'seq' | 'role' | 'author' | 'text'>

/** Adds new messages by their terms; in how many messages each occurs is added up later (`count_words`). */
export async function indexMessages(
  db: Database,
  messages: readonly Heard[],
  segment: SegmentId | null = null,
): Promise<void> {
  // What tools and the system say never appears in searches (07-settled).
  const heard = messages.filter((m) => m.role === 'user' || m.role === 'assistant')
  if (heard.length === 0) return
  const documents = heard.map((m) => ({ number: m.seq, terms: messageTerms(m) }))
  await insertDocuments(db, 'message', documents, segment)
  await db.execute(sql`
    INSERT INTO search_backlog (user_id, number)
    SELECT ${me}, n FROM unnest(${`{${heard.map((m) => m.seq).join(',')}}`}::bigint[]) n ON CONFLICT DO NOTHING`)
}

async function insertDocuments(
  db: Database,
  kind: SearchKind,
  documents: readonly { number: number; terms: readonly string[] }[],
  segment: SegmentId | null,
): Promise<void> {
  const rows = documents.map(
    ({ number, terms }) =>
      sql`(${me}, ${kind}, ${number}::bigint, ${segment}::uuid, ${terms.length}::int, ${textArray(terms)}::text[])`,
  )
  await db.execute(sql`
    INSERT INTO search_documents (user_id, kind, number, segment, length, terms) VALUES ${sql.join(rows, sql`, `)}
    ON CONFLICT (user_id, kind, number) DO UPDATE SET segment = excluded.segment, length = excluded.length, terms = excluded.terms`)
}

/** Abbreviates vectors that were just saved. Ids that are no messages of this profile are left out. */
export async function indexVectors(
  db: Database,
  modelId: string,
  vectors: readonly { id: MessageId; vector: Float32Array }[],
): Promise<void> {
  if (vectors.length === 0) return
  const centre = centreOf(modelId)
  const hex = vectors.map(({ vector }) => Buffer.from(signatureOf(vector, centre)).toString('hex'))
  await db.execute(sql`
    INSERT INTO search_vectors (user_id, model_id, kind, number, bits)
    SELECT ${me}, ${modelId}, 'message', m.seq, decode(v.bits, 'hex')
    FROM unnest(${`{${vectors.map((v) => v.id).join(',')}}`}::uuid[], ${`{${hex.join(',')}}`}::text[]) AS v(id, bits)
    JOIN messages m ON m.user_id = ${me} AND m.id = v.id ORDER BY m.seq
    ON CONFLICT DO NOTHING`)
}

/** Puts a collapsed segment in, or what it says now in place of what it said. */
export async function indexSegment(
  db: Database,
  segment: { id: SegmentId; title: string; synopsis: string; modelId: string; vector: Float32Array },
): Promise<void> {
  const { rows } = await db.execute<{ seq: string }>(sql`
    SELECT m.seq FROM continuum_segments s JOIN messages m ON m.user_id = s.user_id AND m.id = s.sentinel_id
    WHERE s.user_id = ${me} AND s.id = ${segment.id}::uuid`)
  const [row] = rows
  if (!row) return
  const terms = [...termCounts(`${segment.title}\n${segment.synopsis}`).keys()]
  const said = await db.execute<{ terms: string[] }>(sql`
    SELECT terms FROM search_documents WHERE user_id = ${me} AND kind = 'segment' AND number = ${row.seq}::bigint`)
  await insertDocuments(db, 'segment', [{ number: Number(row.seq), terms }], segment.id)
  // A title may hold words that nobody said: they are looked up like those that were.
  await db.execute(sql`
    INSERT INTO search_terms (user_id, term, documents)
    SELECT ${me}, t, 1 FROM unnest(${textArray(terms)}::text[]) t ORDER BY t ON CONFLICT DO NOTHING`)
  const kept = new Set(terms)
  const gone = said.rows.flatMap((before) => before.terms).filter((term) => !kept.has(term))
  if (gone.length > 0) await dropUnsaid(db, gone)
  const bits = Buffer.from(signatureOf(segment.vector, centreOf(segment.modelId))).toString('hex')
  // Written anew, so that whoever holds signatures in memory reads it.
  await db.execute(
    sql`DELETE FROM search_vectors WHERE user_id = ${me} AND kind = 'segment' AND number = ${row.seq}::bigint`,
  )
  await db.execute(sql`
    INSERT INTO search_vectors (user_id, model_id, kind, number, bits)
    VALUES (${me}, ${segment.modelId}, 'segment', ${row.seq}::bigint, decode(${bits}, 'hex'))`)
}

/** Words of titles and summaries that nothing holds any more leave the vocabulary. */
async function dropUnsaid(db: Database, terms: readonly string[]): Promise<void> {
  await db.execute(sql`
    DELETE FROM search_terms t WHERE t.user_id = ${me} AND t.documents <= 1 AND t.term = ANY(${textArray(terms)}::text[])
      AND NOT ${isHeld}`)
}

/** Of a row `t` of `search_terms`: some document holds it. */
export const isHeld = sql`EXISTS (SELECT FROM search_postings p
  WHERE p.user_id = t.user_id AND p.kind IN ('message', 'segment', 'memory') AND p.term = t.term)`

/** An array literal. Terms are letters, digits and pictures, but what is quoted needs no trust. */
export const textArray = (terms: readonly string[]): string => `{${terms.map(quoted).join(',')}}`

/** The same of any text, NULL among it, without what no database can hold. */
export const arrayOf = (values: readonly (string | null)[]): string =>
  `{${values.map((v) => (v === null ? 'NULL' : quoted(v.replaceAll('\0', '').toWellFormed()))).join(',')}}`

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
