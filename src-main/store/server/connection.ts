import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, types } from 'pg'
import { z } from 'zod'
import type { Connection, Database, Statements, StoreDatabase } from '../connection'
import * as schema from '../schema'
import type { News } from '../session'
import type { ServerAddress } from './address'
import { connectFailure, type Holder, heldFailure, isHeld, isLost, lostFailure, poolerFailure } from './failures'

/** PGlite answers whole numbers as numbers; the driver would answer `bigint` as text. Ours stay below 2^53. */
const INT8 = 20
types.setTypeParser(INT8, Number)

const CONNECT_TIMEOUT_MS = 10_000
/** After so long without an answer a connection is not trusted unseen. */
const IDLE_MS = 30_000
/** So long a statement waits for what another program holds. */
const LOCK_TIMEOUT_MS = 15_000
/** A connection that answers nothing for so long when it is looked at is over. */
const ALIVE_MS = 10_000
/** One that others are heard on is looked at so often: a network that is gone says nothing by itself. */
const LOOK_MS = 60_000
/** So long until it is tried again to come back, each time twice as long, up to the second. */
const BACK_OFF_MS = { first: 500, most: 30_000 }

const newsSchema = z.object({
  table: z.string(),
  act: z.enum(['insert', 'update', 'delete']),
  ids: z.array(z.string()).nullable(),
})

/** On which channel other programs are heard, and who wants to know. */
interface Following {
  channel: string
  heard(news: News): void
  look: NodeJS.Timeout
}

/**
 * One connection to a server, made anew when it broke: by the next request, and by itself as soon as other programs are followed.
 * Statements come one after another, as on PGlite.
 */
export class ServerConnection implements Connection {
  private client: Client | null = null
  private database: StoreDatabase | null = null
  private answeredAt = Date.now()
  private opening: Promise<void> | null = null
  private requests = 0
  private following: Following | null = null
  private returning: NodeJS.Timeout | undefined
  private pause = BACK_OFF_MS.first
  private closed = false

  /** @param onNew told of every connection that was made, before anything else runs on it */
  constructor(
    private readonly address: ServerAddress,
    private readonly onNew: () => void,
    private readonly lockTimeoutMs = LOCK_TIMEOUT_MS,
  ) {}

  /** Drizzle on the connection of the moment. */
  get db(): StoreDatabase {
    if (!this.database) throw lostFailure(this.address.words, null)
    return this.database
  }

  /** @throws CatchmentError `unavailable` with the reason */
  open(): Promise<void> {
    this.opening ??= this.connect().finally(() => {
      this.opening = null
    })
    return this.opening
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.address.url,
      application_name: 'catchment',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      // Statements that nobody has to wait between go over the line together.
      pipeline: true,
      // Times cross as text in places; on PGlite they are in UTC. Short statements are run, not compiled.
      options: `-c timezone=UTC -c jit=off -c lock_timeout=${this.lockTimeoutMs}`,
    })
    // The server may end the connection at any time; the next request makes a new one.
    client.on('error', () => this.drop(client))
    client.on('end', () => this.drop(client))
    try {
      await client.connect()
      await this.checkDirect(client)
      if (this.following) await client.query(`LISTEN "${this.following.channel}"`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw connectFailure(this.address.words, error)
    }
    const own = processOf(client)
    client.on('notification', ({ channel, payload, processId }) => {
      if (processId !== own && channel === this.following?.channel) this.hear(payload)
    })
    this.client = client
    clearTimeout(this.returning)
    this.pause = BACK_OFF_MS.first
    this.answeredAt = Date.now()
    // The drivers differ in what a statement without rows answers, and no repository looks at that.
    this.database = drizzle({ client, schema }) as unknown as StoreDatabase
    this.onNew()
    // What others wrote meanwhile was said to nobody.
    this.following?.heard({ table: null, act: null, ids: null })
  }

  /**
   * A pooler hands each transaction to another session of the server: what a session holds (who is logged in as whom, leases, what
   * is listened to) would be another program's. It gives itself away by a session that is not the one it announced.
   */
  private async checkDirect(client: Client): Promise<void> {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    if (rows[0]?.pid !== processOf(client)) throw poolerFailure(this.address.words, null)
  }

  /** From now on `heard` is told what other programs say on this channel, over every connection that is made. */
  async follow(channel: string, heard: (news: News) => void): Promise<void> {
    if (this.following) clearInterval(this.following.look)
    await this.exec(`UNLISTEN *; LISTEN "${channel}"`)
    const look = setInterval(() => void this.lookAfter(), LOOK_MS)
    look.unref()
    this.following = { channel, heard, look }
  }

  private hear(payload: string | undefined): void {
    let said: unknown
    try {
      said = JSON.parse(payload ?? '')
    } catch {
      said = null
    }
    const news = newsSchema.safeParse(said)
    // Whoever can write here knows the channel; what cannot be read is taken as “look for yourself”.
    this.following?.heard(news.success ? news.data : { table: null, act: null, ids: null })
  }

  /** While nothing is asked, a connection that broke unseen is found out. */
  private async lookAfter(): Promise<void> {
    if (this.requests > 0 || !this.client || Date.now() - this.answeredAt < IDLE_MS) return
    await this.revive()
  }

  /** Comes back by itself, for as long as anybody follows what others write. */
  private comeBack(): void {
    clearTimeout(this.returning)
    if (this.closed || !this.following) return
    this.returning = setTimeout(() => {
      if (this.client || this.closed) return
      // A request that is under way makes its own, or fails; in its middle nobody else may.
      if (this.requests > 0) return this.comeBack()
      this.open().catch(() => this.comeBack())
    }, this.pause)
    this.pause = Math.min(this.pause * 2, BACK_OFF_MS.most)
  }

  /**
   * Runs one request on a live connection; after a pause it is looked at first. What broke in the middle is not tried
   * again: nobody can know how far it came, and the caller hears so.
   * @throws CatchmentError `unavailable`
   */
  async request<T>(work: () => Promise<T>): Promise<T> {
    this.requests += 1
    try {
      return await this.onLive(work)
    } finally {
      this.requests -= 1
    }
  }

  private async onLive<T>(work: () => Promise<T>): Promise<T> {
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
      await client?.query(LOOK)
      this.answeredAt = Date.now()
    } catch {
      if (!client) return
      this.drop(client)
      // Ends the socket: an answer is still owed.
      void client.end().catch(() => undefined)
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

  /**
   * A transaction of a profile: `read` is a snapshot that cannot write; `write` begins by waiting for whoever else writes into
   * this profile.
   */
  async inProfile<T>(mode: 'write' | 'read', work: (db: Database) => Promise<T>): Promise<T> {
    const { db } = this
    const client = this.live()
    // Over the line together with the first statement of the work: if this fails, that one does as well.
    const begun = client.query(
      mode === 'read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN; SELECT lock_profile()',
    )
    const failed = begun.then(
      () => null,
      (error: unknown) => ({ error }),
    )
    try {
      const result = await work(db)
      await begun
      const ended = client.query('COMMIT')
      // What only read has its answer; nobody waits for the end of it.
      if (mode === 'read') ended.catch(() => undefined)
      else await ended
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw (await failed)?.error ?? error
    }
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.returning)
    if (this.following) clearInterval(this.following.look)
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
    this.comeBack()
  }
}

/** The driver knows it and its types do not say so. */
const LOOK: { text: string; query_timeout: number } = { text: 'SELECT 1', query_timeout: ALIVE_MS }

/** The session of the server that this connection was told it has. */
const processOf = (client: Client): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null
