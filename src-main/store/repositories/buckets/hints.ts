import { bucketId, suggestionId } from '@shared/ids'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { hints, suggestions } from '../../schema'
import { single } from '../../single'
import type { HintDecision, NewHint, StoredHint } from '../../types'
import { me } from '../profile'

/** Self-healing hints (seed 001): one row for each pair that was ever pointed out. */
export const hintsRepository = {
  async add(db: Database, hint: NewHint, at: number): Promise<StoredHint> {
    const [row] = await db
      .insert(hints)
      .values({
        userId: me,
        id: uuidv7(),
        bucketId: hint.bucket,
        existingBucketId: hint.existing,
        similarity: hint.similarity,
        suggestionId: hint.suggestion,
        createdAt: new Date(at),
      })
      .returning()
    if (!row) throw new Error('The hint was not stored.')
    return toHint(row, null)
  },

  /** Newest first; what a person did with its card counts as the decision. */
  newest: single(async (db: Database, limit: number): Promise<StoredHint[]> => {
    const rows = await db
      .select({ hint: hints, card: suggestions.status })
      .from(hints)
      .leftJoin(suggestions, eq(suggestions.id, hints.suggestionId))
      .orderBy(desc(hints.createdAt), desc(hints.id))
      .limit(limit)
    return rows.map(({ hint, card }) => toHint(hint, card))
  }),

  /** A model is told of them with the turn that begins. */
  async markShown(db: Database, ids: readonly string[], at: number): Promise<void> {
    if (ids.length === 0) return
    await db
      .update(hints)
      .set({ status: 'shown', shownAt: new Date(at) })
      .where(inArray(hints.id, [...ids]))
  },

  async decide(db: Database, ids: readonly string[], decision: HintDecision, at: number): Promise<void> {
    if (ids.length === 0) return
    await db
      .update(hints)
      .set({ status: decision.status, decidedBy: decision.by, decidedAt: new Date(at) })
      .where(inArray(hints.id, [...ids]))
  },

  /** For the health page: hints made, taken up, and passed over. */
  async counts(db: Database): Promise<{ made: number; accepted: number; ignored: number }> {
    const { rows } = await db.execute<{ made: number; accepted: number; ignored: number }>(sql`
      SELECT count(*)::int AS made,
        count(*) FILTER (WHERE h.status = 'accepted' OR s.status = 'accepted')::int AS accepted,
        count(*) FILTER (WHERE h.status <> 'accepted' AND (s.status = 'dismissed'
          OR (h.status = 'ignored' AND s.status IS DISTINCT FROM 'accepted')))::int AS ignored
      FROM hints h LEFT JOIN suggestions s ON s.user_id = h.user_id AND s.id = h.suggestion_id
      WHERE h.user_id = ${me}`)
    return rows[0] ?? { made: 0, accepted: 0, ignored: 0 }
  },
}

function toHint(row: typeof hints.$inferSelect, card: (typeof suggestions.$inferSelect)['status'] | null): StoredHint {
  const byPerson = card === 'accepted' ? 'accepted' : card === 'dismissed' ? 'ignored' : null
  return {
    id: row.id,
    bucket: bucketId.parse(row.bucketId),
    existing: bucketId.parse(row.existingBucketId),
    similarity: row.similarity,
    suggestion: row.suggestionId === null ? null : suggestionId.parse(row.suggestionId),
    status: row.status === 'accepted' ? 'accepted' : (byPerson ?? row.status),
    decidedBy: byPerson ? 'person' : row.decidedBy,
    createdAt: row.createdAt.toISOString(),
  }
}
