import { type MemoryId, memoryId, type SegmentId, segmentId } from '@shared/ids'
import type { Database } from '../../database'
import { boundedMemoryManifests } from '../../schema'
import { me } from '../profile'

/** What stands in MEMORY.md, as pointers (seed 004, BoundedMemoryManifest). Times in milliseconds. */
export interface MemoryManifest {
  maxTokens: number
  currentTokens: number
  lastCompacted: number
  preferences: MemoryId[]
  tasks: MemoryId[]
  insights: MemoryId[]
  recent: SegmentId[]
  /** Goes up when the content of the file changes, and only then. */
  version: number
  generatedAt: number
}

/** The row behind MEMORY.md; what is measured of it is `memories.metrics`. */
export const memoryFileRepository = {
  async manifest(db: Database): Promise<MemoryManifest | null> {
    const [row] = await db.select().from(boundedMemoryManifests)
    if (!row) return null
    return {
      maxTokens: row.maxTokens,
      currentTokens: row.currentTokens,
      lastCompacted: (row.lastCompacted ?? row.generatedAt).getTime(),
      preferences: row.personalPreferenceIds.map((id) => memoryId.parse(id)),
      tasks: row.activeTaskSummaryIds.map((id) => memoryId.parse(id)),
      insights: row.highValueInsightIds.map((id) => memoryId.parse(id)),
      recent: row.recentContextIds.map((id) => segmentId.parse(id)),
      version: row.version,
      generatedAt: row.generatedAt.getTime(),
    }
  },

  async saveManifest(db: Database, manifest: MemoryManifest): Promise<void> {
    const values = {
      maxTokens: manifest.maxTokens,
      currentTokens: manifest.currentTokens,
      lastCompacted: new Date(manifest.lastCompacted),
      personalPreferenceIds: manifest.preferences,
      activeTaskSummaryIds: manifest.tasks,
      highValueInsightIds: manifest.insights,
      recentContextIds: manifest.recent,
      version: manifest.version,
      generatedAt: new Date(manifest.generatedAt),
    }
    await db
      .insert(boundedMemoryManifests)
      .values({ userId: me, ...values })
      .onConflictDoUpdate({ target: boundedMemoryManifests.userId, set: values })
  },
}
