import { renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { CatchmentError } from '@shared/contract/errors'
import { drizzle } from 'drizzle-orm/pglite'
import { compareWith } from './backup/compare'
import { ANY_DERIVE_DUE } from './backup/derive-due'
import { mergeFrom } from './backup/merge'
import { backupPlace, noteErasedIn } from './backup/place'
import { finishReplacing, isBeingReplaced } from './backup/replace'
import { takeBackup } from './backup/take'
import { createEmptyDatabase, startParams } from './empty-database'
import { overwriteStep } from './erased-room'
import { errorIn, storeError } from './errors'
import { diskFull, isFull, storeMoved } from './file-failures'
import { followFileSizes, nodeFileSystem } from './file-sizes'
import { databaseDir, inspectStore, PGLITE, POSTGRES_MAJOR, STORE_FORMAT, writeVersion } from './folder'
import { acquireLock, type StoreLock } from './lock'
import { checkLog, LogMark } from './log-mark'
import { migrate, type Updating } from './migrate'
import { migrations } from './migrations'
import { observed, type StatementObserver } from './observed'
import { Plans } from './plans'
import { createPrivately, makePrivate } from './private-files'
import { ownerRoles } from './profile-roles'
import * as schema from './schema'
import { type OpenStore, sessionOn } from './session'
import { SlowLog } from './slow-log'
import { fsyncTree, SyncedFiles } from './synced-files'

export type { Database } from './connection'
export type { OpenStore } from './session'

export interface OpenOptions {
  storeDir: string
  /** Named to whoever finds the store locked. */
  program: string
  /** Hears what is done to a store of an older version before it can be used. */
  tell?(updating: Updating): void
}

/**
 * Opens or makes the store in a folder: lock, version check, database, migrations, version file, in this order.
 * @param all the migrations it is to have, in order
 * @throws CatchmentError `store_locked`, `store_foreign`, `store_corrupt`, `store_newer` or `disk_full`.
 */
export async function openStore({ storeDir, program, tell }: OpenOptions, all = migrations): Promise<OpenStore> {
  createPrivately()
  const lock = lockStore(storeDir, program)
  try {
    finishReplacing(storeDir)
    const found = inspectStore(storeDir)
    makePrivate(storeDir)
    if (found.state === 'existing') checkLog(storeDir)
    const synced = new SyncedFiles()
    // Before PostgreSQL touches them: what it writes while it opens or migrates is synced with the rest.
    if (found.state === 'existing') synced.begin(databaseDir(storeDir))
    const client = found.state === 'new' ? await createDatabase(storeDir) : await openDatabase(databaseDir(storeDir))
    const newest = await migrate(client, all, async () => backupBeforeMigration(client, storeDir), tell)
    writeVersion(storeDir, {
      catchment: 'store',
      format: STORE_FORMAT,
      pglite: PGLITE,
      postgres: POSTGRES_MAJOR,
      schema: newest,
    })
    const slow = new SlowLog(storeDir)
    const { rows } = await client.query(ANY_DERIVE_DUE)
    const store = storeOn(observed(client, slow), storeDir, lock, synced, client)
    return { ...store, slow, deriveDue: rows.length > 0 }
  } catch (error) {
    lock.release()
    throw errorIn(storeDir, error)
  }
}

/** A folder of somebody else's is refused before anything is written into it, the lock included. */
function lockStore(storeDir: string, program: string): StoreLock {
  if (!isBeingReplaced(storeDir)) inspectStore(storeDir)
  return acquireLock(storeDir, program)
}

/** A store in memory, from a dump: for tests. @param observer is told of every statement */
export async function openMemoryStore(dump: Blob, observer?: StatementObserver): Promise<OpenStore> {
  const client = await PGlite.create({ loadDataDir: dump, extensions: { vector } })
  const seen = observer ? observed(client, observer) : client
  return storeOn(seen, null, { release: () => undefined }, new SyncedFiles(), client)
}

/** Made aside and moved into place when complete, so that a first start that is killed leaves nothing half-made behind. */
async function createDatabase(storeDir: string): Promise<PGlite> {
  const draft = join(storeDir, 'db.new')
  rmSync(draft, { recursive: true, force: true })
  const client = await createEmptyDatabase(draft)
  await client.close()
  makePrivate(draft)
  fsyncTree(draft)
  renameSync(draft, databaseDir(storeDir))
  return openDatabase(databaseDir(storeDir))
}

async function openDatabase(dataDir: string): Promise<PGlite> {
  try {
    const client = await PGlite.create({ dataDir, extensions: { vector }, startParams })
    followFileSizes(nodeFileSystem(client))
    await client.query('SELECT 1')
    return client
  } catch (error) {
    if (storeError(error) instanceof CatchmentError) throw error
    if (isFull(dataDir)) throw diskFull(error)
    throw new CatchmentError(
      'store_corrupt',
      'The store does not open: its files are damaged. Keep the folder, and go back to a backup, or read out what can be read with “catchment rescue --into FOLDER”.',
      { cause: error },
    )
  }
}

/** @returns nothing; what was made counts once it was verified, as every backup */
async function backupBeforeMigration(client: PGlite, storeDir: string): Promise<void> {
  const dataDir = databaseDir(storeDir)
  const checkpoint = async (): Promise<void> => {
    await client.exec('CHECKPOINT')
    fsyncTree(dataDir)
  }
  const at = Date.now()
  noteErasedIn(storeDir, at)
  await takeBackup(client, dataDir, checkpoint, {
    place: backupPlace(storeDir),
    reason: 'migration',
    at,
    always: false,
  })
}

/**
 * @param storeDir null: in memory, with nothing to sync
 * @param plain the same client without an observer: for what belongs to no request
 */
function storeOn(
  client: PGlite,
  storeDir: string | null,
  lock: StoreLock,
  synced: SyncedFiles,
  plain: PGlite,
): OpenStore {
  const db = drizzle({ client, schema })
  const roles = ownerRoles(client, 'postgres')
  const dataDir = storeDir === null ? null : databaseDir(storeDir)
  const folder = dataDir === null ? 0 : statSync(dataDir).ino
  const mark = storeDir === null ? null : new LogMark(storeDir)
  const plans = new Plans()

  async function flush(): Promise<void> {
    if (!dataDir) return
    await roles.becomeOwner()
    await client.exec('CHECKPOINT')
    const reached = mark?.look() ?? null
    synced.sync(dataDir)
    mark?.note(reached)
  }

  return sessionOn({
    place: { dir: storeDir ?? '', server: null, ownProfileOnly: false },
    connection: client,
    roles,
    db: () => db,
    async request(work) {
      if (dataDir) stillThere(dataDir, folder)
      if (plans.areOld()) await plain.exec('DISCARD PLANS')
      return work()
    },
    syncLog() {
      if (!dataDir) return
      const reached = mark?.look() ?? null
      synced.sync(join(dataDir, 'pg_wal'))
      mark?.note(reached)
    },
    async syncLogBeside() {
      if (!dataDir) return
      const reached = mark?.look() ?? null
      await synced.syncBeside(join(dataDir, 'pg_wal'))
      mark?.note(reached)
    },
    flush,
    async tidy() {
      await roles.becomeOwner()
      await client.exec('VACUUM ANALYZE')
    },
    async overwrite(step) {
      await roles.becomeOwner()
      return overwriteStep(client, dataDir, flush, step)
    },
    async backup(options) {
      if (!dataDir) throw new CatchmentError('unavailable', 'This store lies in memory.')
      await roles.becomeOwner()
      return takeBackup(client, dataDir, flush, options)
    },
    async compare(other) {
      await roles.becomeOwner()
      return compareWith(client, other)
    },
    async merge(from) {
      await roles.becomeOwner()
      return mergeFrom(client, from)
    },
    async close() {
      // Of a folder that is gone nothing can be flushed: what was committed is in its log, wherever it is now.
      if (dataDir && !isThere(dataDir, folder)) return
      try {
        await flush()
        await client.close()
        // PGlite gives what it writes on its way out (pg_internal.init) modes of its own.
        if (dataDir) makePrivate(dataDir)
      } finally {
        // Where that failed, as on a full disk, the thread ends as after a crash, and the next one may open it.
        lock.release()
      }
    },
  })
}

const isThere = (dataDir: string, inode: number): boolean => statSync(dataDir, { throwIfNoEntry: false })?.ino === inode

/** Asked before each request: PostgreSQL would go on writing into files that it holds open, and lose the others. */
function stillThere(dataDir: string, inode: number): void {
  if (!isThere(dataDir, inode)) throw storeMoved()
}
