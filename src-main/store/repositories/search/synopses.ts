/** What titles and synopses of segments hold of a query: they say what a talk was about. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'
import { textArray } from './indexing'
import type { Wanted } from './vocabulary'

/** For each of these segments that is summed up, the places in `wanted` of what its title and synopsis hold. */
export async function heldBySynopses(
  db: Database,
  segments: ReadonlySet<string>,
  wanted: readonly Wanted[],
): Promise<Map<string, number[]>> {
  const placeOf = new Map(wanted.flatMap((w, i) => w.forms.map((form): [string, number] => [form, i])))
  if (segments.size === 0 || placeOf.size === 0) return new Map()
  const forms = textArray([...placeOf.keys()])
  // OFFSET 0: look-ups by key, one after another, whatever the planner takes the tables for.
  const { rows } = await db.execute<{ segment: string; held: string[] }>(sql`
    SELECT s.id AS segment, ARRAY(SELECT t FROM unnest(d.terms) t WHERE t = ANY(${forms}::text[])) AS held
    FROM unnest(${`{${[...segments].join(',')}}`}::uuid[]) AS s(id),
      LATERAL (SELECT sentinel_id FROM continuum_segments c WHERE c.user_id = ${me} AND c.id = s.id OFFSET 0) c,
      LATERAL (SELECT seq FROM messages m WHERE m.user_id = ${me} AND m.id = c.sentinel_id OFFSET 0) m,
      LATERAL (SELECT terms FROM search_documents d
        WHERE d.user_id = ${me} AND d.kind = 'segment' AND d.number = m.seq AND d.terms && ${forms}::text[] OFFSET 0) d`)
  return new Map(
    rows.map(({ segment, held }) => [segment, [...new Set(held.flatMap((form) => placeOf.get(form) ?? []))]]),
  )
}
