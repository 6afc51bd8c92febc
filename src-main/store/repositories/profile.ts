import { sql } from 'drizzle-orm'

/** The profile whose role this transaction runs as; every query names it, and row-level security holds it to it. */
export const me = sql<string>`current_profile()`
