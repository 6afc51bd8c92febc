import type { MemoryId, MessageId } from '@shared/ids'
import type { HeatTier, MemoryValue } from '@shared/memory'
import { eq, inArray, sql } from 'drizzle-orm'
import { contentHash } from '../../content-hash'
import type { Database } from '../../database'
import { memoryEntries, memoryTombstones, operationChanges } from '../../schema'
import type { NewMemory, StoredMemory } from '../../types'
import { me } from '../profile'
import { createMemories, keepStatistics } from './derive'
import { dropFromIndex, indexMemoryVectors } from './indexing'
import { isStanding, memoriesByIds, selectMemories } from './rows'

/** Up to so many days since an entry was last needed it is as warm (07-settled, Levels). */
export type HeatDays = Readonly<Record<Exclude<HeatTier, 'ARCHIVED'>, number>>
const DEFAULT_DAYS: HeatDays = { HOT: 7, WARM: 30, COLD: 180 }
const TIERS = ['HOT', 'WARM', 'COLD'] as const
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
    if (list.length === 0) return []
    const hashes = list.map((memory) => contentHash(memory.content))
    const buried = await buriedAmong(db, hashes)
    const known = await knownByHash(db, hashes)
    const made = new Map<string, NewMemory>()
    const joined = new Map<string, Saying>()
    for (const [at, memory] of list.entries()) {
      const hash = hashes[at] ?? ''
      if (buried.has(hash)) continue
      const fresh = made.get(hash)
      const entry = known.get(hash)
      if (fresh) made.set(hash, { ...fresh, ...union(fresh, memory) })
      else if (!entry || saidAgain(entry, memory)) made.set(hash, memory)
      else if (isStanding(entry) || isHidden(entry)) joined.set(entry.id, union(joined.get(entry.id) ?? entry, memory))
    }
    await createMemories(db, [...made.values()], 'live')
    const changed = [...made.values()].map(({ id }): string => id)
    for (const entry of known.values()) {
      const said = joined.get(entry.id)
      if (said && (await join(db, entry, said))) changed.push(entry.id)
    }
    return memoriesByIds(db, changed)
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
    for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
      const some = values.slice(from, from + VALUES_AT_ONCE).map(({ id, value: { signals, ...value } }) => ({
        id,
        ...signals,
        ...value,
      }))
      await db.execute(sql`
        WITH given AS (
          SELECT v.*, e.last_accessed FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS v(
            id uuid, retention float8, uniqueness float8, confidence float8, frequency float8, recency float8,
            score float8, tier text, "scoredAt" timestamptz)
          JOIN memory_entries e ON e.user_id = ${me} AND e.id = v.id),
        edges AS (
          INSERT INTO context_edges (user_id, from_id, to_id, kind, created_at)
          SELECT ${me}, id, id, 'HAS_VALUE', "scoredAt" FROM given ON CONFLICT DO NOTHING)
        INSERT INTO value_classifications (user_id, id, entity_type, retention_score, uniqueness_score, confidence_score,
          access_frequency, recency_score, last_accessed, value_score, retention_tier, created_at, updated_at)
        SELECT ${me}, id, 'memory', retention, uniqueness, confidence, frequency, recency, last_accessed, score, tier,
          "scoredAt", "scoredAt" FROM given
        ON CONFLICT (user_id, entity_type, id) DO UPDATE SET
          retention_score = excluded.retention_score, uniqueness_score = excluded.uniqueness_score,
          confidence_score = excluded.confidence_score, access_frequency = excluded.access_frequency,
          recency_score = excluded.recency_score, last_accessed = excluded.last_accessed,
          value_score = excluded.value_score, retention_tier = excluded.retention_tier, updated_at = excluded.updated_at`)
    }
    if (values.length > 0) await keepStatistics(db, values.length)
  },

  /** Moves every entry to the tier its last use puts it in. Answers those that moved. */
  async moveHeat(db: Database, now: number, days: HeatDays = DEFAULT_DAYS): Promise<MemoryId[]> {
    const since = (ago: number) => new Date(now - ago * DAY)
    const tier = sql`CASE ${sql.join(
      TIERS.map((name) => sql`WHEN coalesce(last_accessed, created_at) >= ${since(days[name])} THEN ${name}`),
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

/** So many values go in one statement: others get their turn at the store in between. */
const VALUES_AT_ONCE = 500

/** Who said an entry, and whether it was asked to be remembered. */
interface Saying {
  sourceMessageIds: readonly MessageId[]
  explicit?: boolean
}

const union = (a: Saying, b: Saying): { sourceMessageIds: MessageId[]; explicit: boolean } => ({
  sourceMessageIds: [...new Set([...a.sourceMessageIds, ...b.sourceMessageIds])],
  explicit: a.explicit === true || b.explicit === true,
})

/** What ended and was said again since is so again: an entry of its own, with its own time. */
const saidAgain = (known: StoredMemory, memory: NewMemory): boolean =>
  known.endedAt !== null && known.ownState === 'live' && memory.at > Date.parse(known.endedAt)

/** Behind a summary that stands in its place. */
const isHidden = (m: StoredMemory): boolean =>
  m.ownState === 'live' && m.supersededBy !== null && m.forgottenAt === null && m.endedAt === null

/** Hashes of what may not be learned: its tombstone stands. */
async function buriedAmong(db: Database, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ hash: memoryTombstones.contentHash })
    .from(memoryTombstones)
    .where(inArray(memoryTombstones.contentHash, [...new Set(hashes)]))
  return new Set(rows.map((row) => row.hash))
}

/** Of each hash the entry that says it: rather one that stands than one that was forgotten or ended, else the newest. */
async function knownByHash(db: Database, hashes: readonly string[]): Promise<ReadonlyMap<string, StoredMemory>> {
  const found = await selectMemories(
    db,
    inArray(memoryEntries.contentHash, [...new Set(hashes)]),
    sql`forgotten_at IS NOT NULL, ended_at IS NOT NULL, ${memoryEntries.seq} DESC`,
  )
  const known = new Map<string, StoredMemory>()
  for (const memory of found) if (!known.has(memory.contentHash)) known.set(memory.contentHash, memory)
  return known
}

/** The entry gets the sources of what says the same. Answers whether that changed it. */
async function join(db: Database, known: StoredMemory, said: Saying): Promise<boolean> {
  const { sourceMessageIds, explicit } = union(known, said)
  if (sourceMessageIds.length === known.sourceMessageIds.length && explicit === known.explicit) return false
  await db.update(memoryEntries).set({ sourceMessageIds, explicit }).where(eq(memoryEntries.id, known.id))
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
