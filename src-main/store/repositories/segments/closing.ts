/** What follows from closing a segment by hand, and from taking that back (docs/adr/0004-operation-log.md). */

import { messageId } from '@shared/ids'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { continuumSegments as segments } from '../../schema'
import { me } from '../profile'
import { createSegment, saidBefore } from './segments'

/** The closings that an operation, its undo or its redo changed. */
export interface Closings {
  /** Segments in which the talk was said that was closed. */
  homes: readonly string[]
  /** Milliseconds. */
  at: number
  /** How long a silence closes a segment; undefined: what is closed stays closed. */
  silenceMs: number | undefined
}

const CLOSED_BY_SILENCE = 'Nothing changes: silence has closed it meanwhile.'
const CLOSED_AGAIN = 'Nothing changes: it was closed by hand once more.'

/**
 * A single message that was said after the closing has no segment yet. Taking the closing back gives it one, which leads into
 * the one before: so doing it again parts the two.
 */
export async function takeInLone(db: Database, { homes, silenceMs }: Closings): Promise<void> {
  if (homes.length === 0 || silenceMs === undefined) return
  const { rows } = await db.execute<{ id: string; seq: string; ts: string }>(sql`
    SELECT id, seq, ts FROM messages WHERE user_id = ${me} AND conv IS NULL AND segment_id IS NULL
      AND NOT is_segment_boundary AND role IN ('user', 'assistant') ORDER BY seq DESC LIMIT 1`)
  const [lone] = rows
  if (!lone) return
  const before = await saidBefore(db, { seq: Number(lone.seq), ts: new Date(lone.ts).toISOString() }, silenceMs)
  if (!before || before.closed || !homes.includes(before.home)) return
  await createSegment(db, { conv: null, messageIds: [messageId.parse(lone.id)], followsClosed: before.home })
}

/** The segment in which the newest message of a home is found, and what may go on there. */
interface End {
  id: string
  /** Where its newest message was said. */
  newestHome: string
  /** Nothing was said after it. */
  last: boolean
  endTime: string
}

/**
 * Segments whose talk is closed are due. What was closed by hand and is not any more goes on, if nothing was said since and
 * silence would not have closed it. Answers the segments it changed, and what a person has to know.
 * @param joined what was said since is found in it now
 */
export async function followClosings(
  db: Database,
  { homes, at, silenceMs }: Closings,
  joined: boolean,
): Promise<{ segments: string[]; note: string | null }> {
  if (homes.length === 0) return { segments: [], note: null }
  const open = await db
    .select({ id: segments.id })
    .from(segments)
    .where(and(inArray(segments.id, [...homes]), isNull(segments.closedAt)))
  const reached: string[] = []
  let note: string | null = null
  for (const home of homes) {
    const isOpen = open.some((o) => o.id === home)
    const end = await endOf(db, home)
    if (end) reached.push(end.id)
    if (!isOpen) {
      if (end?.newestHome === home) await close(db, end.id)
      // Taken back, and yet closed: by another act that stands.
      if (silenceMs !== undefined) note = CLOSED_AGAIN
    } else if (end && goesOn(end, home, at, silenceMs)) await reopen(db, end.id)
    else if (!joined && !(end && (await isGoingOn(db, end.id)))) note = CLOSED_BY_SILENCE
  }
  return { segments: reached, note }
}

const goesOn = (end: End, home: string, at: number, silenceMs: number | undefined): boolean =>
  end.last && end.newestHome === home && silenceMs !== undefined && at - new Date(end.endTime).getTime() <= silenceMs

async function endOf(db: Database, home: string): Promise<End | null> {
  const { rows } = await db.execute<{
    id: string
    newest_home: string
    last: boolean | null
    end_time: string
  }>(sql`
    SELECT s.id, s.end_time, n.home_segment_id AS newest_home, s.conv IS NULL AND s.id = (
        SELECT segment_id FROM messages l WHERE l.user_id = ${me} AND l.conv IS NULL AND NOT l.is_segment_boundary
          AND l.role IN ('user', 'assistant') ORDER BY l.seq DESC LIMIT 1) AS last
    FROM continuum_segments s, LATERAL (
      SELECT home_segment_id FROM messages m WHERE m.user_id = ${me} AND m.segment_id = s.id AND NOT m.is_segment_boundary
        ORDER BY m.ts DESC, m.id DESC LIMIT 1) n
    WHERE s.user_id = ${me} AND s.id = (
      SELECT segment_id FROM messages h WHERE h.user_id = ${me} AND h.home_segment_id = ${home}::uuid
        AND NOT h.is_segment_boundary ORDER BY h.ts DESC, h.id DESC LIMIT 1)`)
  const [row] = rows
  return row ? { id: row.id, newestHome: row.newest_home, last: row.last === true, endTime: row.end_time } : null
}

async function isGoingOn(db: Database, id: string): Promise<boolean> {
  const n = await db.$count(
    segments,
    and(eq(segments.id, id), eq(segments.status, 'active'), sql`NOT metadata ? 'close_now'`),
  )
  return n > 0
}

/** Due at the next look, and at once if somebody waits for it. */
async function close(db: Database, id: string): Promise<void> {
  await db
    .update(segments)
    .set({ metadata: sql`metadata || '{"close_now": true}'`, nextAttemptAt: null })
    .where(and(eq(segments.id, id), inArray(segments.status, ['active', 'collapsing']), isNull(segments.conv)))
}

/** As if it had never been closed; a collapse under way is off. Its session goes on, unless another began since. */
async function reopen(db: Database, id: string): Promise<void> {
  await db
    .update(segments)
    .set({
      status: 'active',
      claimedAt: null,
      attempts: 0,
      nextAttemptAt: null,
      title: '',
      summary: '',
      summarisedBy: null,
      summaryEmbedding: null,
      embeddingModel: null,
      bucketsDiscussed: [],
      complexity: null,
      inactiveDurationMinutes: null,
      collapsedAt: null,
      memoriesExtracted: false,
      domainBlocksUpdated: false,
      metadata: sql`(metadata - 'close_now' - 'resummarise')
        || CASE WHEN status = 'collapsing' THEN '{"reopened": true}'::jsonb ELSE '{}'::jsonb END`,
    })
    .where(eq(segments.id, id))
  await db.execute(sql`
    DELETE FROM search_documents d USING continuum_segments s, messages m
    WHERE d.user_id = ${me} AND d.kind = 'segment' AND d.number = m.seq
      AND s.user_id = ${me} AND s.id = ${id}::uuid AND m.user_id = ${me} AND m.id = s.sentinel_id`)
  await db.execute(sql`
    DELETE FROM search_vectors v USING continuum_segments s, messages m
    WHERE v.user_id = ${me} AND v.kind = 'segment' AND v.number = m.seq
      AND s.user_id = ${me} AND s.id = ${id}::uuid AND m.user_id = ${me} AND m.id = s.sentinel_id`)
  await db.execute(sql`
    UPDATE sessions e SET ended_at = NULL
    WHERE e.user_id = ${me} AND e.ended_at IS NOT NULL
      AND e.id = (SELECT id FROM sessions n WHERE n.user_id = ${me} ORDER BY started_at DESC LIMIT 1)
      AND e.after_seq < (SELECT max(m.seq) FROM messages m WHERE m.user_id = ${me} AND m.segment_id = ${id}::uuid
        AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant'))`)
}
