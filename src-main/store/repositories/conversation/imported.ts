import { inArray } from 'drizzle-orm'
import type { Database } from '../../database'
import { messages } from '../../schema'
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
}
