/** Words of new messages wait in a backlog and are added up here, for search and for filing alike (drizzle/0115_search_postings.sql). */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { single } from '../../single'

/** Words of so many messages are added up in one go. */
const WORDS_AT_ONCE = 500

/** Adds up the words of at most so many messages that were written since; false when none are left. */
export const countWords = single(async (db: Database, most: number): Promise<boolean> => {
  const { rows } = await db.execute<{ more: boolean }>(sql`SELECT count_words(${most}::int) AS more`)
  return rows[0]?.more === true
})

/** Adds up the words of everything that was written so far. */
export async function countAllWords(db: Database): Promise<void> {
  while (await countWords(db, WORDS_AT_ONCE));
}
