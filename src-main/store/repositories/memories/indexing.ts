/** Memories in the search index, beside messages and segments; a memory goes by its `seq`. */

import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { termCounts } from '../../search-terms'
import { centreOf, signatureOf } from '../../signature'
import { me } from '../profile'
import { isHeld, textArray } from '../search/indexing'

/** Puts memories in, or what they say now in place of what they said. */
export async function indexMemories(
  db: Database,
  memories: readonly { seq: number; content: string }[],
): Promise<void> {
  if (memories.length === 0) return
  const read = memories.map(({ seq, content }) => ({ seq, terms: [...termCounts(content).keys()] }))
  await db.execute(sql`
    INSERT INTO search_documents (user_id, kind, number, segment, length, terms)
    SELECT ${me}, 'memory', (d ->> 'seq')::bigint, NULL, jsonb_array_length(d -> 'terms'),
      ARRAY(SELECT jsonb_array_elements_text(d -> 'terms'))
    FROM jsonb_array_elements(${JSON.stringify(read)}::jsonb) d
    ON CONFLICT (user_id, kind, number) DO UPDATE SET length = excluded.length, terms = excluded.terms`)
  // A word that nobody has said yet is looked up like those that were.
  const terms = [...new Set(read.flatMap((one) => one.terms))]
  await db.execute(sql`
    INSERT INTO search_terms (user_id, term, documents)
    SELECT ${me}, t, 1 FROM unnest(${textArray(terms)}::text[]) t ORDER BY t ON CONFLICT DO NOTHING`)
}

/** Abbreviated vectors; written anew, so that whoever holds signatures in memory reads them. */
export async function indexMemoryVectors(
  db: Database,
  modelId: string,
  vectors: readonly { seq: number; vector: Float32Array }[],
): Promise<void> {
  const centre = centreOf(modelId)
  for (const { seq, vector } of vectors) {
    await dropSignature(db, seq)
    const bits = Buffer.from(signatureOf(vector, centre)).toString('hex')
    await db.execute(sql`
      INSERT INTO search_vectors (user_id, model_id, kind, number, bits)
      VALUES (${me}, ${modelId}, 'memory', ${seq}::bigint, decode(${bits}, 'hex'))`)
  }
}

export async function dropSignature(db: Database, seq: number): Promise<void> {
  await db.execute(
    sql`DELETE FROM search_vectors WHERE user_id = ${me} AND kind = 'memory' AND number = ${seq}::bigint`,
  )
}

/** Takes a memory out, with the words of all it ever said that nothing else holds. */
export async function dropFromIndex(db: Database, seq: number, contents: readonly string[]): Promise<void> {
  await dropSignature(db, seq)
  await db.execute(
    sql`DELETE FROM search_documents WHERE user_id = ${me} AND kind = 'memory' AND number = ${seq}::bigint`,
  )
  const terms = new Set(contents.flatMap((content) => [...termCounts(content).keys()]))
  await db.execute(sql`
    DELETE FROM search_terms t WHERE t.user_id = ${me} AND t.documents <= 1
      AND t.term = ANY(${textArray([...terms])}::text[])
      AND NOT ${isHeld}`)
}
