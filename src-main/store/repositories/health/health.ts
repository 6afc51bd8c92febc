import { gte, lt, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { measures } from '../../schema'
import type { HealthCounts, Measure } from '../../types'
import { me } from '../profile'

/** A correction is looked back at over so many messages of the person; more is as good as never. */
const MOST_TURNS = 50

/** What the health page shows: the little that is measured, and what the other tables say by day. */
export const healthRepository = {
  /** Adds to the days' sums, and forgets what lies before `keepFrom` (a local date). */
  async add(db: Database, list: readonly Measure[], keepFrom: string): Promise<void> {
    if (list.length === 0) return
    await db
      .insert(measures)
      .values(list.map((measure) => ({ ...measure, userId: me })))
      .onConflictDoUpdate({
        target: [measures.userId, measures.kind, measures.day],
        set: {
          count: sql`${measures.count} + excluded.count`,
          total: sql`${measures.total} + excluded.total`,
          last: sql`excluded.last`,
          bins: sql`ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(${measures.bins}, excluded.bins) AS both_bins(a, b))`,
        },
      })
    await db.delete(measures).where(lt(measures.day, keepFrom))
  },

  /** All measures from a local date on, oldest first. */
  async measures(db: Database, from: string): Promise<Measure[]> {
    return db
      .select({
        kind: measures.kind,
        day: measures.day,
        count: measures.count,
        total: measures.total,
        last: measures.last,
        bins: measures.bins,
      })
      .from(measures)
      .where(gte(measures.day, from))
      .orderBy(measures.day, measures.kind)
  },

  /** Counts by local day of `timeZone` from a moment on (milliseconds). */
  async counts(db: Database, since: number, timeZone: string): Promise<HealthCounts> {
    const from = new Date(since).toISOString()
    const dayOf = (column: string) => sql`(${sql.raw(column)} AT TIME ZONE ${timeZone})::date::text`
    const all = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> => {
      const { rows }: { rows: unknown[] } = await db.execute(query)
      return rows as T[]
    }
    const [now] = await all<HealthCounts['now']>(sql`
      SELECT count(*) FILTER (WHERE status = 'active')::int AS active,
        count(*) FILTER (WHERE status = 'ephemeral')::int AS ephemeral,
        count(*) FILTER (WHERE status = 'archived')::int AS archived,
        count(*) FILTER (WHERE shaped_by = 'person' AND status <> 'merged')::int AS touched
      FROM buckets WHERE user_id = ${me}`)
    return {
      now: now ?? { active: 0, ephemeral: 0, archived: 0, touched: 0 },
      acts: await all(sql`
        SELECT ${dayOf('ts')} AS day, kind, actor, count(*)::int AS count, count(undone_at)::int AS undone
        FROM bucket_operations WHERE user_id = ${me} AND ts >= ${from} GROUP BY 1, 2, 3 ORDER BY 1`),
      begun: await all(sql`
        SELECT ${dayOf('created_at')} AS day, count(*)::int AS count
        FROM buckets WHERE user_id = ${me} AND created_at >= ${from} AND id NOT LIKE 'misc\_conversations\_%' GROUP BY 1 ORDER BY 1`),
      hints: await all(sql`
        SELECT ${dayOf('h.created_at')} AS day, count(*)::int AS made,
          count(*) FILTER (WHERE h.status = 'accepted' OR s.status = 'accepted')::int AS accepted,
          count(*) FILTER (WHERE h.status = 'ignored' OR s.status = 'dismissed')::int AS ignored
        FROM hints h LEFT JOIN suggestions s ON s.user_id = h.user_id AND s.id = h.suggestion_id
        WHERE h.user_id = ${me} AND h.created_at >= ${from} GROUP BY 1 ORDER BY 1`),
      returns: await all(sql`
        SELECT ${dayOf('ts')} AS day, count(*)::int AS count
        FROM messages WHERE user_id = ${me} AND bucket_return AND ts >= ${from} GROUP BY 1 ORDER BY 1`),
      corrections: await all(sql`
        SELECT day, count(*)::int AS count, avg(turns)::float8 AS turns FROM (
          SELECT ${dayOf('o.ts')} AS day, (
            SELECT count(*) FROM (
              SELECT 1 FROM messages u
              WHERE u.user_id = o.user_id AND u.seq > m.seq AND u.role = 'user' AND u.ts <= o.ts LIMIT ${MOST_TURNS}
            ) AS between_them) AS turns
          FROM bucket_operations o
          JOIN operation_changes c ON c.user_id = o.user_id AND c.operation_id = o.id
            AND c.entity = 'message' AND c.field = 'home_bucket_id' AND c.before IS NOT NULL
          JOIN messages m ON m.user_id = o.user_id AND m.id = c.entity_id::uuid
          WHERE o.user_id = ${me} AND o.ts >= ${from} AND o.undone_at IS NULL AND o.kind IN ('move_message', 'refile')
        ) AS moves GROUP BY day ORDER BY day`),
    }
  },
}
