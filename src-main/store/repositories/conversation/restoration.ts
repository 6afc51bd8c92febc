import { segmentId } from '@shared/ids'
import { and, desc, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { continuumSegments as segments } from '../../schema'
import type { StoredMessage, StoredSegment } from '../../types'
import { me } from '../profile'
import { toSegment } from '../rows'
import { live, present, segmentColumns } from '../segments/segments'
import { messagesRepository } from './messages'

const said = sql`user_id = ${me} AND NOT is_segment_boundary AND role IN ('user', 'assistant')`

/** What a session's context is composed from. */
export interface RestorationMaterial {
  /** The newest messages, oldest first, and the segments they lie in. */
  newest: StoredMessage[]
  segments: StoredSegment[]
  /** When the newest messages were said, newest first, milliseconds. */
  newestTimes: number[]
  /** Collapsed segments, newest first. */
  summaries: StoredSegment[]
  /** All messages of the segment that is going on, oldest first; none if there is no such segment. */
  active: StoredMessage[]
  /** How many messages there are; counted only so far that it is clear whether `newest` and `active` are all of them. */
  messages: number
  /** The place in the order of arrival that the next message comes after. */
  newestSeq: number
  previousStartedAt: number | null
}

export const restoration = {
  /**
   * Reads everything a context is composed from, in one transaction and few queries. Costs the same however much was ever
   * said: each query ends at a limit and follows an index.
   * @param silentSince milliseconds; a live segment whose last message is older is not going on any more
   */
  async read(
    db: Database,
    input: { newest: number; times: number; summaries: number; silentSince: number },
  ): Promise<RestorationMaterial> {
    const newest = await messagesRepository.newest(db, input.newest)
    const moment = await momentOf(db, input.times)
    const running = moment.live && moment.live.end >= input.silentSince ? segmentId.parse(moment.live.id) : null
    const active = running ? await messagesRepository.ofSegment(db, running) : []
    const ids = new Set(newest.flatMap((m) => (m.segmentId ? [m.segmentId] : [])))
    const read = await segmentsOf(db, [...ids], input.summaries)
    const known = active.length + newest.length
    return {
      newest,
      segments: read.filter((s) => ids.has(s.id)),
      newestTimes: moment.times,
      summaries: read.filter((s) => s.status === 'collapsed').slice(0, input.summaries),
      active,
      messages: known < moment.times.length ? moment.times.length : await countUpTo(db, known + 1),
      newestSeq: Number(moment.seq),
      previousStartedAt: moment.previous,
    }
  },
}

interface Moment {
  times: number[]
  seq: number
  /** The segment live messages go into, and when its last one was said. */
  live: { id: string; end: number } | null
  previous: number | null
}

async function momentOf(db: Database, times: number): Promise<Moment> {
  const ms = (time: string) => sql.raw(`floor(extract(epoch FROM ${time}) * 1000)::bigint`)
  const { rows } = await db.execute<{ moment: Moment }>(sql`
    SELECT jsonb_build_object(
      'times', (SELECT coalesce(jsonb_agg(t ORDER BY n), '[]') FROM
        (SELECT ${ms('ts')} AS t, row_number() OVER () AS n FROM
          (SELECT ts FROM messages WHERE ${said} ORDER BY ts DESC, id DESC LIMIT ${times}) newest) numbered),
      'seq', coalesce((SELECT seq FROM messages WHERE user_id = ${me} ORDER BY seq DESC LIMIT 1), 0),
      'live', (SELECT jsonb_build_object('id', id, 'end', ${ms('end_time')}) FROM continuum_segments
        WHERE user_id = ${me} AND ${live} ORDER BY end_time DESC LIMIT 1),
      'previous', (SELECT ${ms('started_at')} FROM sessions WHERE user_id = ${me} ORDER BY started_at DESC LIMIT 1)
    ) AS moment`)
  const [row] = rows
  if (!row) throw new Error('a query without FROM answers one row')
  return row.moment
}

/** These segments, and the newest collapsed ones; newest first. */
async function segmentsOf(db: Database, ids: readonly string[], summaries: number): Promise<StoredSegment[]> {
  const collapsed = sql`${segments.id} IN (SELECT id FROM continuum_segments c
    WHERE c.user_id = ${me} AND c.status = 'collapsed' ORDER BY c.end_time DESC LIMIT ${summaries})`
  const named = ids.length === 0 ? undefined : inArray(segments.id, [...ids])
  const rows = await db
    .select(segmentColumns)
    .from(segments)
    .where(and(present, or(named, collapsed)))
    .orderBy(desc(segments.endTime))
  return rows.map(toSegment)
}

async function countUpTo(db: Database, most: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM (SELECT FROM messages WHERE ${said} LIMIT ${most}) counted`,
  )
  return rows[0]?.n ?? 0
}
