import type { PgliteDatabase } from 'drizzle-orm/pglite'
import type * as schema from './schema'

/** Drizzle on either engine. A server's driver answers the same but for statements without rows, which nobody reads. */
export type StoreDatabase = PgliteDatabase<typeof schema>

/** What repositories work on: the database or a transaction of it. */
export type Database = Pick<
  StoreDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query' | '$count'
>

export interface Statements {
  /** Several statements at once, without values. */
  exec(sql: string): Promise<unknown>
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/** A connection to a database, whatever engine answers. One statement at a time. */
export interface Connection extends Statements {
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>
}
