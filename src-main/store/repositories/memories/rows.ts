/** Rows of memories to plain data. */
import { memoryId, messageId, segmentId } from '@shared/ids'
import type { MemoryValue } from '@shared/memory'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { memoryEntries, valueClassifications } from '../../schema'
import type { StoredMemory } from '../../types'

type ValueRow = typeof valueClassifications.$inferSelect
/** Everything but the vector: 1.5 KB that few readers want. */
const { embedding: _, ...COLUMNS } = getTableColumns(memoryEntries)
type MemoryRow = Omit<typeof memoryEntries.$inferSelect, 'embedding'>

/** An entry that is found, shown and used: made, neither forgotten nor hidden behind a summary. */
export const standing = sql`(own_state = 'live' AND superseded_by IS NULL AND forgotten_at IS NULL AND ended_at IS NULL)`

/** Entries with their value. */
export async function selectMemories(
  db: Database,
  where: SQL | undefined,
  order: SQL = sql`${memoryEntries.seq}`,
  page: { limit?: number; offset?: number } = {},
): Promise<StoredMemory[]> {
  const query = db
    .select({ entry: COLUMNS, value: valueClassifications })
    .from(memoryEntries)
    .leftJoin(
      valueClassifications,
      and(
        eq(valueClassifications.userId, memoryEntries.userId),
        eq(valueClassifications.entityType, 'memory'),
        eq(valueClassifications.id, memoryEntries.id),
      ),
    )
    .where(where)
    .orderBy(order)
    .limit(page.limit ?? 1_000_000)
    .offset(page.offset ?? 0)
  return (await query).map((row) => toMemory(row.entry, row.value))
}

/** In the order of `ids`; unknown ones are left out. */
export async function memoriesByIds(db: Database, ids: readonly string[]): Promise<StoredMemory[]> {
  if (ids.length === 0) return []
  const found = new Map(
    (await selectMemories(db, inArray(memoryEntries.id, [...new Set(ids)]))).map((m) => [String(m.id), m]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

export const isStanding = (m: StoredMemory): boolean =>
  m.ownState === 'live' && m.supersededBy === null && m.forgottenAt === null && m.endedAt === null

function toMemory(row: MemoryRow, value: ValueRow | null): StoredMemory {
  return {
    id: memoryId.parse(row.id),
    seq: row.seq,
    category: row.category,
    content: row.content,
    tokenCount: row.tokenCount,
    contentHash: row.contentHash,
    sourceMessageIds: row.sourceMessageIds.map((id) => messageId.parse(id)),
    segmentId: row.segmentId === null ? null : segmentId.parse(row.segmentId),
    source: row.source,
    explicit: row.explicit,
    done: row.done,
    reflection: row.reflection,
    relevanceScore: row.relevanceScore,
    confidence: row.confidence,
    containsPii: row.containsPii,
    piiKinds: row.piiKinds,
    sensitive: row.sensitive,
    accessTier: row.accessTier,
    heat: row.heat,
    ownState: row.ownState,
    pinned: row.pinnedAt !== null,
    supersededBy: row.supersededBy === null ? null : memoryId.parse(row.supersededBy),
    endedAt: iso(row.endedAt),
    archivedAt: iso(row.archivedAt),
    forgottenAt: iso(row.forgottenAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastAccessed: iso(row.lastAccessed),
    accessCount: row.accessCount,
    value: value === null ? null : toValue(value),
    tags: row.tags,
    embeddingModel: row.embeddingModel,
  }
}

const iso = (time: Date | null): string | null => (time === null ? null : time.toISOString())

function toValue(row: ValueRow): MemoryValue {
  return {
    signals: {
      retention: row.retentionScore,
      uniqueness: row.uniquenessScore,
      confidence: row.confidenceScore,
      frequency: row.accessFrequency,
      recency: row.recencyScore,
    },
    score: row.valueScore,
    tier: row.retentionTier,
    scoredAt: row.updatedAt.toISOString(),
  }
}
