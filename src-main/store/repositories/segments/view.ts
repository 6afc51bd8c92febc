/** How segments are looked at: the manifest's pages, a segment's neighbours, its parts, and those like it. */

import { type BucketId, bucketId, type MessageId, messageId, type SegmentId, segmentId } from '@shared/ids'
import { and, desc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { buckets, messages, continuumSegments as segments } from '../../schema'
import { vectorText } from '../../schema/columns'
import type { StoredSegment } from '../../types'
import { me } from '../profile'
import { toSegment } from '../rows'
import { uuids } from './rows'
import { present, segmentColumns, segmentsRepository } from './segments'

export interface SegmentQuery {
  limit: number
  /** In its title or synopsis, as written; never a pattern. */
  text?: string | undefined
  /** With messages in this bucket, or closed when it was about it. */
  bucket?: BucketId | undefined
  /** Begun in `[from, to)`, milliseconds. */
  from?: number | undefined
  to?: number | undefined
  /** Those that began before this one: the next page. */
  before?: SegmentId | undefined
  /** Archived ones too. */
  archived: boolean
}

/** A part of a segment that was merged out of several: the segment it is one by itself, and where it begins. */
export interface SegmentPart {
  id: SegmentId
  first: { ts: string; message: MessageId }
}

const newestFirst = [desc(segments.startTime), desc(segments.id)] as const

export const segmentViews = {
  /** Newest first; how many there are on all pages; and the segment live messages go into. */
  async page(
    db: Database,
    query: SegmentQuery,
  ): Promise<{ segments: StoredSegment[]; total: number; active: StoredSegment | null }> {
    const matching = and(present, ...conditions(query))
    const before = query.before
      ? sql`(${segments.startTime}, ${segments.id}) < (SELECT start_time, id FROM continuum_segments b
          WHERE b.user_id = ${me} AND b.id = ${query.before}::uuid)`
      : undefined
    const rows = await db
      .select(segmentColumns)
      .from(segments)
      .where(and(matching, before))
      .orderBy(...newestFirst)
      .limit(query.limit)
    return {
      segments: rows.map(toSegment),
      total: await db.$count(segments, matching),
      active: await segmentsRepository.active(db),
    }
  },

  /** The buckets that messages of these segments lie in, in the order they came up. */
  async bucketsOf(db: Database, ids: readonly SegmentId[]): Promise<[segment: SegmentId, buckets: BucketId[]][]> {
    if (ids.length === 0) return []
    const { rows } = await db.execute<{ segment: string; buckets: string[] }>(sql`
      SELECT segment, jsonb_agg(bucket ORDER BY first_ts) AS buckets FROM (
        SELECT segment_id AS segment, bucket_id AS bucket, min(ts) AS first_ts FROM messages
        WHERE user_id = ${me} AND segment_id IN (${uuids(ids)}) AND bucket_id IS NOT NULL AND NOT is_segment_boundary
        GROUP BY segment_id, bucket_id) x GROUP BY segment`)
    return rows.map((r) => [segmentId.parse(r.segment), r.buckets.map((b) => bucketId.parse(b))])
  },

  /** The segment before this one in the same conversation, or null if it is the first. */
  async previousOf(db: Database, id: SegmentId): Promise<StoredSegment | null> {
    const [row] = await db
      .select(segmentColumns)
      .from(segments)
      .where(
        and(
          present,
          ne(segments.id, id),
          sql`(${segments.startTime}, ${segments.id}) < (SELECT start_time, id FROM continuum_segments s
              WHERE s.user_id = ${me} AND s.id = ${id}::uuid)`,
          sql`${segments.conv} IS NOT DISTINCT FROM (SELECT conv FROM continuum_segments s
              WHERE s.user_id = ${me} AND s.id = ${id}::uuid)`,
        ),
      )
      .orderBy(...newestFirst)
      .limit(1)
    return row ? toSegment(row) : null
  },

  /** Where the newest message of a segment was said, merges and cuts not followed; and the segment's first message. */
  async goingOn(db: Database, id: SegmentId): Promise<{ part: SegmentId; first: string } | null> {
    const { rows } = await db.execute<{ part: string | null; first: string | null }>(sql`
      SELECT (SELECT home_segment_id FROM messages WHERE user_id = ${me} AND segment_id = ${id}::uuid
          AND NOT is_segment_boundary ORDER BY ts DESC, id DESC LIMIT 1) AS part,
        (SELECT text FROM messages WHERE user_id = ${me} AND segment_id = ${id}::uuid
          AND NOT is_segment_boundary ORDER BY ts, id LIMIT 1) AS first`)
    const [row] = rows
    return row?.part ? { part: segmentId.parse(row.part), first: row.first ?? '' } : null
  },

  /** What a segment is made of, itself included. */
  async parts(db: Database, id: SegmentId): Promise<SegmentPart[]> {
    const rows = await db
      .select({ id: segments.id, cutAt: segments.cutAt })
      .from(segments)
      .where(or(eq(segments.id, id), eq(segments.mergedInto, id)))
    const parts: SegmentPart[] = []
    for (const row of rows) {
      const [first] = await db
        .select({ id: messages.id, ts: messages.ts })
        .from(messages)
        .where(
          row.cutAt === null
            ? and(eq(messages.homeSegmentId, row.id), eq(messages.isSegmentBoundary, false))
            : eq(messages.id, row.cutAt),
        )
        .orderBy(messages.ts, messages.id)
        .limit(1)
      if (first)
        parts.push({
          id: segmentId.parse(row.id),
          first: { ts: first.ts.toISOString(), message: messageId.parse(first.id) },
        })
    }
    return parts
  },

  /**
   * Closed segments by likeness of their synopses to this one's, most alike first: cosine, −1 to 1, once what all texts
   * have in common is taken away (`background`, as long as a vector of the model).
   */
  async related(
    db: Database,
    id: SegmentId,
    limit: number,
    background: Float32Array,
  ): Promise<{ segment: StoredSegment; cosine: number; buckets: BucketId[] }[]> {
    const [own] = await db
      .select({ vector: segments.summaryEmbedding, model: segments.embeddingModel })
      .from(segments)
      .where(and(present, eq(segments.id, id)))
    if (!own?.vector || own.model === null) return []
    const common = vectorText(background)
    const distance = sql<number>`(${segments.summaryEmbedding} - ${common}::vector)
      <=> (${vectorText(own.vector)}::vector - ${common}::vector)`
    const rows = await db
      .select({ ...segmentColumns, distance })
      .from(segments)
      .where(
        and(present, ne(segments.id, id), isNotNull(segments.summaryEmbedding), eq(segments.embeddingModel, own.model)),
      )
      .orderBy(distance)
      .limit(limit)
    return rows.map(({ distance: d, ...row }) => {
      const segment = toSegment(row)
      return { segment, cosine: 1 - Number(d), buckets: segment.buckets }
    })
  },

  /** Pairs of neighbours that a person took apart again, or whose offer was declined. */
  async keptApart(db: Database): Promise<[segment: SegmentId, previous: SegmentId][]> {
    const { rows } = await db.execute<{ segment: string; previous: string }>(sql`
      SELECT c.entity_id AS segment, c.after AS previous FROM operation_changes c
      JOIN bucket_operations o ON o.user_id = c.user_id AND o.id = c.operation_id
      WHERE c.user_id = ${me} AND c.field = 'segment_merged_into' AND c.after IS NOT NULL AND o.undone_at IS NOT NULL
      UNION
      SELECT s.id::text, s.metadata->>'kept_from' FROM continuum_segments s
      WHERE s.user_id = ${me} AND s.metadata->>'kept_from' IS NOT NULL`)
    return rows.map((r) => [segmentId.parse(r.segment), segmentId.parse(r.previous)])
  },

  /** A person declined to merge a segment with the one before it. */
  async keepApart(db: Database, id: SegmentId, previous: SegmentId): Promise<void> {
    await db
      .update(segments)
      .set({ metadata: sql`${segments.metadata} || jsonb_build_object('kept_from', ${previous}::text)` })
      .where(eq(segments.id, id))
  },
}

function conditions(query: SegmentQuery): (SQL | undefined)[] {
  const { text, bucket, from, to, archived } = query
  const like = text ? `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%` : null
  return [
    archived ? undefined : ne(segments.status, 'archived'),
    like === null
      ? undefined
      : sql`(coalesce(${segments.ownTitle}, ${segments.title}) ilike ${like} or ${segments.summary} ilike ${like})`,
    bucket === undefined ? undefined : inBucket(bucket),
    from === undefined ? undefined : sql`${segments.startTime} >= ${new Date(from)}`,
    to === undefined ? undefined : sql`${segments.startTime} < ${new Date(to)}`,
  ]
}

/** Its messages are found where merges lead; what was discussed is kept under the names of then. */
function inBucket(bucket: BucketId): SQL {
  const names = sql`SELECT ${buckets.id} FROM ${buckets} WHERE ${buckets.userId} = ${me}
    AND (${buckets.id} = ${bucket} OR ${buckets.mergedInto} = ${bucket})`
  return sql`(${segments.id} IN (SELECT m.segment_id FROM messages m WHERE m.user_id = ${me} AND m.bucket_id = ${bucket}
      AND NOT m.is_segment_boundary)
    OR EXISTS (SELECT FROM jsonb_array_elements_text(${segments.bucketsDiscussed}) d WHERE d IN (${names})))`
}
