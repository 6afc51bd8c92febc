import { accessSync, constants, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'
import { fileFailure } from './file-failures'
import { makePrivateDir } from './private-files'

/**
 * The store's folder: `store.json` (who wrote it and with what), `db/` (PGlite), `backups/`, `lock.json`.
 * A folder that holds anything else is never opened, and never written into (05-trust, Store version file).
 */
const versionSchema = z.object({
  catchment: z.literal('store'),
  format: z.number().int(),
  pglite: z.string(),
  postgres: z.number().int(),
  /** Name of the newest migration that was applied. */
  schema: z.string(),
})
export type StoreVersion = z.infer<typeof versionSchema>

export const STORE_FORMAT = 1
/** PGlite opens a directory of another major version either not at all or empty, so it is never tried. */
export const POSTGRES_MAJOR = 18
/** The version of PGlite that the store is opened with. */
export const PGLITE = '0.5.14'
const VERSION_FILE = 'store.json'
/** Files that our own work may leave in a folder before `store.json` is written. */
const OURS = /^(servers|\.rescue|lock\.json.*|\.lock-.*|store\.json\.tmp)$/

export const databaseDir = (storeDir: string): string => join(storeDir, 'db')
export const backupsDir = (storeDir: string): string => join(storeDir, 'backups')

/**
 * Says what is in `storeDir` and makes the folder if there is none. An existing empty folder is a new store.
 * @throws CatchmentError `store_foreign`, `store_corrupt`, `store_newer` or `not_writable`.
 */
export function inspectStore(storeDir: string): { state: 'new' | 'existing' } {
  mayUse(storeDir)
  const entries = readdirSync(storeDir).filter((name) => !OURS.test(name))
  if (entries.length === 0) return { state: 'new' }
  if (!entries.includes(VERSION_FILE)) {
    // A first start that was killed left its draft behind, or the finished database without its version file.
    if (entries.every((name) => name === 'db.new')) return { state: 'new' }
    if (entries.every((name) => name === 'db.new' || name === 'db') && majorOf(storeDir) === POSTGRES_MAJOR)
      return { state: 'existing' }
    throw new CatchmentError(
      'store_foreign',
      `The folder ${storeDir} holds something else (${entries.slice(0, 3).join(', ')}…) and was left untouched. Choose an empty folder or a Catchment store.`,
    )
  }
  const version = readVersion(storeDir)
  if (version.format > STORE_FORMAT) {
    throw new CatchmentError(
      'store_newer',
      'This store was written by a newer Catchment and was left untouched. Update the app to open it.',
    )
  }
  if (version.postgres !== POSTGRES_MAJOR) {
    throw new CatchmentError(
      version.postgres > POSTGRES_MAJOR ? 'store_newer' : 'store_corrupt',
      `This store was made with PostgreSQL ${version.postgres}, and this Catchment works with ${POSTGRES_MAJOR}. It was left untouched; open it with the version that made it.`,
    )
  }
  if (!existsSync(join(databaseDir(storeDir), 'PG_VERSION'))) {
    throw new CatchmentError(
      'store_corrupt',
      `The store in ${storeDir} has lost its database (db/). Nothing was changed. Put that folder back, or a copy of the store.`,
    )
  }
  return { state: 'existing' }
}

/** What PostgreSQL itself wrote into the database's folder; null if that cannot be read. */
function majorOf(storeDir: string): number | null {
  try {
    return Number(readFileSync(join(databaseDir(storeDir), 'PG_VERSION'), 'utf8'))
  } catch {
    return null
  }
}

function readVersion(storeDir: string): StoreVersion {
  try {
    return versionSchema.parse(JSON.parse(readFileSync(join(storeDir, VERSION_FILE), 'utf8')))
  } catch (error) {
    throw new CatchmentError(
      'store_corrupt',
      `The file ${VERSION_FILE} in ${storeDir} cannot be read. Nothing was changed. Put back a copy of it.`,
      { cause: error },
    )
  }
}

/**
 * What is wrong with the version file of a store that is open, in words; null if it says what this program would write.
 * @throws CatchmentError `store_corrupt` if it cannot be read
 */
export function versionProblem(storeDir: string): string | null {
  const { format, postgres, pglite, schema } = readVersion(storeDir)
  if (format !== STORE_FORMAT) return `the version file names format ${format} and not ${STORE_FORMAT}`
  if (postgres !== POSTGRES_MAJOR || majorOf(storeDir) !== POSTGRES_MAJOR)
    return `the version file names PostgreSQL ${postgres}, the database is of ${majorOf(storeDir) ?? 'none'}, this program has ${POSTGRES_MAJOR}`
  if (pglite !== PGLITE) return `the version file names PGlite ${pglite} and not ${PGLITE}`
  return schema === '' ? 'the version file names no schema' : null
}

/** Replaces the version file in one step. */
export function writeVersion(storeDir: string, version: StoreVersion): void {
  const path = join(storeDir, VERSION_FILE)
  writeFileSync(`${path}.tmp`, `${JSON.stringify(version, null, 2)}\n`)
  renameSync(`${path}.tmp`, path)
}

/** A store that cannot be written to is not opened: PostgreSQL writes even to read. @throws CatchmentError `not_writable`, `disk_full` */
function mayUse(storeDir: string): void {
  const { R_OK, W_OK, X_OK } = constants
  const db = databaseDir(storeDir)
  try {
    makePrivateDir(storeDir)
    accessSync(storeDir, R_OK | W_OK | X_OK)
    for (const dir of [db, join(db, 'global'), join(db, 'pg_wal')])
      if (existsSync(dir)) accessSync(dir, R_OK | W_OK | X_OK)
    for (const file of [join(db, 'PG_VERSION'), join(db, 'global', 'pg_control'), join(storeDir, VERSION_FILE)])
      if (existsSync(file)) accessSync(file, R_OK | W_OK)
  } catch (error) {
    throw fileFailure(error) ?? error
  }
}
