import { type MemoryId, memoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { ConsolidationPast } from '../../types'
import { me } from '../profile'

/** What consolidation has to know of what was, beside the entries that stand. */
export const consolidationRepository = {
  async past(db: Database): Promise<ConsolidationPast> {
    const { rows: newest } = await db.execute<{ category: MemoryCategory; seq: string }>(sql`
      SELECT category, max(seq) AS seq FROM memory_entries WHERE user_id = ${me} AND source = 'consolidation'
      GROUP BY category`)
    const { rows: refused } = await db.execute<{ id: string }>(sql`
      SELECT DISTINCT c.entity_id AS id FROM operation_changes c
      JOIN bucket_operations o ON o.user_id = c.user_id AND o.id = c.operation_id
      WHERE c.user_id = ${me} AND c.entity = 'memory' AND c.field = 'superseded_by' AND c.after IS NOT NULL
        AND o.kind = 'consolidate_memories' AND o.undone_at IS NOT NULL`)
    const { rows: worded } = await db.execute<{ id: string }>(sql`
      SELECT DISTINCT c.entity_id AS id FROM operation_changes c
      JOIN bucket_operations o ON o.user_id = c.user_id AND o.id = c.operation_id
      WHERE c.user_id = ${me} AND c.entity = 'memory' AND c.field = 'content'
        AND o.actor = 'person' AND o.undone_at IS NULL`)
    return {
      newestSummary: Object.fromEntries(newest.map((row) => [row.category, Number(row.seq)])),
      refused: idsOf(refused),
      worded: idsOf(worded),
    }
  },

  /**
   * Summaries that say what one of these entries does not say any more: it was forgotten or reworded since it was put behind
   * them, or the rewording they were made of was taken back.
   */
  async outdated(db: Database, ids: readonly MemoryId[]): Promise<MemoryId[]> {
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT DISTINCT e.superseded_by AS id FROM memory_entries e
      LEFT JOIN LATERAL (
        SELECT o.seq, o.ts FROM operation_changes c
        JOIN bucket_operations o ON o.user_id = c.user_id AND o.id = c.operation_id
        WHERE c.user_id = e.user_id AND c.entity = 'memory' AND c.entity_id = e.id::text AND c.field = 'superseded_by'
          AND o.undone_at IS NULL ORDER BY o.seq DESC LIMIT 1) hidden ON true
      WHERE e.user_id = ${me} AND e.id = ANY(${`{${ids.join(',')}}`}::uuid[]) AND e.superseded_by IS NOT NULL AND e.ended_at IS NULL
        AND (e.forgotten_at IS NOT NULL OR EXISTS (
          SELECT FROM operation_changes c JOIN bucket_operations o ON o.user_id = c.user_id AND o.id = c.operation_id
          WHERE c.user_id = e.user_id AND c.entity = 'memory' AND c.entity_id = e.id::text AND c.field = 'content'
            AND ((o.undone_at IS NULL AND o.seq > hidden.seq)
              OR (o.undone_at > hidden.ts AND o.seq < hidden.seq))))`)
    return idsOf(rows)
  },

  /**
   * Every summary that was ever made of this entry, of what it stands for, or of such a summary; undone ones and those taken
   * apart too: they all hold its words.
   */
  async madeOf(db: Database, id: MemoryId): Promise<MemoryId[]> {
    const { rows } = await db.execute<{ id: string }>(sql`
      WITH RECURSIVE own AS (
        SELECT ${id}::uuid AS id UNION
        SELECT e.id FROM memory_entries e JOIN own ON e.superseded_by = own.id WHERE e.user_id = ${me} AND e.ended_at IS NULL),
      made AS (
        SELECT id::text AS id FROM own UNION
        SELECT c.after FROM operation_changes c JOIN made ON c.entity_id = made.id
        JOIN bucket_operations o ON o.user_id = c.user_id AND o.id = c.operation_id AND o.kind = 'consolidate_memories'
        WHERE c.user_id = ${me} AND c.entity = 'memory' AND c.field = 'superseded_by' AND c.after IS NOT NULL)
      SELECT m.id FROM made m JOIN memory_entries e ON e.user_id = ${me} AND e.id = m.id::uuid
      WHERE m.id::uuid NOT IN (SELECT id FROM own)`)
    return idsOf(rows)
  },

  /** Everything hidden behind a summary, forgotten entries included; oldest first. */
  async partsOf(db: Database, id: MemoryId): Promise<MemoryId[]> {
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT id FROM memory_entries WHERE user_id = ${me} AND superseded_by = ${id}::uuid AND ended_at IS NULL ORDER BY created_at, seq`)
    return idsOf(rows)
  },
}

const idsOf = (rows: readonly { id: string }[]): MemoryId[] => rows.map((row) => memoryId.parse(row.id))
