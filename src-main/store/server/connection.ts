import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, types } from 'pg'
import type { Connection, Statements, StoreDatabase } from '../connection'
import * as schema from '../schema'
import type { ServerAddress } from './address'
import { connectFailure, isLost, lostFailure } from './failures'

/** PGlite answers whole numbers as numbers; the driver would answer `bigint` as text. Ours stay below 2^53. */
const INT8 = 20
types.setTypeParser(INT8, Number)

const CONNECT_TIMEOUT_MS = 10_000
/** After so long without an answer a connection is not trusted unseen. */
const IDLE_MS = 30_000

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
      options: '-c timezone=UTC',
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
      if (!isLost(error)) throw error
      if (client) this.drop(client)
      throw lostFailure(this.address.words, error)
    }
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
