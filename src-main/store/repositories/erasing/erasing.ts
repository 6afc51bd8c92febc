/**
 * Erasing for good, the one act that nothing takes back (07-settled, Erase): messages go with everything that was made of
 * them. What is left of a segment or a bucket keeps its place and is summed up anew by whoever asked.
 */
import { SUMMARY_BULLET } from '@shared/contract/segments'
import {
  type BucketId,
  bucketId,
  type MemoryId,
  type MessageId,
  memoryId,
  messageId,
  type SegmentId,
  segmentId,
} from '@shared/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { StoredBucket, StoredSegment } from '../../types'
import { derive } from '../operations/derive'
import { me } from '../profile'
import { recountSegments, syncSentinels } from '../segments/rows'
import { segmentsRepository } from '../segments/segments'
import { dropDerived, dropQuotations, dropUnheldTerms, type Row, uuidArray } from './derived'
import { externalHash } from './external-hash'

export interface Erased {
  messages: MessageId[]
  /** What is left of the segments they were in, to be summed up anew. */
  segments: StoredSegment[]
  /** Segments in which nothing is found any more. */
  removedSegments: SegmentId[]
  buckets: StoredBucket[]
  removedBuckets: BucketId[]
  /** Buckets whose own messages changed: their filing profiles are to be made anew. */
  homes: BucketId[]
}

export const erasing = {
  /** Memories that come from these messages alone, and so go with them. */
  async memoriesOf(db: Database, ids: readonly MessageId[]): Promise<MemoryId[]> {
    if (ids.length === 0) return []
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT id FROM memory_entries WHERE user_id = ${me} AND source_message_ids <> '[]'
        AND NOT EXISTS (SELECT FROM jsonb_array_elements_text(source_message_ids) s WHERE s::uuid <> ALL(${uuidArray(ids)}))`)
    return rows.map((r) => memoryId.parse(r.id))
  },

  /** Messages that are found in a bucket, merges followed. */
  async messagesIn(db: Database, bucket: BucketId): Promise<MessageId[]> {
    const { rows } = await db.execute<{ id: string }>(
      sql`SELECT id FROM messages WHERE user_id = ${me} AND bucket_id = ${bucket} AND NOT is_segment_boundary ORDER BY seq`,
    )
    return rows.map((r) => messageId.parse(r.id))
  },

  /** Attached files that only these messages name, and what was said in their place before: they go with them. */
  async filesOf(db: Database, ids: readonly MessageId[]): Promise<string[]> {
    if (ids.length === 0) return []
    const gone = uuidArray(ids)
    const named = sql`jsonb_array_elements(CASE jsonb_typeof(metadata->'attachments') WHEN 'array' THEN metadata->'attachments' ELSE '[]' END) a`
    const { rows } = await db.execute<{ file: string }>(sql`
      SELECT a->>'file' AS file FROM messages, ${named} WHERE user_id = ${me} AND id = ANY(${gone}) AND a ? 'file'
      UNION SELECT a->>'file' FROM branch_messages, ${named} WHERE user_id = ${me} AND place = ANY(${gone}) AND a ? 'file'
      EXCEPT SELECT a->>'file' FROM messages, ${named}
        WHERE user_id = ${me} AND metadata ? 'attachments' AND id <> ALL(${gone})
      EXCEPT SELECT a->>'file' FROM branch_messages, ${named}
        WHERE user_id = ${me} AND metadata ? 'attachments' AND place <> ALL(${gone})`)
    return rows.map((r) => r.file)
  },

  /** The texts of messages, to tell which words are counted for them. */
  async textsOf(db: Database, ids: readonly MessageId[]): Promise<string[]> {
    return (await rowsOf(db, ids)).map((r) => r.text)
  },

  /**
   * Deletes messages and what was made of them. Memories are erased before by `memoryWriting.erase`.
   * @param terms of the word statistics, in how many of these messages each occurs
   * @param forGoodAt when they were erased: they do not come again with an import. Null: they may.
   */
  async messages(
    db: Database,
    ids: readonly MessageId[],
    terms: readonly (readonly [string, number])[],
    forGoodAt: number | null,
  ): Promise<Erased> {
    const rows = await rowsOf(db, ids)
    if (rows.length === 0)
      return { messages: [], segments: [], removedSegments: [], buckets: [], removedBuckets: [], homes: [] }
    const gone = uuidArray(rows.map((r) => r.id))
    const held = await dropDerived(db, rows, terms)
    await dropQuotations(db, rows)
    await db.execute(sql`
      UPDATE memory_entries SET source_message_ids = coalesce((SELECT jsonb_agg(s) FROM jsonb_array_elements_text(source_message_ids) s
        WHERE s::uuid <> ALL(${gone})), '[]')
      WHERE user_id = ${me} AND EXISTS (SELECT FROM jsonb_array_elements_text(source_message_ids) s WHERE s::uuid = ANY(${gone}))`)
    await db.execute(sql`
      DELETE FROM operation_changes WHERE user_id = ${me} AND entity = 'message' AND entity_id = ANY(
        SELECT unnest(${gone})::text)`)
    // What a person had said there before goes too: it stands at the place of what is erased. Whoever takes messages out to a
    // branch keeps the branches at their place anew.
    const aside = await putAsideIn(db, gone)
    await db.execute(sql`DELETE FROM branch_messages WHERE user_id = ${me} AND place = ANY(${gone})`)
    await db.execute(sql`DELETE FROM messages WHERE user_id = ${me} AND id = ANY(${gone})`)
    await dropForks(db)
    for (const { externalId } of rows)
      if (externalId !== null && forGoodAt !== null)
        await db.execute(sql`
          INSERT INTO erased_messages (user_id, external_hash, erased_at)
          VALUES (${me}, ${externalHash(externalId)}, ${new Date(forGoodAt)}) ON CONFLICT DO NOTHING`)
    const {
      segments,
      removedSegments,
      terms: summed,
    } = await settleSegments(db, distinct(rows.flatMap((r) => [r.segment, r.homeSegment])))
    await dropUnheldTerms(db, [...new Set([...held, ...summed])])
    const homes = distinct(rows.map((r) => r.home))
    // A bucket that only an erased version lay in goes with it, by its names too.
    const found = distinct([...rows.map((r) => r.bucket), ...(forGoodAt === null ? [] : aside)])
    await forgetSummaries(db, [...new Set([...homes, ...found])])
    await db.execute(sql`
      DELETE FROM bucket_profiles WHERE user_id = ${me} AND bucket_id = ANY(SELECT jsonb_array_elements_text(${JSON.stringify(homes)}::jsonb))`)
    const { buckets, removed } = await derive(db, new Set([...homes, ...found]))
    await dropNumbers(db)
    return {
      messages: rows.map((r) => messageId.parse(r.id)),
      segments,
      removedSegments,
      buckets,
      removedBuckets: removed,
      homes: homes.map((id) => bucketId.parse(id)),
    }
  },

  /** A bucket whose names were made of erased words gets others; the log forgets the ones from before. Its id stays. */
  async rename(db: Database, id: BucketId, names: { title: string; description: string }): Promise<StoredBucket[]> {
    const { rows } = await db.execute<{ title: string }>(
      sql`SELECT title FROM buckets WHERE user_id = ${me} AND id = ${id}`,
    )
    const old = rows[0]?.title ?? ''
    if (old !== '' && old !== names.title)
      for (const table of [sql`bucket_operations`, sql`suggestions`])
        await db.execute(sql`
          UPDATE ${table} SET sentence = 'An act on a bucket of which a part was erased since.'
          WHERE user_id = ${me} AND strpos(sentence, ${old}) > 0`)
    await db.execute(sql`
      DELETE FROM operation_changes WHERE user_id = ${me} AND entity = 'bucket' AND entity_id = ${id} AND field IN ('title', 'description')`)
    await db.execute(sql`
      UPDATE buckets SET title = ${names.title}, description = ${names.description} WHERE user_id = ${me} AND id = ${id}`)
    return (await derive(db, new Set([id]))).buckets
  },

  /** Takes what is left of an emptied bucket away: its names, its log, what was proposed of it. Its id stays as a mark. */
  async bucket(db: Database, id: BucketId): Promise<{ buckets: StoredBucket[]; removed: BucketId[] }> {
    const led = await db.execute<{ id: string }>(
      sql`SELECT id FROM buckets WHERE user_id = ${me} AND (id = ${id} OR merged_into = ${id})`,
    )
    const ids = led.rows.map((r) => r.id)
    const all = sql`(SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
    await db.execute(sql`
      UPDATE bucket_operations SET sentence = 'An act on a bucket that was erased since.' WHERE user_id = ${me} AND id IN (
        SELECT operation_id FROM operation_changes WHERE user_id = ${me} AND entity = 'bucket' AND entity_id IN ${all})`)
    await db.execute(
      sql`DELETE FROM operation_changes WHERE user_id = ${me} AND entity = 'bucket' AND entity_id IN ${all}`,
    )
    await db.execute(sql`DELETE FROM bucket_summaries WHERE user_id = ${me} AND bucket_id IN ${all}`)
    await db.execute(sql`
      DELETE FROM suggestions WHERE user_id = ${me} AND (source_bucket_id IN ${all} OR target_bucket_id IN ${all})`)
    await db.execute(
      sql`DELETE FROM hints WHERE user_id = ${me} AND (bucket_id IN ${all} OR existing_bucket_id IN ${all})`,
    )
    await db.execute(sql`
      UPDATE buckets SET title = 'Erased', description = '', summary = '', own_status = 'void', own_merged_into = NULL,
        pinned_at = NULL, embedding = NULL, metadata = '{}', last_summarized_message_id = NULL
      WHERE user_id = ${me} AND id IN ${all}`)
    const derived = await derive(db, new Set(ids))
    return { buckets: derived.buckets, removed: derived.removed }
  },
}

/**
 * Slugs are words of titles. A number that was given matters until its bucket is stored, which then says it itself: only slugs
 * with a number on its way stay.
 */
async function dropNumbers(db: Database): Promise<void> {
  await db.execute(sql`
    DELETE FROM bucket_numbers n WHERE n.user_id = ${me}
      AND (SELECT coalesce(max(substr(b.id, length(n.slug) + 2)::integer), n.last) FROM buckets b
        WHERE b.user_id = n.user_id AND starts_with(b.id, n.slug || '_')
          AND substr(b.id, length(n.slug) + 2) ~ '^[0-9]{3,9}$') >= n.last`)
}

/** Buckets that are not shown because all they hold stands on branches at these places. */
async function putAsideIn(db: Database, places: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT b.id FROM buckets b WHERE b.user_id = ${me} AND b.status = 'void' AND b.own_status <> 'void'
      AND EXISTS (SELECT FROM branch_messages o WHERE o.user_id = b.user_id AND o.place = ANY(${places})
        AND b.id IN (o.kept->>'home_bucket_id', o.kept->>'bucket_id'))`)
  return rows.map(({ id }) => id)
}

/** Forks of which no version is left. */
async function dropForks(db: Database): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    DELETE FROM branch_forks f WHERE f.user_id = ${me}
      AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = f.user_id AND m.id = f.head)
      AND NOT EXISTS (SELECT FROM branch_messages b WHERE b.user_id = f.user_id AND b.id = f.head) RETURNING f.id`)
  if (rows.length > 0)
    await db.execute(sql`
      DELETE FROM operation_changes WHERE user_id = ${me} AND entity = 'fork' AND entity_id = ANY(SELECT unnest(${uuidArray(rows.map((r) => r.id))})::text)`)
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))]

async function rowsOf(db: Database, ids: readonly MessageId[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    SELECT id, seq::text AS seq, short_id AS "shortId", text, external_id AS "externalId", segment_id AS segment,
      home_segment_id AS "homeSegment", bucket_id AS bucket, home_bucket_id AS home
    FROM messages WHERE user_id = ${me} AND NOT is_segment_boundary AND id = ANY(${uuidArray(ids)}) ORDER BY seq`)
  return rows
}

/** Segments say nothing until they are summed up anew; those that hold nothing any more are shown no longer. */
async function settleSegments(
  db: Database,
  ids: readonly string[],
): Promise<{ segments: StoredSegment[]; removedSegments: SegmentId[]; terms: string[] }> {
  const all = uuidArray(ids)
  await db.execute(sql`
    WITH gone AS (DELETE FROM compressed_contexts WHERE user_id = ${me} AND entity_type = 'segment' AND entity_id = ANY(${all}) RETURNING id)
    DELETE FROM context_edges WHERE user_id = ${me} AND (from_id = ANY(${all}) OR to_id = ANY(${all})
      OR from_id IN (SELECT id FROM gone) OR to_id IN (SELECT id FROM gone))`)
  const summed = await db.execute<{ term: string }>(sql`
    SELECT DISTINCT unnest(terms) AS term FROM search_documents WHERE user_id = ${me} AND kind = 'segment' AND segment = ANY(${all})`)
  for (const table of [sql`search_documents`, sql`search_vectors`])
    await db.execute(sql`
      DELETE FROM ${table} WHERE user_id = ${me} AND kind = 'segment' AND number IN (
        SELECT m.seq FROM continuum_segments s JOIN messages m ON m.user_id = s.user_id AND m.id = s.sentinel_id
        WHERE s.user_id = ${me} AND s.id = ANY(${all}))`)
  await db.execute(sql`
    UPDATE continuum_segments s SET title = '', summary = '', summary_embedding = NULL, embedding_model = NULL,
      status = CASE WHEN left_there.n = 0 THEN 'void' ELSE s.status END,
      own_title = CASE WHEN left_there.n = 0 THEN NULL ELSE s.own_title END,
      conversation_title = CASE WHEN left_there.n = 0 THEN NULL ELSE s.conversation_title END,
      collection = CASE WHEN left_there.n = 0 THEN NULL ELSE s.collection END,
      metadata = (CASE WHEN s.summarised_by IS NULL THEN s.metadata ELSE s.metadata || '{"resummarise": true}' END) - 'old_summary'
    FROM (SELECT x.id, (SELECT count(*) FROM messages m WHERE m.user_id = ${me} AND m.segment_id = x.id AND NOT m.is_segment_boundary) AS n
      FROM continuum_segments x WHERE x.user_id = ${me} AND x.id = ANY(${all})) left_there
    WHERE s.user_id = ${me} AND s.id = left_there.id`)
  await recountSegments(db, ids)
  await syncSentinels(db, ids)
  const segments = await segmentsRepository.byIds(
    db,
    ids.map((id) => segmentId.parse(id)),
  )
  const shown = new Set<string>(segments.map((s) => s.id))
  return {
    segments,
    removedSegments: ids.filter((id) => !shown.has(id)).map((id) => segmentId.parse(id)),
    terms: summed.rows.map((row) => row.term),
  }
}

/** Of a bucket's summary and all its versions only a person's own lines stay. */
async function forgetSummaries(db: Database, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db.execute(
      sql`DELETE FROM bucket_summaries WHERE user_id = ${me} AND bucket_id = ${id} AND made_by <> 'person'`,
    )
    const own = (summary: string): string =>
      summary
        .split('\n')
        .filter((line) => !line.startsWith(SUMMARY_BULLET))
        .join('\n')
    const versions = await db.execute<{ version: number; summary: string }>(
      sql`SELECT version, summary FROM bucket_summaries WHERE user_id = ${me} AND bucket_id = ${id}`,
    )
    for (const { version, summary } of versions.rows)
      await db.execute(sql`
        UPDATE bucket_summaries SET summary = ${own(summary)} WHERE user_id = ${me} AND bucket_id = ${id} AND version = ${version}`)
    const [newest] = [...versions.rows].sort((a, b) => b.version - a.version)
    await db.execute(sql`
      UPDATE buckets SET summary = ${newest ? own(newest.summary) : ''}, summary_rebuild = true, last_summarized_message_id = NULL,
        last_summarized_count = 0 WHERE user_id = ${me} AND id = ${id}`)
  }
}
