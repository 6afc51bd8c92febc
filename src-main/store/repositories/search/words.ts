/** Words of new messages wait in a backlog and are added up here, for search and for filing alike (drizzle/0115_search_postings.sql). */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { single } from '../../single'
import { countManyWords } from './listing'

/** Words of so many messages are added up in one go. */
const WORDS_AT_ONCE = 500
/** Where there are many: each word's row is written once for all of them. In memory meanwhile, a kilobyte each. */
const MANY_AT_ONCE = 4_000

/** Adds up the words of at most so many messages that were written since; false when none are left. */
export const countWords = single(async (db: Database, most: number): Promise<boolean> => {
  const { rows } = await db.execute<{ more: boolean }>(sql`SELECT count_words(${most}::int) AS more`)
  return rows[0]?.more === true
})

/** Adds up the words of everything that was written so far. */
export async function countAllWords(db: Database): Promise<void> {
  // A few are one statement's work; what an import left that was ended is much.
  if (!(await countWords(db, WORDS_AT_ONCE))) return
  while (await countManyWords(db, MANY_AT_ONCE));
}
