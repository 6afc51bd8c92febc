import type { SegmentId } from '@shared/ids'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { continuumSegments, messages } from '../../schema'
import type { StoredMessage } from '../../types'
import { toMessage } from '../rows'

/** Messages as the files they came from name them. */
export const imported = {
  /** Those that are here, in the order of their times. */
  async byExternalIds(db: Database, ids: readonly string[]): Promise<StoredMessage[]> {
    if (ids.length === 0) return []
    const rows = await db
      .select()
      .from(messages)
      .where(inArray(messages.externalId, [...ids]))
      .orderBy(messages.ts, messages.id)
    return rows.map(toMessage)
  },

  /** Gives a segment that is not closed yet what an older program said of it; what it was given before is replaced. */
  async keepOldSummary(
    db: Database,
    input: { segment: SegmentId; title: string | null; content: string },
  ): Promise<void> {
    const old = JSON.stringify({ title: input.title, content: input.content })
    await db
      .update(continuumSegments)
      .set({ metadata: sql`${continuumSegments.metadata} || jsonb_build_object('old_summary', ${old}::jsonb)` })
      .where(and(eq(continuumSegments.id, input.segment), eq(continuumSegments.status, 'active')))
  },
}
