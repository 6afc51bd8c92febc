/** How segments and their messages are written: the denormalised row and the sentinel, always together. */

import { messageId } from '@shared/ids'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { continuums, messages, continuumSegments as segments } from '../../schema'
import { me, mine } from '../profile'

export const uuids = (ids: readonly string[]): SQL =>
  sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )

/**
 * A segment without messages and its sentinel. `cutFrom`: the segment a cut takes it from; `followsClosed`: the one it began
 * after, if that was closed by hand. A cut has no part in the title of the conversation: two parts are told apart by what is said.
 */
export async function insertSegment(
  db: Database,
  input: {
    id: string
    conv: string | null
    start: Date
    status: 'active' | 'void'
    cutFrom?: string
    followsClosed?: string | null
    conversationTitle?: string | null
    collection?: string | null
    oneTalk?: boolean
  },
): Promise<void> {
  const [continuum] = await db.select().from(continuums).limit(1)
  const sentinelId = messageId.parse(uuidv7({ msecs: input.start.getTime() }))
  await db.insert(segments).values({
    userId: mine,
    id: input.id,
    continuumId: continuum?.id ?? '',
    sentinelId,
    conv: input.conv,
    startTime: input.start,
    endTime: input.start,
    status: input.status,
    messageCount: 0,
    cutFrom: input.cutFrom ?? null,
    followsClosed: input.followsClosed ?? null,
    conversationTitle: input.conversationTitle ?? null,
    collection: input.collection ?? null,
    oneTalk: input.oneTalk ?? false,
  })
  await db.insert(messages).values({
    userId: mine,
    id: sentinelId,
    continuumId: continuum?.id ?? '',
    shortId: sentinelId.slice(-8),
    conv: input.conv,
    ts: input.start,
    role: 'system',
    author: 'system',
    text: '',
    isSegmentBoundary: true,
    segmentId: input.id,
  })
}

/**
 * Puts messages into a segment. Their home is that of the newest message found there: in a segment that was merged out of
 * several, what is said now belongs to the part that was going on, and stays with it when the merge is taken back.
 */
export async function joinSegment(db: Database, id: string, messageIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    UPDATE messages SET segment_id = ${id}::uuid, home_segment_id = coalesce((
        SELECT n.home_segment_id FROM messages n WHERE n.user_id = ${me} AND n.segment_id = ${id}::uuid
          AND NOT n.is_segment_boundary ORDER BY n.ts DESC, n.id DESC LIMIT 1), ${id}::uuid)
    WHERE user_id = ${me} AND id IN (${uuids(messageIds)})`)
  await db
    .update(segments)
    .set({
      status: sql`CASE WHEN status = 'failed' THEN 'active' ELSE status END`,
      metadata: sql`metadata - 'quiet_since'`,
    })
    .where(eq(segments.id, id))
  await recountSegments(db, [id])
}

/** Counts, times and tools of segments from their messages; times of empty ones stay. */
export async function recountSegments(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    UPDATE continuum_segments s SET message_count = c.n, end_time = coalesce(c.last_ts, s.end_time),
      start_time = coalesce(c.first_ts, s.start_time),
      tools_used = coalesce((SELECT jsonb_agg(DISTINCT t) FROM messages m, jsonb_array_elements(m.tools) t
                             WHERE m.user_id = ${me} AND m.segment_id = s.id AND m.tools <> '[]'), '[]')
    FROM (SELECT x.id, own.* FROM continuum_segments x, LATERAL (
            SELECT count(*)::int AS n, min(ts) AS first_ts, max(ts) AS last_ts
            FROM (SELECT ts FROM messages m WHERE m.user_id = ${me} AND m.segment_id = x.id
              AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') OFFSET 0) said) own
          WHERE x.user_id = ${me} AND x.id IN (${uuids(ids)})) c
    WHERE s.user_id = ${me} AND s.id = c.id`)
  await syncSentinels(db, ids)
}

export const syncSentinel = (db: Database, id: string): Promise<void> => syncSentinels(db, [id])

/** The sentinel's metadata says the same as the row (01-domain, Segment). */
export async function syncSentinels(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    UPDATE messages m SET ts = s.start_time, text = s.summary, segment_embedding = s.summary_embedding,
      metadata = jsonb_build_object('is_segment_boundary', true, 'status', s.status, 'segment_id', s.id,
        'segment_start_time', s.start_time, 'segment_end_time', s.end_time, 'tools_used', s.tools_used,
        'memories_extracted', s.memories_extracted, 'domain_blocks_updated', s.domain_blocks_updated,
        'buckets_discussed', s.buckets_discussed, 'attempts', s.attempts, 'claimed_at', s.claimed_at,
        'display_title', coalesce(s.own_title, s.title), 'complexity', s.complexity)
    FROM continuum_segments s
    WHERE s.user_id = ${me} AND s.id IN (${uuids(ids)}) AND m.user_id = ${me} AND m.id = s.sentinel_id`)
}

/** How many messages of any kind are found in each of these segments. */
export async function contentsOf(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: messages.segmentId, n: sql<number>`count(*)`.mapWith(Number) })
    .from(messages)
    .where(sql`${inArray(messages.segmentId, [...ids])} AND NOT ${messages.isSegmentBoundary}`)
    .groupBy(messages.segmentId)
  return new Map(rows.flatMap((r) => (r.id === null ? [] : [[r.id, r.n] as const])))
}
