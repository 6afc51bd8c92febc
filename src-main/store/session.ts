import { CatchmentError } from '@shared/contract/errors'
import type { BackupHeader } from './backup/catalogue'
import type { Comparison } from './backup/compare'
import type { MergeCounts } from './backup/merge'
import type { TakeOptions } from './backup/take'
import type { Connection, Database, StoreDatabase } from './connection'
import { errorIn, storeError } from './errors'
import type { ProfileRoles, StoredProfileEntry } from './profile-roles'
import type { SlowLog } from './slow-log'

export interface OpenStore {
  readonly db: StoreDatabase
  /** Where slow statements are written down; a server keeps its own. */
  readonly slow?: SlowLog
  /** A merge of a backup, or a rescue, was killed before what follows from its rows was made anew (`deriveAnew`). */
  readonly deriveDue?: boolean
  /** Where it lies, for a person. */
  readonly place: StorePlace
  /**
   * Runs `work` in one transaction as the profile's own role, so that row-level security holds. On a server whoever writes is
   * alone with the profile until the commit; `read` waits for nobody and cannot write.
   */
  asProfile<T>(userId: string, work: (db: Database) => Promise<T>, mode?: 'write' | 'read'): Promise<T>
  /** The same for work that is one statement: a transaction by itself, without another around it. */
  oneStatement<T>(userId: string, work: (db: Database) => Promise<T>): Promise<T>
  /** Makes sure that a profile of this name exists; answers its id. */
  ensureProfile(name: string): Promise<string>
  profiles(): Promise<StoredProfileEntry[]>
  createProfile(name: string): Promise<string>
  /** Irreversible. */
  eraseProfile(userId: string): Promise<void>
  /** Takes a lock that one program at a time holds for this profile; false if another has it. Ends with the connection. */
  takeTurn(userId: string, what: string): Promise<boolean>
  endTurn(userId: string, what: string): Promise<void>
  /** Tells from now on what other programs write into this profile. Where there can be none, nothing happens. */
  follow(userId: string, heard: (news: News) => void): Promise<void>
  /** Syncs the write-ahead log to disk: what was committed survives a power cut. PGlite's own fsync is a no-op on Node. */
  syncLog(): void
  /** The same while this thread goes on; what is committed meanwhile is synced the next time. */
  syncLogBeside(): Promise<void>
  /** Checkpoint, then every changed file synced. */
  flush(): Promise<void>
  /** Gives back room of rows that are gone and learns anew how the tables are filled: what a server does by itself. */
  tidy(): Promise<void>
  /** One step of writing over what erased rows left in the files (erased-room.ts); false when nothing is left to do. */
  overwrite(step: number): Promise<boolean>
  /** Backs the whole store up; answers the newest backup if it holds the same. @throws CatchmentError `unavailable` where that is somebody else's */
  backup(options: TakeOptions): Promise<BackupHeader>
  /** What differs between this store and the database in a folder. */
  compare(dataDir: string): Promise<Comparison>
  /** Adds what the database in this folder has and this one lacks; nothing that is here changes. Answers what came. */
  merge(dataDir: string): Promise<MergeCounts>
  /** Orderly: flush, close, release the lock. */
  close(): Promise<void>
}

/** What another program of the same profile wrote; `table` null: anything may have changed, the connection was away. */
export interface News {
  table: string | null
  act: 'insert' | 'update' | 'delete' | null
  /** Null where they are many, or would tell what a row is about. */
  ids: string[] | null
}

export interface StorePlace {
  /** Where `models.json`, logs and the profiles' folders lie. */
  dir: string
  /** The server in words, without the password; null: the folder itself. */
  server: string | null
  /** True if the login decides which profile it is: none can be made, switched to or deleted. */
  ownProfileOnly: boolean
}

/** What an engine does beyond answering queries. */
export interface Engine {
  readonly place: StorePlace
  readonly connection: Connection
  readonly roles: ProfileRoles
  readonly db: () => StoreDatabase
  /** Runs one request; a server that was away is looked for anew first. */
  request<T>(work: () => Promise<T>): Promise<T>
  /** Left out where one program has the store for itself. */
  transaction?<T>(mode: 'write' | 'read', work: (db: Database) => Promise<T>): Promise<T>
  follow?(channel: string, heard: (news: News) => void): Promise<void>
  syncLog(): void
  syncLogBeside(): Promise<void>
  flush(): Promise<void>
  tidy(): Promise<void>
  /** Left out on a server: its files are its keeper's. */
  overwrite?(step: number): Promise<boolean>
  /** Left out where nobody may: a server's backups are its keeper's. */
  backup?(options: TakeOptions): Promise<BackupHeader>
  compare?(dataDir: string): Promise<Comparison>
  merge?(dataDir: string): Promise<MergeCounts>
  close(): Promise<void>
}

/** The store on an engine. Its requests come one after another. */
export function sessionOn(engine: Engine): OpenStore {
  const { connection, roles } = engine
  const request = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await engine.request(work)
    } catch (error) {
      throw engine.place.server === null ? errorIn(engine.place.dir, error) : storeError(error)
    }
  }
  return {
    place: engine.place,
    get db() {
      return engine.db()
    },
    asProfile: (userId, work, mode = 'write') =>
      request(async () => {
        await roles.become(userId)
        return engine.transaction ? engine.transaction(mode, work) : engine.db().transaction((tx) => work(tx))
      }),
    oneStatement: (userId, work) =>
      request(async () => {
        await roles.become(userId)
        return work(engine.db())
      }),
    ensureProfile: (name) => request(() => roles.ensure(name)),
    profiles: () => request(() => roles.list()),
    createProfile: (name) => request(() => roles.create(name)),
    eraseProfile: (userId) => request(() => roles.erase(userId)),
    takeTurn: (userId, what) =>
      request(async () => {
        await roles.become(userId)
        const { rows } = await connection.query<{ taken: boolean }>('SELECT take_lease($1) AS taken', [what])
        return rows[0]?.taken === true
      }),
    endTurn: (userId, what) =>
      request(async () => {
        await roles.become(userId)
        await connection.query('SELECT end_lease($1)', [what])
      }),
    follow: async (userId, heard) => {
      if (!engine.follow) return
      await request(async () => {
        await roles.become(userId)
        const { rows } = await connection.query<{ channel: string }>(
          'SELECT channel FROM profiles WHERE user_id = $1',
          [userId],
        )
        if (rows[0]) await engine.follow?.(rows[0].channel, heard)
      })
    },
    syncLog: () => engine.syncLog(),
    syncLogBeside: () => engine.syncLogBeside(),
    flush: () => engine.flush(),
    tidy: () => request(() => engine.tidy()),
    overwrite: (step) => request(async () => (await engine.overwrite?.(step)) ?? false),
    backup: (options) => request(() => engine.backup?.(options) ?? Promise.reject(keptElsewhere())),
    compare: (dataDir) => request(() => engine.compare?.(dataDir) ?? Promise.reject(keptElsewhere())),
    merge: (dataDir) => request(() => engine.merge?.(dataDir) ?? Promise.reject(keptElsewhere())),
    close: () => engine.close(),
  }
}

const keptElsewhere = (): CatchmentError =>
  new CatchmentError('unavailable', 'This store is not a folder of this computer: its backups are made where it lies.')
