/** What happens to segments long after they were closed: archiving, and back. */

import { type SegmentId, segmentId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { StoredSegment } from '../../types'
import { me } from '../profile'
import { syncSentinels } from './rows'
import { segmentsRepository } from './segments'

/**
 * Segments of which a bucket, redirects followed, is active or pinned. Put together once for all of them: asked segment by segment
 * it held up a store of 3,000 segments and 2,000 buckets for six seconds.
 */
const inUse = sql`WITH used AS MATERIALIZED (
    SELECT b.id FROM buckets b JOIN buckets e ON e.user_id = b.user_id AND e.id = coalesce(b.merged_into, b.id)
    WHERE b.user_id = ${me} AND (e.status = 'active' OR e.pinned_at IS NOT NULL)
  ), in_use AS MATERIALIZED (
    SELECT DISTINCT t.id FROM continuum_segments t CROSS JOIN LATERAL jsonb_array_elements_text(t.buckets_discussed) d(bucket)
    JOIN used ON used.id = d.bucket WHERE t.user_id = ${me} AND t.status IN ('collapsed', 'archived')
  )`

export const segmentUpkeep = {
  /**
   * Archives segments that were closed before `closedBefore` (milliseconds), whose downstream work is done and none of whose
   * buckets is active or pinned; brings back those whose bucket is (07-settled, Segments). Answers what changed.
   * @param memories whether memories are taken from segments at all: then that has to be done first
   */
  async archive(db: Database, input: { closedBefore: number; memories: boolean }): Promise<StoredSegment[]> {
    const gone = await db.execute<{ id: string }>(sql`
      ${inUse} UPDATE continuum_segments s SET status = 'archived'
      WHERE s.user_id = ${me} AND s.status = 'collapsed' AND s.collapsed_at < ${new Date(input.closedBefore)}
        AND s.domain_blocks_updated AND (s.memories_extracted OR NOT ${input.memories}::boolean)
        AND NOT s.metadata ? 'resummarise' AND s.id NOT IN (SELECT id FROM in_use)
      RETURNING s.id`)
    const back = await db.execute<{ id: string }>(sql`
      ${inUse} UPDATE continuum_segments s SET status = 'collapsed'
      WHERE s.user_id = ${me} AND s.status = 'archived' AND s.id IN (SELECT id FROM in_use) RETURNING s.id`)
    const ids = [...gone.rows, ...back.rows].map((r): SegmentId => segmentId.parse(r.id))
    await syncSentinels(db, ids)
    return segmentsRepository.byIds(db, ids)
  },
}
