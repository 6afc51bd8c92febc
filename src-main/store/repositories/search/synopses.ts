/** What the titles and synopses of segments hold of a query: they say what a talk was about. */
import { type SQL, sql } from 'drizzle-orm'
import { me } from '../profile'
import { textArray } from './indexing'

/**
 * Of a row `m` of `messages`, the terms among `forms` that the title and synopsis of its segment hold, an array or null.
 * OFFSET 0: look-ups by key, one after another, whatever the planner takes the tables for.
 */
export const heldBySynopsis = (forms: readonly string[]): SQL => sql`(
  SELECT ARRAY(SELECT t FROM unnest(d.terms) t WHERE t = ANY(${textArray(forms)}::text[]))
  FROM (SELECT sentinel_id FROM continuum_segments c WHERE c.user_id = ${me} AND c.id = m.segment_id OFFSET 0) c,
    LATERAL (SELECT seq FROM messages s WHERE s.user_id = ${me} AND s.id = c.sentinel_id OFFSET 0) s,
    LATERAL (SELECT terms FROM search_documents d WHERE d.user_id = ${me} AND d.kind = 'segment' AND d.number = s.seq OFFSET 0) d)`
