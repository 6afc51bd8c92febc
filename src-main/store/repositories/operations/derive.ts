import { type BucketId, bucketId } from '@shared/ids'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { bucketOperations, buckets, operationChanges } from '../../schema'
import type { StoredBucket } from '../../types'
import { resolveRedirects } from '../buckets/redirects'
import { me } from '../profile'
import { bucketColumns, toBucket } from '../rows'
import { arrayOf } from '../search/indexing'

/**
 * Brings everything that follows from operations and messages up to date: redirects, where messages are found, counts and
 * times. It reads the present state only, so the result does not depend on the order in which operations came and went
 * (docs/adr/0004-operation-log.md).
 * @param touched buckets whose own registers or messages changed
 * @param redirects `stand`: no bucket was merged or taken apart, so that where each leads need not be worked out anew
 */
export async function derive(
  db: Database,
  touched: Iterable<string>,
  redirects: 'followed' | 'stand' = 'followed',
): Promise<{ buckets: StoredBucket[]; removed: BucketId[] }> {
  const affected = new Set(touched)
  if (redirects === 'followed') await followRedirects(db, affected)
  await addEnds(db, affected)
  await recount(db, [...affected])
  const rows =
    affected.size === 0
      ? []
      : await db
          .select(bucketColumns)
          .from(buckets)
          .where(inArray(buckets.id, [...affected]))
  const shown: StoredBucket[] = []
  const removed: BucketId[] = []
  for (const row of rows) {
    const bucket = toBucket(row)
    if (bucket) shown.push(bucket)
    else removed.push(bucketId.parse(row.id))
  }
  return { buckets: shown, removed }
}

/** What happens to a bucket that was merged away shows in the bucket it leads to. */
async function addEnds(db: Database, affected: Set<string>): Promise<void> {
  if (affected.size === 0) return
  const rows = await db
    .select({ end: buckets.mergedInto })
    .from(buckets)
    .where(inArray(buckets.id, [...affected]))
  for (const { end } of rows) if (end !== null) affected.add(end)
}

/** Recomputes where every redirect leads; messages follow, and both ends of every changed redirect count as affected. */
async function followRedirects(db: Database, affected: Set<string>): Promise<void> {
  const rows = await db
    .select({ id: buckets.id, own: buckets.ownMergedInto, effective: buckets.mergedInto })
    .from(buckets)
    .where(or(sql`${buckets.ownMergedInto} is not null`, sql`${buckets.mergedInto} is not null`))
  if (rows.length === 0) return
  const pointing = rows.filter((r) => r.own !== null).map((r) => r.id)
  const seqs = await newestMergeSeqs(db, pointing)
  const resolved = resolveRedirects(
    rows.flatMap((r) => (r.own === null ? [] : [{ from: r.id, to: r.own, seq: seqs.get(r.id) ?? 0 }])),
  )
  const changed = rows.flatMap(({ id, effective }) => {
    const target = resolved.get(id) ?? null
    return target === effective ? [] : [{ id, effective, target }]
  })
  if (changed.length === 0) return
  const ids = arrayOf(changed.map(({ id }) => id))
  await db.execute(sql`
    UPDATE buckets b SET merged_into = n.target
    FROM unnest(${ids}::text[], ${arrayOf(changed.map(({ target }) => target))}::text[]) AS n(id, target)
    WHERE b.user_id = ${me} AND b.id = n.id`)
  await db.execute(sql`
    UPDATE messages m SET bucket_id = n.found
    FROM unnest(${ids}::text[], ${arrayOf(changed.map(({ id, target }) => target ?? id))}::text[]) AS n(id, found)
    WHERE m.user_id = ${me} AND m.home_bucket_id = n.id`)
  const ends = new Set(
    changed.flatMap(({ id, effective, target }) => [id, effective, target]).filter((id) => id !== null),
  )
  for (const id of ends) affected.add(id)
  await db.execute(sql`
    UPDATE buckets SET summary_rebuild = true WHERE user_id = ${me} AND id = ANY (${arrayOf([...ends])}::text[])`)
}

async function newestMergeSeqs(db: Database, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: operationChanges.entityId, seq: sql<number>`max(${operationChanges.operationSeq})`.mapWith(Number) })
    .from(operationChanges)
    .innerJoin(bucketOperations, eq(bucketOperations.id, operationChanges.operationId))
    .where(
      and(
        eq(operationChanges.entity, 'bucket'),
        eq(operationChanges.field, 'own_merged_into'),
        inArray(operationChanges.entityId, ids),
        isNull(bucketOperations.undoneAt),
      ),
    )
    .groupBy(operationChanges.entityId)
  return new Map(rows.map((r) => [r.id, r.seq]))
}

/**
 * Counts and times of buckets from their messages (07-settled: `message_count` counts user and assistant messages; a
 * merge takes the earlier creation and the later update, and returns add, those by a model's pin among them). A bucket made by an operation that was undone stays visible
 * while messages lie in it: nothing may become unreachable. One that filing made is not shown while all it holds stands on
 * branches that are not.
 */
async function recount(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  await db.execute(sql`
    UPDATE buckets b SET
      message_count = c.n,
      newest_seq = c.newest_seq,
      returns = c.returns + p.pins,
      created_at = coalesce(c.first_ts, b.created_at),
      last_updated = greatest(coalesce(c.last_ts, b.created_at), p.touched_at),
      return_frequency = (c.returns + p.pins) / greatest(1, extract(epoch from coalesce(c.last_ts, b.created_at) - coalesce(c.first_ts, b.created_at)) / 604800),
      summary_stale = b.summary_stale OR b.message_count <> c.n,
      status = CASE
        WHEN b.merged_into IS NOT NULL THEN 'merged'
        WHEN b.own_status = 'void' AND c.n > 0 THEN 'active'
        WHEN c.n = 0 AND b.shaped_by = 'automation' AND b.pinned_at IS NULL AND EXISTS (SELECT FROM branch_messages o
          WHERE o.user_id = b.user_id AND b.id IN (o.kept->>'home_bucket_id', o.kept->>'bucket_id')) THEN 'void'
        ELSE b.own_status END
    FROM (
      -- bucket by bucket, so that the index is followed whatever the database believes of its tables
      SELECT x.id, m.* FROM buckets x, LATERAL (
        SELECT count(*)::int AS n, coalesce(max(seq), 0) AS newest_seq,
          count(*) FILTER (WHERE bucket_return)::int AS returns, min(ts) AS first_ts, max(ts) AS last_ts
        FROM (SELECT seq, ts, bucket_return FROM messages m WHERE m.user_id = ${me} AND m.bucket_id = x.id
          AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') OFFSET 0) own
      ) m WHERE x.user_id = ${me} AND x.id IN (${list})
    ) c, LATERAL (
      SELECT coalesce(sum(o.pin_returns), 0)::int AS pins, max(o.touched_at) AS touched_at FROM (
        SELECT pin_returns, touched_at FROM buckets WHERE user_id = ${me} AND id = c.id
        UNION ALL SELECT pin_returns, touched_at FROM buckets WHERE user_id = ${me} AND merged_into = c.id AND id <> c.id) o
    ) p
    WHERE b.user_id = ${me} AND b.id = c.id`)
}
