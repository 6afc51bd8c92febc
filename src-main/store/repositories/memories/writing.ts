import type { MemoryId, MessageId } from '@shared/ids'
import type { HeatTier, MemoryValue } from '@shared/memory'
import { eq, inArray, sql } from 'drizzle-orm'
import { contentHash } from '../../content-hash'
import type { Database } from '../../database'
import { memoryEntries, memoryTombstones, operationChanges, valueClassifications } from '../../schema'
import type { NewMemory, StoredMemory } from '../../types'
import { me } from '../profile'
import { createMemories } from './derive'
import { dropFromIndex, indexMemoryVectors } from './indexing'
import { memoriesByIds, selectMemories } from './rows'

/** Up to so many days since an entry was last needed it is as warm (07-settled, Levels). */
const HEAT: readonly [HeatTier, number][] = [
  ['HOT', 7],
  ['WARM', 30],
  ['COLD', 180],
]
const DAY = 86_400_000

/** What is written about memories without an operation: first learning, use, value, vectors, and erasure. */
export const memoryWriting = {
  /**
   * Stores what was learned. What is known by its words – standing, hidden behind a summary, undone, forgotten, corrected
   * or erased – is not stored again; an entry that stands takes over the sources of what says the same. So learning the
   * same twice comes to the same.
   * @returns what changed: new entries and those that got sources
   */
  async add(db: Database, list: readonly NewMemory[]): Promise<StoredMemory[]> {
    const changed = new Set<string>()
    for (const memory of list) {
      const hash = contentHash(memory.content)
      if (await isBuried(db, hash)) continue
      const [known] = await selectMemories(
        db,
        eq(memoryEntries.contentHash, hash),
        sql`forgotten_at IS NOT NULL, ended_at IS NOT NULL, ${memoryEntries.seq} DESC`,
      )
      // What ended and was said again since is so again: an entry of its own, with its own time.
      const again = known?.endedAt != null && known.ownState === 'live' && memory.at > Date.parse(known.endedAt)
      if (!known || again) {
        await createMemories(db, [memory], 'live')
        changed.add(memory.id)
      } else if (known.endedAt === null && known.ownState === 'live' && known.forgottenAt === null) {
        if (await join(db, known, memory)) changed.add(known.id)
      }
    }
    return memoriesByIds(db, [...changed])
  },

  /** An entry was said again in other words: it gets the sources. Answers it if that changed it. */
  async confirm(
    db: Database,
    input: { id: MemoryId; sourceMessageIds: readonly MessageId[]; explicit: boolean },
  ): Promise<StoredMemory[]> {
    const [known] = await memoriesByIds(db, [input.id])
    return known && (await join(db, known, input)) ? memoriesByIds(db, [known.id]) : []
  },

  /** Shown and relevant, or opened by a person (07-settled, Signals). */
  async markAccessed(db: Database, ids: readonly MemoryId[], at: number): Promise<StoredMemory[]> {
    if (ids.length === 0) return []
    await db
      .update(memoryEntries)
      .set({
        accessCount: sql`access_count + 1`,
        lastAccessed: sql`greatest(last_accessed, ${new Date(at)})`,
        heat: 'HOT',
      })
      .where(inArray(memoryEntries.id, [...ids]))
    return memoriesByIds(db, ids)
  },

  async saveVectors(
    db: Database,
    modelId: string,
    vectors: readonly { id: MemoryId; vector: Float32Array }[],
  ): Promise<void> {
    for (const { id, vector } of vectors) {
      const [row] = await db
        .update(memoryEntries)
        .set({ embedding: vector, embeddingModel: modelId })
        .where(eq(memoryEntries.id, id))
        .returning({ seq: memoryEntries.seq })
      if (row) await indexMemoryVectors(db, modelId, [{ seq: row.seq, vector }])
    }
  },

  /** Values as they were scored; those of entries that are gone are left out. */
  async saveValues(db: Database, values: readonly { id: MemoryId; value: MemoryValue }[]): Promise<void> {
    const known = new Set(
      (
        await memoriesByIds(
          db,
          values.map((v) => v.id),
        )
      ).map((m) => m.id),
    )
    for (const { id, value } of values.filter((v) => known.has(v.id))) {
      const at = new Date(value.scoredAt)
      const row = {
        retentionScore: value.signals.retention,
        uniquenessScore: value.signals.uniqueness,
        confidenceScore: value.signals.confidence,
        accessFrequency: value.signals.frequency,
        recencyScore: value.signals.recency,
        lastAccessed: sql`(SELECT e.last_accessed FROM memory_entries e WHERE e.user_id = ${me} AND e.id = ${id})`,
        valueScore: value.score,
        retentionTier: value.tier,
        updatedAt: at,
      }
      await db
        .insert(valueClassifications)
        .values({ userId: me, id, entityType: 'memory', createdAt: at, ...row })
        .onConflictDoUpdate({
          target: [valueClassifications.userId, valueClassifications.entityType, valueClassifications.id],
          set: row,
        })
      await db.execute(sql`
        INSERT INTO context_edges (user_id, from_id, to_id, kind, created_at)
        VALUES (${me}, ${id}::uuid, ${id}::uuid, 'HAS_VALUE', ${at}) ON CONFLICT DO NOTHING`)
    }
  },

  /** Moves every entry to the tier its last use puts it in. Answers those that moved. */
  async moveHeat(db: Database, now: number): Promise<MemoryId[]> {
    const since = (days: number) => new Date(now - days * DAY)
    const tier = sql`CASE ${sql.join(
      HEAT.map(([name, days]) => sql`WHEN coalesce(last_accessed, created_at) >= ${since(days)} THEN ${name}`),
      sql` `,
    )} ELSE 'ARCHIVED' END`
    const { rows } = await db.execute<{ id: MemoryId }>(sql`
      UPDATE memory_entries SET heat = ${tier} WHERE user_id = ${me} AND heat <> ${tier} RETURNING id`)
    return rows.map((r) => r.id)
  },

  /**
   * The one irreversible act: the entry, what it stands for, their lengths, values and edges, and their words in the log.
   * What stays is the hash, so that it is not learned again.
   * @returns ids of what is gone
   */
  async erase(db: Database, id: MemoryId, at: number): Promise<MemoryId[]> {
    const gone = await withSources(db, id)
    for (const memory of gone) {
      const changes = await db
        .select({
          operation: operationChanges.operationId,
          field: operationChanges.field,
          before: operationChanges.before,
          after: operationChanges.after,
        })
        .from(operationChanges)
        .where(
          sql`entity = 'memory' AND (entity_id = ${memory.id} OR (field = 'superseded_by' AND ${memory.id} IN (before, after)))`,
        )
      const contents = [
        memory.content,
        ...changes.flatMap((c) => (c.field === 'content' ? [c.before ?? '', c.after ?? ''] : [])),
      ].filter((content) => content !== '')
      const hashes = new Set(contents.map(contentHash))
      await db.execute(sql`DELETE FROM memory_tombstones WHERE user_id = ${me} AND memory_id = ${memory.id}::uuid`)
      for (const hash of hashes)
        await db.insert(memoryTombstones).values({
          userId: me,
          contentHash: hash,
          memoryId: memory.id,
          reason: 'erased',
          operationId: null,
          at: new Date(at),
        })
      await db.execute(sql`
        UPDATE bucket_operations SET sentence = ${ERASED}
        WHERE user_id = ${me} AND id = ANY(${`{${changes.map((c) => c.operation).join(',')}}`}::uuid[])`)
      await db.execute(sql`
        DELETE FROM operation_changes WHERE user_id = ${me} AND entity = 'memory'
          AND (entity_id = ${memory.id} OR (field = 'superseded_by' AND ${memory.id} IN (before, after)))`)
      await db.execute(sql`
        WITH gone AS (DELETE FROM compressed_contexts
          WHERE user_id = ${me} AND entity_type = 'memory' AND entity_id = ${memory.id}::uuid RETURNING id)
        DELETE FROM context_edges WHERE user_id = ${me} AND (from_id = ${memory.id}::uuid OR to_id = ${memory.id}::uuid
          OR from_id IN (SELECT id FROM gone) OR to_id IN (SELECT id FROM gone))`)
      await db.execute(sql`DELETE FROM value_classifications WHERE user_id = ${me} AND id = ${memory.id}::uuid`)
      // What it took the place of stays ended; it points at nothing any more.
      await db
        .update(memoryEntries)
        .set({ supersededBy: null, archivedAt: null })
        .where(eq(memoryEntries.supersededBy, memory.id))
      await dropFromIndex(db, memory.seq, contents)
      await db.delete(memoryEntries).where(eq(memoryEntries.id, memory.id))
    }
    return gone.map((m) => m.id)
  },
}

const ERASED = 'A memory that was erased since.'

/** Its words may not be learned: their tombstone stands. */
async function isBuried(db: Database, hash: string): Promise<boolean> {
  const rows = await db
    .select({ at: memoryTombstones.at })
    .from(memoryTombstones)
    .where(eq(memoryTombstones.contentHash, hash))
    .limit(1)
  return rows.length > 0
}

async function join(
  db: Database,
  known: StoredMemory,
  said: { sourceMessageIds: readonly MessageId[]; explicit?: boolean },
): Promise<boolean> {
  const sources = [...new Set([...known.sourceMessageIds, ...said.sourceMessageIds])]
  const explicit = known.explicit || said.explicit === true
  if (sources.length === known.sourceMessageIds.length && explicit === known.explicit) return false
  await db.update(memoryEntries).set({ sourceMessageIds: sources, explicit }).where(eq(memoryEntries.id, known.id))
  return true
}

/** The entry and what lies behind it, however many summaries deep. */
async function withSources(db: Database, id: MemoryId): Promise<StoredMemory[]> {
  const found = await memoriesByIds(db, [id])
  for (const memory of found)
    found.push(
      ...(await selectMemories(
        db,
        sql`${memoryEntries.supersededBy} = ${memory.id} AND ${memoryEntries.endedAt} IS NULL`,
      )),
    )
  return found
}
