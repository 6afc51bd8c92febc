import { sql } from 'drizzle-orm'

/**
 * The profile whose role this transaction runs as; every query names it, and row-level security holds it to it. With SELECT it is
 * looked up once a statement; the bare function is called for every row that is read and for every look-up by key.
 */
export const me = sql<string>`(SELECT current_profile())`

/** The same in rows that are written, hundreds at a time: a sub-select in each of them would have to be planned for each. */
export const mine = sql<string>`current_profile()`
