import { messageId, segmentId } from '@shared/ids'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { preferences } from '../../schema'
import { parseVector } from '../../schema/columns'
import { me } from '../profile'
import { INDEX_COMPLETE } from './index-complete'
import { indexMessages, indexSegment, indexVectors } from './indexing'

/**
 * Puts into the index what was written before there was one, at most `limit` rows of a kind; true when nothing is left.
 * Every row of the store is looked at for it, so that it was done is remembered.
 */
export async function indexBacklog(db: Database, limit: number): Promise<boolean> {
  const done = await db.$count(preferences, eq(preferences.key, INDEX_COMPLETE))
  if (done > 0) return true
  if ((await vectors(db, limit)) > 0 || (await segments(db, limit)) > 0 || (await messages(db, limit)) > 0) return false
  await db
    .insert(preferences)
    .values({ userId: me, key: INDEX_COMPLETE, value: true, updatedAt: new Date() })
    .onConflictDoNothing()
  return true
}

async function vectors(db: Database, limit: number): Promise<number> {
  const { rows } = await db.execute<{ id: string; model: string; vector: string }>(sql`
    SELECT e.message_id AS id, e.model_id AS model, e.embedding::text AS vector
    FROM message_embeddings e JOIN messages m ON m.user_id = e.user_id AND m.id = e.message_id
    WHERE e.user_id = ${me} AND NOT EXISTS (
      SELECT FROM search_vectors v WHERE v.user_id = e.user_id AND v.model_id = e.model_id AND v.kind = 'message' AND v.number = m.seq)
    ORDER BY e.model_id, m.seq LIMIT ${limit}`)
  for (const model of new Set(rows.map((r) => r.model)))
    await indexVectors(
      db,
      model,
      rows.filter((r) => r.model === model).map((r) => ({ id: messageId.parse(r.id), vector: parseVector(r.vector) })),
    )
  return rows.length
}

async function segments(db: Database, limit: number): Promise<number> {
  const { rows } = await db.execute<{ id: string; title: string; summary: string; model: string; vector: string }>(sql`
    SELECT s.id, coalesce(s.own_title, s.title) AS title, s.summary, s.embedding_model AS model, s.summary_embedding::text AS vector
    FROM continuum_segments s JOIN messages m ON m.user_id = s.user_id AND m.id = s.sentinel_id
    WHERE s.user_id = ${me} AND s.summary_embedding IS NOT NULL AND s.embedding_model IS NOT NULL AND NOT EXISTS (
      SELECT FROM search_documents d WHERE d.user_id = s.user_id AND d.kind = 'segment' AND d.number = m.seq)
    ORDER BY m.seq LIMIT ${limit}`)
  for (const { id, title, summary, model, vector } of rows)
    await indexSegment(db, {
      id: segmentId.parse(id),
      title,
      synopsis: summary,
      modelId: model,
      vector: parseVector(vector),
    })
  return rows.length
}

async function messages(db: Database, limit: number): Promise<number> {
  const { rows } = await db.execute<{
    seq: string
    role: 'user' | 'assistant'
    author: string
    text: string
    segment: string | null
  }>(sql`
    SELECT m.seq, m.role, m.author, m.text, m.segment_id AS segment FROM messages m
    WHERE m.user_id = ${me} AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') AND NOT EXISTS (
      SELECT FROM search_documents d WHERE d.user_id = m.user_id AND d.kind = 'message' AND d.number = m.seq)
    ORDER BY m.seq LIMIT ${limit}`)
  for (const segment of new Set(rows.map((r) => r.segment)))
    await indexMessages(
      db,
      rows.filter((r) => r.segment === segment).map((r) => ({ ...r, seq: Number(r.seq) })),
      segment === null ? null : segmentId.parse(segment),
    )
  return rows.length
}
