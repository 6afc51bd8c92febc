/** What the titles and synopses of segments hold of a query: they say what a talk was about. */
import { sql } from 'drizzle-orm'
import { me } from '../profile'

/**
 * Of rows `m` of `messages`, each segment once with the number of its document. What that holds is told by the posting lists: taking
 * the terms of a hundred and sixty documents apart was a third of a search's evidence.
 * OFFSET 0: look-ups by key, one after another, whatever the planner takes the tables for.
 */
export const segmentDocuments = sql`
  SELECT of.segment_id, s.seq AS number
  FROM (SELECT DISTINCT segment_id FROM m WHERE segment_id IS NOT NULL OFFSET 0) of,
    LATERAL (SELECT sentinel_id FROM continuum_segments c WHERE c.user_id = ${me} AND c.id = of.segment_id OFFSET 0) c,
    LATERAL (SELECT seq FROM messages s WHERE s.user_id = ${me} AND s.id = c.sentinel_id OFFSET 0) s`
