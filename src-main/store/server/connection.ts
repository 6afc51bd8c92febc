import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, types } from 'pg'
import type { Connection, Statements, StoreDatabase } from '../connection'
import * as schema from '../schema'
import type { ServerAddress } from './address'
import { connectFailure, type Holder, heldFailure, isHeld, isLost, lostFailure } from './failures'

/** PGlite answers whole numbers as numbers; the driver would answer `bigint` as text. Ours stay below 2^53. */
const INT8 = 20
types.setTypeParser(INT8, Number)

const CONNECT_TIMEOUT_MS = 10_000
/** After so long without an answer a connection is not trusted unseen. */
const IDLE_MS = 30_000
/** So long a statement waits for what another program holds. */
const LOCK_TIMEOUT_MS = 15_000

/** One connection to a server, made anew when it broke. Statements come one after another, as on PGlite. */
export class ServerConnection implements Connection {
  private client: Client | null = null
  private database: StoreDatabase | null = null
  private answeredAt = Date.now()

  /** @param onNew told of every connection that was made, before anything else runs on it */
  constructor(
    private readonly address: ServerAddress,
    private readonly onNew: () => void,
  ) {}

  /** Drizzle on the connection of the moment. */
  get db(): StoreDatabase {
    if (!this.database) throw lostFailure(this.address.words, null)
    return this.database
  }

  /** @throws CatchmentError `unavailable` with the reason */
  async open(): Promise<void> {
    const client = new Client({
      connectionString: this.address.url,
      application_name: 'catchment',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      // Times cross as text in places; on PGlite they are in UTC.
      options: `-c timezone=UTC -c lock_timeout=${LOCK_TIMEOUT_MS}`,
    })
    // The server may end the connection at any time; the next request makes a new one.
    client.on('error', () => this.drop(client))
    client.on('end', () => this.drop(client))
    try {
      await client.connect()
    } catch (error) {
      void client.end().catch(() => undefined)
      throw connectFailure(this.address.words, error)
    }
    this.client = client
    // The drivers differ in what a statement without rows answers, and no repository looks at that.
    this.database = drizzle({ client, schema }) as unknown as StoreDatabase
    this.onNew()
  }

  /**
   * Runs one request on a live connection; after a pause it is looked at first. What broke in the middle is not tried
   * again: nobody can know how far it came, and the caller hears so.
   * @throws CatchmentError `unavailable`
   */
  async request<T>(work: () => Promise<T>): Promise<T> {
    if (Date.now() - this.answeredAt > IDLE_MS) await this.revive()
    if (!this.client) await this.open()
    const { client } = this
    try {
      const result = await work()
      this.answeredAt = Date.now()
      return result
    } catch (error) {
      if (isHeld(error)) throw heldFailure(this.address.words, await this.holder(), error)
      if (!isLost(error)) throw error
      if (client) this.drop(client)
      throw lostFailure(this.address.words, error)
    }
  }

  /** Who holds anything of this database that others wait for, as the server shows it to everybody. */
  private async holder(): Promise<Holder | null> {
    const { rows } = await this.query<Holder>(`
      SELECT a.usename::text AS role, a.pid, a.application_name AS program FROM pg_locks w
      JOIN pg_locks l ON l.granted AND l.locktype = w.locktype AND l.database IS NOT DISTINCT FROM w.database
        AND l.relation IS NOT DISTINCT FROM w.relation AND l.transactionid IS NOT DISTINCT FROM w.transactionid
      JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE NOT w.granted AND l.pid <> pg_backend_pid() AND a.datname = current_database() LIMIT 1`)
    if (rows[0]) return rows[0]
    const strong = await this.query<Holder>(`
      SELECT a.usename::text AS role, a.pid, a.application_name AS program FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.granted AND l.locktype = 'relation' AND l.pid <> pg_backend_pid() AND a.datname = current_database()
        AND l.mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock', 'RowExclusiveLock')
      ORDER BY l.mode LIMIT 1`)
    return strong.rows[0] ?? null
  }

  /** A connection that broke while nobody looked is let go. */
  private async revive(): Promise<void> {
    const { client } = this
    try {
      await client?.query('SELECT 1')
    } catch {
      if (client) this.drop(client)
    }
  }

  async exec(sql: string): Promise<void> {
    await this.live().query(sql)
  }

  async query<Row>(sql: string, values: unknown[] = []): Promise<{ rows: Row[] }> {
    const { rows } = await this.live().query(sql, values)
    return { rows }
  }

  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    await this.exec('BEGIN')
    try {
      const result = await work(this)
      await this.exec('COMMIT')
      return result
    } catch (error) {
      // On a broken connection the server has rolled back by itself.
      await this.client?.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    const { client } = this
    if (client) this.drop(client)
    await client?.end().catch(() => undefined)
  }

  private live(): Client {
    if (!this.client) throw lostFailure(this.address.words, null)
    return this.client
  }

  private drop(client: Client): void {
    if (this.client !== client) return
    this.client = null
    this.database = null
  }
}
