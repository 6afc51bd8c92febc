import { sql } from 'drizzle-orm'
import { derive } from '../repositories/operations/derive'
import { inParts } from '../repositories/rederiving'
import { recountSegments } from '../repositories/segments/rows'
import type { OpenStore } from '../session'

/**
 * Redirects, counts and times of all buckets and segments, made by the functions that always make them: after rows were copied here
 * from elsewhere, some of their messages are missing, or new.
 */
export async function deriveAnew(store: OpenStore): Promise<void> {
  for (const { id } of await store.profiles())
    await store.asProfile(id, async (db) => {
      await inParts(db, sql`buckets`, (ids) => derive(db, ids))
      await inParts(db, sql`continuum_segments`, (ids) => recountSegments(db, ids))
    })
}
