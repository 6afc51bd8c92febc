/** What happens to segments long after they were closed: archiving, and back. */

import { type SegmentId, segmentId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { StoredSegment } from '../../types'
import { me } from '../profile'
import { syncSentinels } from './rows'
import { segmentsRepository } from './segments'

/** A bucket it was about, redirects followed, is active or pinned. */
const inUse = sql`EXISTS (
  SELECT FROM jsonb_array_elements_text(s.buckets_discussed) d
  JOIN buckets b ON b.user_id = s.user_id AND b.id = d
  JOIN buckets e ON e.user_id = b.user_id AND e.id = coalesce(b.merged_into, b.id)
  WHERE e.status = 'active' OR e.pinned_at IS NOT NULL)`

export const segmentUpkeep = {
  /**
   * Archives segments that were closed before `closedBefore` (milliseconds), whose downstream work is done and none of whose
   * buckets is active or pinned; brings back those whose bucket is (07-settled, Segments). Answers what changed.
   * @param memories whether memories are taken from segments at all: then that has to be done first
   */
  async archive(db: Database, input: { closedBefore: number; memories: boolean }): Promise<StoredSegment[]> {
    const gone = await db.execute<{ id: string }>(sql`
      UPDATE continuum_segments s SET status = 'archived'
      WHERE s.user_id = ${me} AND s.status = 'collapsed' AND s.collapsed_at < ${new Date(input.closedBefore)}
        AND s.domain_blocks_updated AND (s.memories_extracted OR NOT ${input.memories}::boolean)
        AND NOT s.metadata ? 'resummarise' AND NOT ${inUse}
      RETURNING s.id`)
    const back = await db.execute<{ id: string }>(sql`
      UPDATE continuum_segments s SET status = 'collapsed'
      WHERE s.user_id = ${me} AND s.status = 'archived' AND ${inUse} RETURNING s.id`)
    const ids = [...gone.rows, ...back.rows].map((r): SegmentId => segmentId.parse(r.id))
    await syncSentinels(db, ids)
    return segmentsRepository.byIds(db, ids)
  },
}
