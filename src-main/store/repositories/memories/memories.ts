import type { MemoryMetrics } from '@shared/contract/memory'
import type { ReceiptView } from '@shared/domain'
import { type MemoryId, type MessageId, type SegmentId, segmentId } from '@shared/ids'
import { MEMORY_CATEGORIES, type MemoryCategory } from '@shared/memory'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { bucketOperations, compressedContexts, memoryEntries, operationChanges } from '../../schema'
import { parseVector, vectorText } from '../../schema/columns'
import { single } from '../../single'
import type { MemoryWithVector, StoredMemory } from '../../types'
import { me } from '../profile'
import { toReceipt } from '../rows'
import { memoriesByIds, selectMemories, standing } from './rows'

export interface MemoryQuery {
  category?: MemoryCategory
  /** Words in the content, in any order. */
  filter?: string
  /** Forgotten ones instead of those that stand. */
  forgotten?: boolean
  /** Those that ended instead. */
  ended?: boolean
  offset?: number
  limit: number
}

/** A level of compression as it is stored. */
export type StoredLevel = typeof compressedContexts.$inferSelect

/** The reading side of memories; `memoryWriting` is the other. Changes that can be undone go through `operations`. */
export const memoriesRepository = {
  /** In the order asked for; unknown ones are left out, hidden and forgotten ones are not. */
  async byIds(db: Database, ids: readonly MemoryId[]): Promise<StoredMemory[]> {
    return memoriesByIds(db, ids)
  },

  /** Those of them that are stored, in whatever state. */
  held: single(async (db: Database, ids: readonly MemoryId[]): Promise<MemoryId[]> => {
    const { rows } = await db.execute<{ id: MemoryId }>(sql`
      SELECT id FROM memory_entries WHERE user_id = ${me} AND id = ANY (${`{${ids.join(',')}}`}::uuid[])`)
    return rows.map(({ id }) => id)
  }),

  /** A page, best first (pinned, then by value, then the newest), how many fit, and how many stand in each category. */
  async list(
    db: Database,
    query: MemoryQuery,
  ): Promise<{ memories: StoredMemory[]; total: number; counts: Record<MemoryCategory, number> }> {
    const where = and(
      query.forgotten
        ? sql`(own_state = 'live' AND forgotten_at IS NOT NULL)`
        : query.ended
          ? sql`(own_state = 'live' AND forgotten_at IS NULL AND ended_at IS NOT NULL)`
          : standing,
      query.category && eq(memoryEntries.category, query.category),
      ...wordsOf(query.filter).map((word) => sql`${memoryEntries.content} ILIKE ${`%${escapeLike(word)}%`}`),
    )
    const [total] = await db
      .select({ n: sql<number>`count(*)`.mapWith(Number) })
      .from(memoryEntries)
      .where(where)
    const rows = await db
      .select({ category: memoryEntries.category, n: sql<number>`count(*)`.mapWith(Number) })
      .from(memoryEntries)
      .where(standing)
      .groupBy(memoryEntries.category)
    const counts = Object.fromEntries(MEMORY_CATEGORIES.map((c) => [c, 0])) as Record<MemoryCategory, number>
    for (const { category, n } of rows) counts[category] = n
    return { memories: await selectMemories(db, where, BEST_FIRST, query), total: total?.n ?? 0, counts }
  },

  /** Standing tasks and facts with a day behind their words, oldest first. */
  async dated(db: Database): Promise<StoredMemory[]> {
    return selectMemories(
      db,
      and(standing, sql`content ~ ' \\(\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2})?\\)$'`),
      OLDEST_FIRST,
    )
  },

  /** Everything that stands, oldest first, or of some categories only. */
  async standing(db: Database, categories?: readonly MemoryCategory[]): Promise<StoredMemory[]> {
    return selectMemories(db, and(standing, ofCategories(categories)), OLDEST_FIRST)
  },

  /**
   * Of the standing entries those that may stand in the memory file, however many there are: of each kind, and within it of
   * those that are pinned, asked for or not weighed yet and of the rest each by itself, the best `most`.
   * @param most of each kind, how many are looked at at the very most
   */
  async bestForFile(db: Database, most: Readonly<Record<MemoryCategory, number>>): Promise<StoredMemory[]> {
    const places = sql.join(
      MEMORY_CATEGORIES.map((category) => sql`WHEN ${category} THEN ${most[category]}::integer`),
      sql` `,
    )
    const best = sql`SELECT id FROM (
      SELECT e.id, e.category, row_number() OVER (
        PARTITION BY e.category, e.pinned_at IS NULL, e.explicit, v.value_score IS NULL
        ORDER BY v.value_score DESC NULLS LAST, e.last_accessed DESC NULLS LAST, e.created_at DESC, e.id
      ) AS place
      FROM memory_entries e LEFT JOIN value_classifications v
        ON v.user_id = e.user_id AND v.entity_type = 'memory' AND v.id = e.id
      WHERE e.user_id = ${me} AND e.own_state = 'live' AND e.superseded_by IS NULL AND e.forgotten_at IS NULL
        AND e.ended_at IS NULL AND NOT (e.category = 'task' AND e.done)
        -- these stand in no section (memory/file/candidates.ts)
        AND (e.explicit OR e.pinned_at IS NOT NULL OR (e.category <> 'chitchat'
          AND (e.category = 'preference' OR v.retention_tier IS DISTINCT FROM 'ARCHIVE')))
    ) ranked WHERE place <= CASE category ${places} ELSE 0 END`
    // As an array: worked out once, whatever the planner believes of tables that were filled a moment ago.
    return selectMemories(db, sql`(${standing} AND ${memoryEntries.id} = ANY (ARRAY(${best})))`, OLDEST_FIRST)
  },

  /** The same with their vectors of one model. */
  async standingWithVectors(
    db: Database,
    modelId: string,
    categories?: readonly MemoryCategory[],
    page: { offset?: number; limit?: number } = {},
  ): Promise<MemoryWithVector[]> {
    const where = and(standing, ofCategories(categories))
    return withVectors(db, modelId, await selectMemories(db, where, OLDEST_FIRST, page))
  },

  /** Entries with their vectors of this model, in the order asked for. */
  async withVectors(db: Database, modelId: string, ids: readonly MemoryId[]): Promise<MemoryWithVector[]> {
    return withVectors(db, modelId, await memoriesByIds(db, ids))
  },

  /** The standing entries nearest to a vector of this model, nearest first. */
  async nearest(
    db: Database,
    modelId: string,
    vector: Float32Array,
    limit: number,
    state: 'standing' | 'forgotten' = 'standing',
  ): Promise<MemoryWithVector[]> {
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT id FROM memory_entries
      WHERE user_id = ${me} AND embedding_model = ${modelId}
        AND ${state === 'standing' ? standing : sql`own_state = 'live' AND forgotten_at IS NOT NULL`}
      ORDER BY embedding <#> ${vectorText(vector)}::vector, seq LIMIT ${limit}`)
    return withVectors(
      db,
      modelId,
      await memoriesByIds(
        db,
        rows.map((r) => r.id),
      ),
    )
  },

  /**
   * Entries from these messages that were forgotten or corrected, with what each said before: what the person decided about
   * them.
   */
  async settledFrom(
    db: Database,
    modelId: string,
    messages: readonly MessageId[],
  ): Promise<(MemoryWithVector & { former: string[] })[]> {
    const settled = await selectMemories(
      db,
      sql`${memoryEntries.sourceMessageIds} ?| ${`{${messages.join(',')}}`}::text[]
        AND EXISTS (SELECT FROM memory_tombstones t WHERE t.user_id = ${memoryEntries.userId} AND t.memory_id = ${memoryEntries.id})`,
    )
    if (settled.length === 0) return []
    const changes = await db
      .select({ id: operationChanges.entityId, before: operationChanges.before })
      .from(operationChanges)
      .where(
        and(
          eq(operationChanges.entity, 'memory'),
          eq(operationChanges.field, 'content'),
          inArray(
            operationChanges.entityId,
            settled.map((m) => m.id),
          ),
        ),
      )
    return (await withVectors(db, modelId, settled)).map((of) => ({
      ...of,
      former: changes.flatMap((c) => (c.id === of.memory.id && c.before !== null ? [c.before] : [])),
    }))
  },

  /** Contents in which a name was found. */
  async contentsWithNames(db: Database): Promise<string[]> {
    const rows = await db
      .select({ content: memoryEntries.content })
      .from(memoryEntries)
      .where(sql`${memoryEntries.piiKinds} ? 'name'`)
    return rows.map((r) => r.content)
  },

  async ofSegment(db: Database, segment: SegmentId): Promise<StoredMemory[]> {
    return selectMemories(db, and(standing, eq(memoryEntries.segmentId, segment)), OLDEST_FIRST)
  },

  /** Those of these segments from which something was forgotten, corrected or replaced since: their synopses may still say it. */
  async segmentsForgottenFrom(db: Database, segments: readonly SegmentId[]): Promise<SegmentId[]> {
    if (segments.length === 0) return []
    const rows = await db
      .selectDistinct({ id: memoryEntries.segmentId })
      .from(memoryEntries)
      .where(
        and(
          inArray(memoryEntries.segmentId, [...segments]),
          sql`(${memoryEntries.endedAt} IS NOT NULL AND ${memoryEntries.supersededBy} IS NOT NULL OR EXISTS (SELECT FROM memory_tombstones t WHERE t.user_id = ${memoryEntries.userId} AND t.memory_id = ${memoryEntries.id}))`,
        ),
      )
    return rows.flatMap(({ id }) => (id === null ? [] : [segmentId.parse(id)]))
  },

  /** Those with these words (`contentHash`), hidden and forgotten ones included; undone ones are not. */
  async ofHash(db: Database, hash: string): Promise<StoredMemory[]> {
    return selectMemories(db, and(eq(memoryEntries.contentHash, hash), sql`own_state = 'live'`))
  },

  /** Standing entries without a vector of this model, oldest first. */
  async withoutVector(db: Database, modelId: string, limit: number): Promise<StoredMemory[]> {
    return selectMemories(db, and(standing, sql`embedding_model IS DISTINCT FROM ${modelId}`), OLDEST_FIRST, { limit })
  },

  /** Standing entries that were never scored, oldest first. */
  async unscored(db: Database, limit: number): Promise<StoredMemory[]> {
    const scored = sql`EXISTS (SELECT FROM value_classifications v
      WHERE v.user_id = ${memoryEntries.userId} AND v.entity_type = 'memory' AND v.id = ${memoryEntries.id})`
    return selectMemories(db, and(standing, sql`NOT ${scored}`), OLDEST_FIRST, { limit })
  },

  /** The entries this one stands for, oldest first. */
  async standsFor(db: Database, id: MemoryId): Promise<StoredMemory[]> {
    return selectMemories(
      db,
      and(
        eq(memoryEntries.supersededBy, id),
        isNull(memoryEntries.forgottenAt),
        isNull(memoryEntries.endedAt),
        sql`own_state = 'live'`,
      ),
      OLDEST_FIRST,
    )
  },

  /** Operations that changed it, newest first. */
  async history(db: Database, id: MemoryId): Promise<ReceiptView[]> {
    const rows = await db
      .selectDistinct({ operation: bucketOperations })
      .from(bucketOperations)
      .innerJoin(operationChanges, eq(operationChanges.operationId, bucketOperations.id))
      .where(and(eq(operationChanges.entity, 'memory'), eq(operationChanges.entityId, id)))
      .orderBy(desc(bucketOperations.seq))
    return rows.map((r) => toReceipt(r.operation))
  },

  /** Its lengths, longest first. */
  async levels(db: Database, id: MemoryId): Promise<StoredLevel[]> {
    return db
      .select()
      .from(compressedContexts)
      .where(and(eq(compressedContexts.entityType, 'memory'), eq(compressedContexts.entityId, id)))
      .orderBy(desc(compressedContexts.tokenCount), compressedContexts.createdAt)
  },

  /** Of messages of a segment, what was attached to their turns: `[message id, notes]` with the replies' notes. */
  async notesOf(db: Database, segment: SegmentId): Promise<{ messageId: MessageId; texts: string[] }[]> {
    const { rows } = await db.execute<{ id: MessageId; texts: string[] }>(sql`
      SELECT coalesce(reply_to, id) AS id, (SELECT jsonb_agg(n ->> 'text') FROM jsonb_array_elements(recalled) n) AS texts
      FROM messages WHERE user_id = ${me} AND segment_id = ${segment}::uuid AND recalled <> '[]'::jsonb`)
    return rows.map((r) => ({ messageId: r.id, texts: r.texts }))
  },

  /** The bounded document's metric queries, from its views. */
  async metrics(db: Database): Promise<MemoryMetrics> {
    const [file] = (
      await db.execute<{ pct: string; at: string | null }>(
        sql`SELECT utilization_pct AS pct, to_json(last_compaction) #>> '{}' AS at FROM memory_file_utilisation WHERE user_id = ${me}`,
      )
    ).rows
    const { rows: tiers } = await db.execute<{ tier: 'KEEP' | 'SUMMARIZE' | 'ARCHIVE'; count: string; score: number }>(
      sql`SELECT tier, count, avg_score AS score FROM value_distribution WHERE user_id = ${me}`,
    )
    // as the view store_file_ratio counts them, which looks through the whole manifest for every entry there is
    const [ratio] = (
      await db.execute<{ stored: string; file: string }>(sql`
        SELECT (SELECT count(*) FROM memory_entries WHERE user_id = ${me} AND ${standing}) AS stored,
          (SELECT count(*) FROM bounded_memory_manifests m,
            LATERAL jsonb_array_elements_text(
              m.personal_preference_ids || m.active_task_summary_ids || m.high_value_insight_ids) AS listed(entry)
            JOIN memory_entries e ON e.user_id = ${me} AND e.id = listed.entry::uuid AND ${standing}
            WHERE m.user_id = ${me}) AS file`)
    ).rows
    return {
      utilisationPercent: Number(file?.pct ?? 0),
      lastCompaction: file?.at == null ? null : new Date(file.at).toISOString(),
      tiers: TIERS.map((tier) => {
        const found = tiers.find((t) => t.tier === tier)
        return { tier, count: Number(found?.count ?? 0), averageScore: found?.score ?? 0 }
      }),
      storedEntries: Number(ratio?.stored ?? 0),
      fileEntries: Number(ratio?.file ?? 0),
    }
  },
}

const TIERS = ['KEEP', 'SUMMARIZE', 'ARCHIVE'] as const
const OLDEST_FIRST = sql`${memoryEntries.createdAt}, ${memoryEntries.seq}`
const BEST_FIRST = sql`${memoryEntries.pinnedAt} IS NULL, value_score DESC NULLS LAST, ${memoryEntries.createdAt} DESC, ${memoryEntries.seq} DESC`

const ofCategories = (categories?: readonly MemoryCategory[]): SQL | undefined =>
  categories && sql`${memoryEntries.category} = ANY(${`{${categories.join(',')}}`}::text[])`

const wordsOf = (filter = ''): string[] => filter.split(/\s+/u).filter((word) => word !== '')
const escapeLike = (word: string): string => word.replace(/[\\%_]/gu, (sign) => `\\${sign}`)

async function withVectors(
  db: Database,
  modelId: string,
  memories: readonly StoredMemory[],
): Promise<MemoryWithVector[]> {
  const { rows } = await db.execute<{ id: string; vector: string }>(sql`
    SELECT id, embedding::text AS vector FROM memory_entries
    WHERE user_id = ${me} AND embedding_model = ${modelId} AND embedding IS NOT NULL
      AND id = ANY(${`{${memories.map((m) => m.id).join(',')}}`}::uuid[])`)
  const vectors = new Map(rows.map((r) => [r.id, r.vector]))
  return memories.map((memory) => {
    const text = vectors.get(memory.id)
    return { memory, vector: text === undefined ? null : parseVector(text) }
  })
}
