import { sql } from 'drizzle-orm'

/**
 * The profile whose role this transaction runs as; every query names it, and row-level security holds it to it. As a query of its
 * own it is looked up once a statement; as a bare call it would be for each row that is compared with it.
 */
export const me = sql<string>`(SELECT current_profile())`
