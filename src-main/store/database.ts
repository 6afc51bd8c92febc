import { closeSync, cpSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { CatchmentError } from '@shared/contract/errors'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { v7 as uuidv7 } from 'uuid'
import { storeError } from './errors'
import { backupsDir, databaseDir, inspectStore, POSTGRES_MAJOR, STORE_FORMAT, writeVersion } from './folder'
import { acquireLock, type StoreLock } from './lock'
import { migrate } from './migrate'
import { migrations } from './migrations'
import * as schema from './schema'

/** What repositories work on: the database or a transaction of it. */
export type Database = Pick<
  PgliteDatabase<typeof schema>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query' | '$count'
>

/** 32 MB of shared buffers keep the process at about 200 MB with 100,000 messages (measured; the default costs 100 MB more). */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

export interface OpenStore {
  readonly db: PgliteDatabase<typeof schema>
  /** Runs `work` in one transaction as the profile's own role, so that row-level security holds. */
  asProfile<T>(userId: string, work: (db: Database) => Promise<T>): Promise<T>
  /** Makes sure that a profile of this name exists; answers its id. */
  ensureProfile(name: string): Promise<string>
  /** Syncs the write-ahead log to disk: what was committed survives a power cut. PGlite's own fsync is a no-op on Node. */
  syncLog(): void
  /** Checkpoint, then every changed file synced. */
  flush(): Promise<void>
  /** Orderly: flush, close, release the lock. */
  close(): Promise<void>
}

export interface OpenOptions {
  storeDir: string
  /** Named to whoever finds the store locked. */
  program: string
}

/**
 * Opens or makes the store in a folder: lock, version check, database, migrations, version file, in this order.
 * @throws CatchmentError `store_locked`, `store_foreign`, `store_corrupt`, `store_newer` or `disk_full`.
 */
export async function openStore({ storeDir, program }: OpenOptions): Promise<OpenStore> {
  const found = inspectStore(storeDir)
  const lock = acquireLock(storeDir, program)
  try {
    const client = found.state === 'new' ? await createDatabase(storeDir) : await openDatabase(databaseDir(storeDir))
    const newest = await migrate(client, migrations, async () => backupBeforeMigration(client, storeDir))
    writeVersion(storeDir, {
      catchment: 'store',
      format: STORE_FORMAT,
      pglite: '0.5.14',
      postgres: POSTGRES_MAJOR,
      schema: newest,
    })
    return sessionOn(client, databaseDir(storeDir), lock)
  } catch (error) {
    lock.release()
    throw storeError(error)
  }
}

/** A store in memory, from a dump: for tests. */
export async function openMemoryStore(dump: Blob): Promise<OpenStore> {
  const client = await PGlite.create({ loadDataDir: dump, extensions: { vector } })
  return sessionOn(client, null, { release: () => undefined })
}

/** A dump of a freshly migrated store. Tests load it instead of creating a database each (0.4 s against 3 s). */
export async function dumpTemplate(): Promise<Blob> {
  const client = await PGlite.create({ extensions: { vector }, startParams })
  await client.exec('CREATE EXTENSION IF NOT EXISTS vector')
  await migrate(client, migrations, () => Promise.resolve())
  const dump = await client.dumpDataDir('none')
  await client.close()
  return dump
}

/** Made aside and moved into place when complete, so that a first start that is killed leaves nothing half-made behind. */
async function createDatabase(storeDir: string): Promise<PGlite> {
  const draft = join(storeDir, 'db.new')
  rmSync(draft, { recursive: true, force: true })
  const client = await PGlite.create({ dataDir: draft, extensions: { vector }, startParams })
  await client.exec('CREATE EXTENSION IF NOT EXISTS vector')
  await migrate(client, migrations, () => Promise.resolve())
  await client.exec('CHECKPOINT')
  await client.close()
  fsyncTree(draft)
  renameSync(draft, databaseDir(storeDir))
  return openDatabase(databaseDir(storeDir))
}

async function openDatabase(dataDir: string): Promise<PGlite> {
  try {
    const client = await PGlite.create({ dataDir, extensions: { vector }, startParams })
    await client.query('SELECT 1')
    return client
  } catch (error) {
    if (storeError(error) instanceof CatchmentError) throw error
    throw new CatchmentError(
      'store_corrupt',
      'The store does not open: its files are damaged. Nothing was changed. Keep the folder as it is, and put back a copy of it if you have one.',
      { cause: error },
    )
  }
}

async function backupBeforeMigration(client: PGlite, storeDir: string): Promise<void> {
  await client.exec('CHECKPOINT')
  mkdirSync(backupsDir(storeDir), { recursive: true })
  const name = `before-migration-${new Date().toISOString().replaceAll(':', '-')}`
  cpSync(databaseDir(storeDir), join(backupsDir(storeDir), name), { recursive: true })
}

function sessionOn(client: PGlite, dataDir: string | null, lock: StoreLock): OpenStore {
  const db = drizzle({ client, schema })
  const openedAt = Date.now()
  let syncedAt = openedAt
  let role: string | null = null
  const roles = new Map<string, string>()

  async function actAs(wanted: string | null): Promise<void> {
    if (role === wanted) return
    await client.exec(`SET SESSION AUTHORIZATION ${wanted ?? 'postgres'}`)
    role = wanted
  }

  async function roleOf(userId: string): Promise<string> {
    const cached = roles.get(userId)
    if (cached) return cached
    await actAs(null)
    const { rows } = await client.query<{ role_name: string }>('SELECT role_name FROM profiles WHERE user_id = $1', [
      userId,
    ])
    const name = rows[0]?.role_name
    if (!name) throw new CatchmentError('not_found', 'There is no such profile in this store.')
    roles.set(userId, name)
    return name
  }

  const store: OpenStore = {
    db,
    async asProfile(userId, work) {
      await actAs(await roleOf(userId))
      try {
        return await db.transaction((tx) => work(tx))
      } catch (error) {
        throw storeError(error)
      }
    },
    async ensureProfile(name) {
      await actAs(null)
      const found = await client.query<{ user_id: string }>('SELECT user_id FROM profiles WHERE name = $1', [name])
      const existing = found.rows[0]?.user_id
      if (existing) return existing
      const userId = uuidv7()
      const roleName = `catchment_p_${userId.replaceAll('-', '')}`
      await client.transaction(async (tx) => {
        await tx.exec(`CREATE ROLE ${roleName} NOLOGIN IN ROLE catchment_app`)
        await tx.query('INSERT INTO profiles (user_id, name, role_name, created_at) VALUES ($1, $2, $3, now())', [
          userId,
          name,
          roleName,
        ])
        await tx.query('INSERT INTO continuums (user_id, id, created_at) VALUES ($1, $2, now())', [userId, uuidv7()])
      })
      return userId
    },
    syncLog() {
      if (dataDir) fsyncTree(join(dataDir, 'pg_wal'), syncedAt)
      syncedAt = Date.now()
    },
    async flush() {
      if (!dataDir) return
      await actAs(null)
      await client.exec('CHECKPOINT')
      fsyncTree(dataDir, openedAt)
    },
    async close() {
      await store.flush()
      await client.close()
      lock.release()
    },
  }
  return store
}

/** File systems keep times to the second or two: a file changed just before `since` is synced as well. */
const MTIME_SLACK_MS = 3000

function fsyncTree(dir: string, since = 0): void {
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const changed = statSync(path, { throwIfNoEntry: false })
    if (!changed || changed.mtimeMs < since - MTIME_SLACK_MS) continue
    const file = openSync(path, 'r')
    fsyncSync(file)
    closeSync(file)
  }
}
