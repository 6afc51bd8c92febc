/**
 * What follows from the registers of memories: hash, marks of personal data, vector, archive, tombstones and the search
 * index. It reads the present state and the log, so the order in which operations came and went does not matter.
 */

import { CatchmentError } from '@shared/contract/errors'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contentHash } from '../../content-hash'
import type { Database } from '../../database'
import { bucketOperations, memoryEntries, memoryTombstones, operationChanges } from '../../schema'
import type { MemoryChange, NewMemory } from '../../types'
import { me, mine } from '../profile'
import { dropSignature, indexMemories, indexMemoryVectors } from './indexing'
import { isStanding, memoriesByIds } from './rows'

/** Inserts memories; `void` ones are brought to life by the operation that makes them. */
export async function createMemories(db: Database, list: readonly NewMemory[], born: 'void' | 'live'): Promise<void> {
  for (let from = 0; from < list.length; from += AT_ONCE) {
    const some = list.slice(from, from + AT_ONCE)
    const rows = await db
      .insert(memoryEntries)
      .values(some.map((m) => rowOf(m, born)))
      .returning({ id: memoryEntries.id, seq: memoryEntries.seq })
    const seqs = new Map(rows.map((row) => [row.id, row.seq]))
    const placed = some.map((m) => {
      const seq = seqs.get(m.id)
      if (seq === undefined) throw new CatchmentError('internal', 'A memory was not stored.')
      return { seq, content: m.content, vector: m.vector ?? null }
    })
    await indexMemories(db, placed)
    for (const { seq, vector } of placed)
      if (vector) await indexMemoryVectors(db, vector.modelId, [{ seq, vector: vector.vector }])
  }
  if (list.length > 0) await keepStatistics(db, list.length)
}

/** The planner knows how much there is (`0130_memory_statistics.sql`): in a store of our own nobody else tells it. */
export const keepStatistics = (db: Database, rows: number): Promise<unknown> =>
  db.execute(sql`SELECT keep_memory_statistics(${rows >= MANY})`)

const MANY = 200

/** So many rows go in one statement: their parameters stay below the protocol's limit. */
const AT_ONCE = 400

function rowOf(m: NewMemory, born: 'void' | 'live') {
  const at = new Date(m.at)
  return {
    userId: mine,
    id: m.id,
    category: m.category,
    content: m.content,
    tokenCount: m.tokenCount,
    contentHash: contentHash(m.content),
    sourceMessageIds: m.sourceMessageIds,
    segmentId: m.segmentId,
    source: m.source,
    explicit: m.explicit ?? false,
    done: m.done ?? false,
    reflection: m.reflection ?? null,
    relevanceScore: m.relevanceScore ?? null,
    confidence: m.confidence,
    containsPii: m.piiKinds.length > 0,
    piiKinds: m.piiKinds,
    accessTier: m.piiKinds.length > 0 ? ('SENSITIVE' as const) : ('PUBLIC' as const),
    ownState: born,
    createdAt: at,
    updatedAt: at,
    lastAccessed: m.lastAccessed == null ? null : new Date(m.lastAccessed),
    accessCount: m.accessCount ?? 0,
    tags: m.tags ?? [],
    embedding: m.vector?.vector ?? null,
    embeddingModel: m.vector?.modelId ?? null,
  }
}

/**
 * @param touched memories whose registers were written
 * @param contents those whose words changed
 * @param at when, milliseconds
 */
export async function deriveMemories(
  db: Database,
  touched: ReadonlySet<string>,
  contents: ReadonlySet<string>,
  at: number,
): Promise<MemoryChange> {
  const ids = [...touched]
  await db.execute(sql`
    UPDATE memory_entries SET
      contains_pii = pii_kinds <> '[]'::jsonb,
      access_tier = CASE WHEN coalesce(sensitive, pii_kinds <> '[]'::jsonb) THEN 'SENSITIVE' ELSE 'PUBLIC' END,
      archived_at = CASE WHEN superseded_by IS NULL THEN NULL ELSE coalesce(archived_at, ${new Date(at)}) END,
      updated_at = greatest(updated_at, ${new Date(at)})
    WHERE user_id = ${me} AND id = ANY(${`{${ids.join(',')}}`}::uuid[])`)
  for (const m of await memoriesByIds(db, [...contents])) {
    await db
      .update(memoryEntries)
      .set({ contentHash: contentHash(m.content), embedding: null, embeddingModel: null })
      .where(eq(memoryEntries.id, m.id))
    await dropSignature(db, m.seq)
    await indexMemories(db, [m])
  }
  // What an operation brings to life was not counted as living when it was stored.
  if (ids.length >= MANY) await keepStatistics(db, ids.length)
  await deriveTombstones(db, ids)
  const memories = await memoriesByIds(db, ids)
  return { memories, removed: memories.filter((m) => !isStanding(m)).map((m) => m.id) }
}

/** Tombstones stand while their operation stands: they are read from the log anew. Those of erased entries stay. */
async function deriveTombstones(db: Database, ids: readonly string[]): Promise<void> {
  await db
    .delete(memoryTombstones)
    .where(
      and(inArray(memoryTombstones.memoryId, [...ids]), inArray(memoryTombstones.reason, ['forgotten', 'corrected'])),
    )
  const changes = await db
    .select({ change: operationChanges, at: bucketOperations.ts })
    .from(operationChanges)
    .innerJoin(bucketOperations, eq(bucketOperations.id, operationChanges.operationId))
    .where(
      and(
        eq(operationChanges.entity, 'memory'),
        inArray(operationChanges.entityId, [...ids]),
        inArray(operationChanges.field, ['content', 'forgotten_at']),
        isNull(bucketOperations.undoneAt),
      ),
    )
    .orderBy(asc(operationChanges.operationSeq))
  const named = [...new Set(changes.map(({ change }) => change.entityId))]
  const present = new Map((await memoriesByIds(db, named)).map((m) => [String(m.id), m]))
  for (const { change, at } of changes) {
    const memory = present.get(change.entityId)
    if (!memory) continue
    const forgotten = change.field === 'forgotten_at'
    const hash = forgotten ? memory.contentHash : contentHash(change.before ?? '')
    if (forgotten ? change.after === null : hash === memory.contentHash) continue
    await db
      .insert(memoryTombstones)
      .values({
        userId: me,
        contentHash: hash,
        memoryId: memory.id,
        reason: forgotten ? 'forgotten' : 'corrected',
        operationId: change.operationId,
        at,
      })
      .onConflictDoNothing()
  }
}
