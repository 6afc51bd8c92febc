import { type BucketId, bucketId, type MessageId, MISC_PREFIX } from '@shared/ids'
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { bucketOperations, buckets, preferences } from '../../schema'
import { single } from '../../single'
import type { StoredBucket } from '../../types'
import { only } from '../conversation/said'
import { derive } from '../operations/derive'
import { me } from '../profile'
import { type BucketRow, bucketColumns, bucketOfJson, toBucket } from '../rows'

const present = (rows: BucketRow[]): StoredBucket[] => rows.flatMap((r) => toBucket(r) ?? [])

/** So many related buckets at most are kept with a bucket. */
const MOST_RELATED = 8

export const bucketsRepository = {
  /** Every bucket a person can see, merged ones left out unless asked for. */
  async list(db: Database, options: { merged: boolean }): Promise<StoredBucket[]> {
    // Thousands at a start: as one JSON they are read several times as fast as thirty columns of each.
    const columns = sql.join(
      Object.values(bucketColumns).map(({ name }) => sql.identifier(name)),
      sql`, `,
    )
    const { rows } = await db.execute<{ buckets: Record<string, unknown>[] }>(sql`
      SELECT coalesce(json_agg(b ORDER BY b.last_updated DESC, b.id), '[]'::json) AS buckets
      FROM (SELECT ${columns} FROM buckets WHERE user_id = ${me} AND status <> 'void'
        AND (${options.merged}::boolean OR status <> 'merged')) b`)
    return only(rows).buckets.flatMap((row) => bucketOfJson(row) ?? [])
  },

  byIds: single(async (db: Database, ids: readonly BucketId[]): Promise<StoredBucket[]> => {
    if (ids.length === 0) return []
    return present(
      await db
        .select(bucketColumns)
        .from(buckets)
        .where(inArray(buckets.id, [...ids])),
    )
  }),

  /** The bucket that an id leads to once merges are followed, or null. */
  async resolve(db: Database, id: BucketId): Promise<StoredBucket | null> {
    const [row] = await db
      .select(bucketColumns)
      .from(buckets)
      .where(sql`id = coalesce((select merged_into from buckets b where b.user_id = ${me} and b.id = ${id}), ${id})`)
    return row ? toBucket(row) : null
  },

  /** Buckets that were merged into this one and still resolve to it. */
  formerOf: single(
    async (db: Database, id: BucketId): Promise<StoredBucket[]> =>
      present(await db.select(bucketColumns).from(buckets).where(eq(buckets.mergedInto, id)).orderBy(asc(buckets.id))),
  ),

  /** Ids that were merged into this bucket and still resolve to it. */
  async formerIds(db: Database, id: BucketId): Promise<BucketId[]> {
    const rows = await db
      .select({ id: buckets.id })
      .from(buckets)
      .where(eq(buckets.mergedInto, id))
      .orderBy(asc(buckets.id))
    return rows.map((r) => bucketId.parse(r.id))
  },

  /**
   * Gives the next number of a slug, above every id that was ever stored and every number that was ever given: one statement, so
   * that two programs at once never get the same.
   */
  giveNumber: single(async (db: Database, slug: string): Promise<number> => {
    const { rows } = await db.execute<{ last: number }>(sql`
      INSERT INTO bucket_numbers AS n (user_id, slug, last)
      SELECT ${me}, ${slug}, coalesce(max(substr(b.id, length(${slug}) + 2)::integer), 0) + 1 FROM buckets b
      WHERE b.user_id = ${me} AND starts_with(b.id, ${`${slug}_`}) AND substr(b.id, length(${slug}) + 2) ~ '^[0-9]{3,9}$'
      ON CONFLICT (user_id, slug) DO UPDATE SET last = greatest(n.last + 1, excluded.last)
      RETURNING last`)
    return only(rows).last
  }),

  /** Every id ever stored, void ones too. */
  async takenIds(db: Database, prefix: string): Promise<BucketId[]> {
    const rows = await db.select({ id: buckets.id }).from(buckets).where(sql`starts_with(${buckets.id}, ${prefix})`)
    return rows.map((r) => bucketId.parse(r.id))
  },

  /** A person opened or pinned it: counts as activity (07-settled, Times). */
  async touch(db: Database, id: BucketId, at: number): Promise<StoredBucket[]> {
    await db
      .update(buckets)
      .set({ touchedAt: new Date(at) })
      .where(eq(buckets.id, id))
    return (await derive(db, [id])).buckets
  },

  /**
   * A model's pin loaded it into the session: counts as activity, and as one return if the bucket has not been active since
   * `sessionStart` (07-settled, Pin; a return needs a session boundary).
   */
  async loadedByModel(
    db: Database,
    input: { id: BucketId; at: number; sessionStart: number },
  ): Promise<StoredBucket[]> {
    const { id, at, sessionStart } = input
    const isReturn = sql<number>`CASE WHEN ${buckets.lastUpdated} < ${new Date(sessionStart)}::timestamptz THEN 1 ELSE 0 END`
    await db
      .update(buckets)
      .set({ touchedAt: new Date(at), pinReturns: sql`${buckets.pinReturns} + ${isReturn}` })
      .where(eq(buckets.id, id))
    return (await derive(db, [id])).buckets
  },

  setSummary: single(
    async (
      db: Database,
      input: { id: BucketId; summary: string; lastMessageId: MessageId | null; count: number },
    ): Promise<StoredBucket[]> =>
      present(
        await db
          .update(buckets)
          .set({
            summary: input.summary,
            summaryStale: false,
            summaryRebuild: false,
            lastSummarizedMessageId: input.lastMessageId,
            lastSummarizedCount: input.count,
          })
          .where(eq(buckets.id, input.id))
          .returning(bucketColumns),
      ),
  ),

  /**
   * The first title of a bucket that was made without anybody looking: no act of the log, since no title was shown before. Nothing
   * happens where the log knows of a title already, where somebody shaped it, or where it is gone. The receipts of the import that
   * made it call it so too, and not by words nobody saw anywhere else. Answers it as it is now.
   */
  async nameFirst(db: Database, id: BucketId, title: string): Promise<StoredBucket | null> {
    const [before] = await db.select({ title: buckets.title }).from(buckets).where(eq(buckets.id, id))
    const [row] = await db
      .update(buckets)
      .set({ title })
      .where(
        and(
          eq(buckets.id, id),
          eq(buckets.shapedBy, 'automation'),
          inArray(buckets.status, ['active', 'ephemeral', 'archived']),
          sql`NOT EXISTS (SELECT 1 FROM operation_changes c WHERE c.user_id = ${me} AND c.entity = 'bucket'
            AND c.entity_id = ${id} AND c.field = 'title')`,
        ),
      )
      .returning()
    if (!row || !before) return null
    await db
      .update(bucketOperations)
      .set({ sentence: sql`replace(${bucketOperations.sentence}, ${`“${before.title}”`}, ${`“${title}”`})` })
      .where(
        and(
          isNotNull(bucketOperations.passId),
          inArray(bucketOperations.actor, ['classifier', 'segment']),
          sql`${bucketOperations.buckets} ? ${id}`,
        ),
      )
    return toBucket(row)
  },

  /** A summary that stands until the next one is made from the messages. */
  async takeSummary(db: Database, id: BucketId, summary: string): Promise<void> {
    await db.update(buckets).set({ summary, summaryStale: true }).where(eq(buckets.id, id))
  },

  /** Buckets whose summary has to be made anew, because a merge or its undo changed what they hold. */
  async toRebuild(db: Database, limit: number): Promise<StoredBucket[]> {
    return present(
      await db
        .select(bucketColumns)
        .from(buckets)
        .where(
          and(
            eq(buckets.summaryRebuild, true),
            inArray(buckets.status, ['active', 'ephemeral', 'archived']),
            sql`NOT starts_with(${buckets.id}, ${MISC_PREFIX})`,
          ),
        )
        .orderBy(asc(buckets.id))
        .limit(limit),
    )
  },

  /**
   * Other buckets that the messages of this one touch as well, most often first, merges followed on both sides: what was
   * merged into it brings its own along (07-settled, Merge: related unite).
   */
  async relatedOf(db: Database, id: BucketId, limit: number): Promise<BucketId[]> {
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT b.id FROM (
        SELECT coalesce(o.merged_into, o.id) AS id, count(*) AS n
        FROM messages m, jsonb_array_elements_text(m.related_buckets) r(id), buckets o
        WHERE m.user_id = ${me} AND m.bucket_id = ${id} AND m.related_buckets <> '[]' AND o.user_id = ${me} AND o.id = r.id
        GROUP BY 1
      ) c JOIN buckets b ON b.user_id = ${me} AND b.id = c.id
      WHERE b.id <> ${id} AND b.status <> 'void' AND NOT starts_with(b.id, ${MISC_PREFIX})
      ORDER BY c.n DESC, b.id LIMIT ${limit}`)
    return rows.map((r) => bucketId.parse(r.id))
  },

  /** Keeps on the bucket itself what its messages say. */
  async refreshRelated(db: Database, id: BucketId): Promise<void> {
    const related = await bucketsRepository.relatedOf(db, id, MOST_RELATED)
    await db.update(buckets).set({ relatedBuckets: related }).where(eq(buckets.id, id))
  },

  /** Starred: the at most `most` (three) active buckets with the most returns a week, at least three returns in all (07-settled). */
  async refreshStarred(db: Database, most: number): Promise<StoredBucket[]> {
    const best = db
      .select({ id: buckets.id })
      .from(buckets)
      .where(and(eq(buckets.status, 'active'), sql`returns >= 3`))
      .orderBy(desc(buckets.returnFrequency), asc(buckets.id))
      .limit(most)
    const rows = await db
      .update(buckets)
      .set({ starred: sql`not starred` })
      .where(sql`starred <> (${inArray(buckets.id, best)})`)
      .returning()
    return present(rows)
  },
}

export const preferencesRepository = {
  get: single(async (db: Database, key: string): Promise<unknown> => {
    const [row] = await db.select().from(preferences).where(eq(preferences.key, key))
    return row?.value ?? null
  }),
  /** Sets some fields of a value that is an object, whatever the others are by now; answers the whole. */
  merge: single(async (db: Database, key: string, patch: Record<string, unknown>, at: number): Promise<unknown> => {
    const [row] = await db
      .insert(preferences)
      .values({ userId: me, key, value: patch, updatedAt: new Date(at) })
      .onConflictDoUpdate({
        target: [preferences.userId, preferences.key],
        set: {
          value: sql`CASE WHEN jsonb_typeof(${preferences.value}) = 'object' THEN ${preferences.value} ELSE '{}' END || excluded.value`,
          updatedAt: sql`excluded.updated_at`,
        },
      })
      .returning({ value: preferences.value })
    return row?.value
  }),
  async set(db: Database, key: string, value: unknown, at: number): Promise<void> {
    const row = { value, updatedAt: new Date(at) }
    await db
      .insert(preferences)
      .values({ userId: me, key, ...row })
      .onConflictDoUpdate({ target: [preferences.userId, preferences.key], set: row })
  },
}
