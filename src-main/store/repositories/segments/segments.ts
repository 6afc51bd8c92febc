import { type BucketId, type MessageId, type SegmentId, segmentId } from '@shared/ids'
import { and, asc, desc, eq, getTableColumns, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { messages, continuumSegments as segments } from '../../schema'
import { vectorText } from '../../schema/columns'
import type { StoredMessage, StoredSegment } from '../../types'
import { shown } from '../conversation/messages'
import { me } from '../profile'
import { toSegment } from '../rows'
import { indexSegment } from '../search/indexing'
import { insertSegment, joinSegment, syncSentinel, uuids } from './rows'

/** Segments in which something is found: not those merged away, nor those whose cut was taken back. */
export const present = ne(segments.status, 'void')
/** A segment that is summarised anew because its edges were moved is over, whatever its status says meanwhile. */
const notAnew = sql`not ${segments.metadata} ? 'resummarise'`
/** Segments that live messages may go into. */
export const live = and(inArray(segments.status, ['active', 'collapsing']), isNull(segments.conv), notAnew)

const { summaryEmbedding: _, retoldEmbedding: __, toldBefore: ___, ...withoutVector } = getTableColumns(segments)
/** A segment without the vector of its synopsis: 384 numbers that nobody who reads a segment looks at. */
export const segmentColumns = withoutVector

export interface CollapseSave {
  segmentId: SegmentId
  title: string
  synopsis: string
  summarisedBy: 'model' | 'extractive'
  embedding: Float32Array
  embeddingModel: string
  buckets: BucketId[]
  toolsUsed: string[]
  complexity: number
  /** Messages that were summarised: if there are more by now, the collapse is off. */
  expectedMessages: number
  inactiveMinutes: number
}

export const segmentsRepository = {
  async byId(db: Database, id: SegmentId): Promise<StoredSegment | null> {
    const [row] = await db
      .select(segmentColumns)
      .from(segments)
      .where(and(present, eq(segments.id, id)))
    return row ? toSegment(row) : null
  },

  async byIds(db: Database, ids: readonly SegmentId[]): Promise<StoredSegment[]> {
    if (ids.length === 0) return []
    return (
      await db
        .select(segmentColumns)
        .from(segments)
        .where(and(present, inArray(segments.id, [...ids])))
        .orderBy(asc(segments.startTime))
    ).map(toSegment)
  },

  /** The segment live messages go into, if one is active. */
  async active(db: Database): Promise<StoredSegment | null> {
    const [row] = await db.select(segmentColumns).from(segments).where(live).orderBy(desc(segments.endTime)).limit(1)
    return row ? toSegment(row) : null
  },

  /** Newest first. */
  async newest(db: Database, limit: number, filter?: string): Promise<StoredSegment[]> {
    const matching = filter
      ? sql`(${segments.title} ilike ${`%${filter}%`} or ${segments.summary} ilike ${`%${filter}%`})`
      : undefined
    return (
      await db
        .select(segmentColumns)
        .from(segments)
        .where(and(present, matching))
        .orderBy(desc(segments.startTime))
        .limit(limit)
    ).map(toSegment)
  },

  async newestCollapsed(db: Database, limit: number): Promise<StoredSegment[]> {
    return (
      await db
        .select(segmentColumns)
        .from(segments)
        .where(eq(segments.status, 'collapsed'))
        .orderBy(desc(segments.endTime))
        .limit(limit)
    ).map(toSegment)
  },

  /** The vector of the synopsis that an operation is going to tell the segment by. */
  async prepareRetelling(db: Database, of: { segmentId: SegmentId; embedding: Float32Array }): Promise<void> {
    await db
      .update(segments)
      .set({ retoldEmbedding: sql`${vectorText(of.embedding)}::vector` })
      .where(eq(segments.id, of.segmentId))
  },

  async count(db: Database): Promise<number> {
    return db.$count(segments, present)
  },

  /**
   * Segments whose silence is longer than the threshold, and those whose collapse was due again or whose claim expired.
   * Times come from the database; a segment that lies in the future (a clock was set back) starts its hour when it is
   * first seen, so it neither collapses while alive nor stays for ever.
   */
  async due(db: Database, input: { now: number; timeoutMs: number; claimMs: number }): Promise<StoredSegment[]> {
    const now = new Date(input.now)
    await db.execute(sql`
      UPDATE continuum_segments SET metadata = metadata || jsonb_build_object('quiet_since', ${now}::timestamptz)
      WHERE user_id = ${me} AND status = 'active' AND end_time > ${now}
        AND coalesce((metadata->>'quiet_since')::timestamptz, 'infinity') > ${now}`)
    const rows = await db
      .select(segmentColumns)
      .from(segments)
      .where(
        sql`(status = 'active' AND ${quietSince(now)} <= ${new Date(input.now - input.timeoutMs)} AND ${retryDue(now)})
          OR (status = 'active' AND (metadata->>'close_now')::boolean)
          OR (status = 'active' AND conv IS NOT NULL AND ${retryDue(now)})
          OR (status = 'collapsed' AND metadata ? 'resummarise' AND ${retryDue(now)})
          OR (status = 'collapsing' AND ${claimOver(input)})`,
      )
      .orderBy(asc(segments.startTime))
    return rows.map(toSegment)
  },

  /** Atomic `active → collapsing`. An expired claim can be taken over, so a crash wedges nothing. */
  async claim(db: Database, input: { segmentId: SegmentId; now: number; claimMs: number }): Promise<boolean> {
    const rows = await db
      .update(segments)
      .set({ status: 'collapsing', claimedAt: new Date(input.now), metadata: sql`metadata - 'reopened'` })
      .where(
        and(
          eq(segments.id, input.segmentId),
          sql`(status in ('active', 'failed') or (status = 'collapsed' and metadata ? 'resummarise') or (status = 'collapsing' and ${claimOver(input)}))`,
        ),
      )
      .returning({ id: segments.id })
    await syncSentinel(db, input.segmentId)
    return rows.length === 1
  },

  /**
   * A process died at these: nobody is at them any more. Only for a store that one process alone has open. `but`: segments
   * that this process is at itself.
   */
  async endClaims(db: Database, input: { but: readonly SegmentId[] }): Promise<void> {
    await db.execute(sql`
      UPDATE continuum_segments SET claimed_at = 'epoch' WHERE user_id = ${me} AND status = 'collapsing'
        AND NOT id = ANY(${`{${input.but.join(',')}}`}::uuid[])`)
  },

  /** Saves a collapse; false (and the segment stays active) if meanwhile a message arrived or its closing was taken back. */
  async saveCollapse(db: Database, save: CollapseSave): Promise<boolean> {
    const [present] = await db
      .select({ n: sql<number>`count(*)`.mapWith(Number) })
      .from(messages)
      .where(and(shown, eq(messages.segmentId, save.segmentId)))
    const off = await db.$count(segments, and(eq(segments.id, save.segmentId), sql`metadata ? 'reopened'`))
    if (off > 0 || (present?.n ?? 0) !== save.expectedMessages) {
      await segmentsRepository.release(db, { segmentId: save.segmentId })
      return false
    }
    await db
      .update(segments)
      .set({
        status: 'collapsed',
        claimedAt: null,
        title: save.title,
        summary: save.synopsis,
        summarisedBy: save.summarisedBy,
        summaryEmbedding: sql`${vectorText(save.embedding)}::vector`,
        embeddingModel: save.embeddingModel,
        bucketsDiscussed: save.buckets,
        toolsUsed: save.toolsUsed,
        complexity: save.complexity,
        inactiveDurationMinutes: save.inactiveMinutes,
        collapsedAt: sql`end_time + make_interval(mins => ${save.inactiveMinutes}::int)`,
        // What it says is new: its buckets take it in again. Memories are taken from messages, which only a segment that
        // went on has more of.
        domainBlocksUpdated: false,
        memoriesExtracted: sql`memories_extracted AND metadata ? 'resummarise'`,
        metadata: sql`metadata - 'resummarise' - 'close_now' - 'old_summary'`,
      })
      .where(eq(segments.id, save.segmentId))
    await syncSentinel(db, save.segmentId)
    const named = await segmentsRepository.byId(db, save.segmentId)
    await indexSegment(db, {
      id: save.segmentId,
      title: named?.title ?? save.title,
      synopsis: save.synopsis,
      modelId: save.embeddingModel,
      vector: save.embedding,
    })
    return true
  },

  /** Gives a claim back. `retryAt` delays the next attempt; `failed` ends the attempts until a person asks again. */
  async release(
    db: Database,
    input: { segmentId: SegmentId; retryAt?: number; attempts?: number; failed?: boolean },
  ): Promise<void> {
    await db
      .update(segments)
      .set({
        status: input.failed
          ? 'failed'
          : sql`CASE WHEN status = 'void' THEN 'void' WHEN metadata ? 'resummarise' THEN 'collapsed' ELSE 'active' END`,
        claimedAt: null,
        ...(input.attempts === undefined ? {} : { attempts: input.attempts }),
        nextAttemptAt: input.retryAt === undefined ? null : new Date(input.retryAt),
      })
      .where(eq(segments.id, input.segmentId))
    await syncSentinel(db, input.segmentId)
  },

  /** A person's “close this segment now”: due at the next look. */
  async closeNow(db: Database, id: SegmentId): Promise<void> {
    await db
      .update(segments)
      .set({ metadata: sql`${segments.metadata} || '{"close_now": true}'`, nextAttemptAt: null })
      .where(eq(segments.id, id))
  },

  /**
   * Collapsed segments whose downstream work is not finished: drained at start-up and after each collapse.
   * @param memories whether memories are taken from segments at all
   */
  async undrained(db: Database, limit: number, memories = false): Promise<StoredSegment[]> {
    const rows = await db
      .select(segmentColumns)
      .from(segments)
      .where(
        and(
          eq(segments.status, 'collapsed'),
          or(eq(segments.domainBlocksUpdated, false), memories ? eq(segments.memoriesExtracted, false) : undefined),
        ),
      )
      .orderBy(asc(segments.endTime))
      .limit(limit)
    return rows.map(toSegment)
  },

  async markDrained(db: Database, id: SegmentId): Promise<void> {
    await db.update(segments).set({ domainBlocksUpdated: true }).where(eq(segments.id, id))
    await syncSentinel(db, id)
  },

  async markExtracted(db: Database, id: SegmentId): Promise<void> {
    await db.update(segments).set({ memoriesExtracted: true }).where(eq(segments.id, id))
    await syncSentinel(db, id)
  },
}

/** Longest wait between two attempts; a later time was written by a clock that ran ahead. */
const LONGEST_WAIT_MS = 3_600_000

/** Since when a segment is silent: its last message, or the first look at it while that lies in the future. */
const quietSince = (now: Date) =>
  sql`CASE WHEN end_time > ${now} THEN coalesce((metadata->>'quiet_since')::timestamptz, end_time) ELSE end_time END`

const retryDue = (now: Date) =>
  sql`(next_attempt_at IS NULL OR next_attempt_at <= ${now} OR next_attempt_at > ${new Date(now.getTime() + LONGEST_WAIT_MS)})`

/** A claim has expired, or was written by a clock that ran ahead. */
const claimOver = ({ now, claimMs }: { now: number; claimMs: number }) =>
  sql`(claimed_at <= ${new Date(now - claimMs)} OR claimed_at > ${new Date(now + claimMs)})`

/**
 * Where the live message right before this one was said, if no silence of the threshold lies between them; and whether the
 * talk there was closed by hand: only that parts the two.
 */
export async function saidBefore(
  db: Database,
  message: Pick<StoredMessage, 'seq' | 'ts'>,
  timeoutMs: number,
): Promise<{ home: string; closed: boolean } | null> {
  const { rows } = await db.execute<{ home: string; closed: boolean }>(sql`
    SELECT h.id AS home, h.closed_at IS NOT NULL AS closed FROM (
      SELECT home_segment_id, ts FROM messages WHERE user_id = ${me} AND conv IS NULL AND NOT is_segment_boundary
        AND role IN ('user', 'assistant') AND seq < ${message.seq} ORDER BY seq DESC LIMIT 1) m
    JOIN continuum_segments h ON h.user_id = ${me} AND h.id = m.home_segment_id
    WHERE m.ts >= ${new Date(Date.parse(message.ts) - timeoutMs)}`)
  return rows[0] ?? null
}

/** Makes a segment of these messages with its sentinel, in one go with the denormalised row. */
export async function createSegment(
  db: Database,
  input: {
    conv: string | null
    messageIds: readonly MessageId[]
    followsClosed?: string | null
    conversationTitle?: string | null
    collection?: string | null
    oneTalk?: boolean
  },
): Promise<SegmentId> {
  const id = segmentId.parse(uuidv7())
  const { rows } = await db.execute<{ start: string }>(sql`
    SELECT min(ts) AS start FROM messages WHERE user_id = ${me} AND id IN (${uuids(input.messageIds)})`)
  await insertSegment(db, {
    id,
    conv: input.conv,
    start: new Date(rows[0]?.start ?? 0),
    status: 'active',
    followsClosed: input.followsClosed ?? null,
    conversationTitle: input.conversationTitle ?? null,
    collection: input.collection ?? null,
    oneTalk: input.oneTalk ?? false,
  })
  await joinSegment(db, id, input.messageIds)
  return id
}

/** Ends the running session: with its last message, however long ago that was, and at the latest at `at`. */
export async function endSession(db: Database, at: number): Promise<void> {
  await db.execute(sql`
    UPDATE sessions s SET ended_at = least(${new Date(at)}::timestamptz, coalesce(
      (SELECT m.ts FROM messages m WHERE m.user_id = s.user_id AND m.seq > s.after_seq AND m.conv IS NULL
         AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') ORDER BY m.seq DESC LIMIT 1), s.started_at))
    WHERE s.user_id = ${me} AND s.ended_at IS NULL`)
}
