import { sql } from 'drizzle-orm'
import { derive } from '../repositories/operations/derive'
import { inParts } from '../repositories/rederiving'
import { recountSegments } from '../repositories/segments/rows'
import type { OpenStore } from '../session'
import { DERIVE_DUE } from './derive-due'

/**
 * Redirects, counts and times of all buckets and segments, made by the functions that always make them, where it is due: after rows
 * were copied here from elsewhere, some of their messages are missing, or new. Each profile is one transaction; what a kill leaves
 * stays due.
 */
export async function deriveAnew(store: OpenStore): Promise<void> {
  for (const { id } of await store.profiles())
    await store.asProfile(id, async (db) => {
      const { rows } = await db.execute(sql`DELETE FROM preferences WHERE key = ${DERIVE_DUE} RETURNING key`)
      if (rows.length === 0) return
      await inParts(db, sql`buckets`, (ids) => derive(db, ids))
      await inParts(db, sql`continuum_segments`, (ids) => recountSegments(db, ids))
    })
}

/** A store that was just opened: what a merge or a rescue that was killed left undone comes before anything is asked of it. */
export async function madeWhole(store: OpenStore): Promise<OpenStore> {
  try {
    if (store.deriveDue) await deriveAnew(store)
    return store
  } catch (error) {
    await store.close().catch(() => undefined)
    throw error
  }
}
