import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { openingError } from '../errors'
import { databaseDir } from '../folder'
import { acquireLock } from '../lock'
import { forgetLogMark } from '../log-mark'
import type { BackupHeader } from './catalogue'
import { writeDurably } from './chunks'
import { difference, type StoreFacts } from './facts'
import { materialise, putBackAttached } from './materialise'

/** A backup's database while it is written and compared. */
const draftDir = (storeDir: string): string => join(storeDir, 'db.restored')
/** The same, complete: from here on it will be the store. */
const readyDir = (storeDir: string): string => join(storeDir, 'db.ready')
/** A store into which a damaged one is read out. */
export const rescuedDir = (storeDir: string): string => join(storeDir, 'rescued')
const setAsideDir = (storeDir: string): string => join(storeDir, 'set-aside')

/**
 * Puts a backup in the place of a store that is closed. What was there is set aside, never deleted here. Killed at any
 * moment, the folder holds the one or the other whole (`finishReplacing`).
 * @param check opens the new database in a process of its own
 * @returns where the store from before lies now; null if there was none
 */
export async function replaceDatabase(
  storeDir: string,
  place: string,
  header: BackupHeader,
  check: (dataDir: string) => Promise<StoreFacts>,
  versionFile: string | null,
): Promise<string | null> {
  const lock = acquireLock(storeDir, 'a restore of a backup')
  try {
    const draft = draftDir(storeDir)
    rmSync(draft, { recursive: true, force: true })
    materialise(place, header, draft)
    const differs = difference(header.facts, await check(draft))
    if (differs !== null)
      throw new CatchmentError(
        'store_corrupt',
        `This backup is not what it was: ${differs}. Nothing was changed. Choose another one.`,
      )
    // Before the database that names them is there.
    putBackAttached(place, header, storeDir)
    return putInPlace(storeDir, draft, versionFile)
  } catch (error) {
    const told = openingError(error, storeDir)
    // It takes up the room that is needed.
    rmSync(draftDir(storeDir), { recursive: true, force: true })
    throw told
  } finally {
    lock.release()
  }
}

/**
 * Puts the complete database in `made` in the place of the store's, under its lock. Answers where that lies now; null if there
 * was none. @param versionFile null: the one that is there stays
 */
export function putInPlace(storeDir: string, made: string, versionFile: string | null): string | null {
  const ready = readyDir(storeDir)
  rmSync(ready, { recursive: true, force: true })
  renameSync(made, ready)
  const aside = setAside(storeDir)
  forgetLogMark(storeDir)
  if (versionFile !== null) writeDurably(join(storeDir, 'store.json'), versionFile)
  renameSync(ready, databaseDir(storeDir))
  return aside
}

function setAside(storeDir: string): string | null {
  const db = databaseDir(storeDir)
  if (!existsSync(db)) return null
  mkdirSync(setAsideDir(storeDir), { recursive: true, mode: 0o700 })
  const aside = join(setAsideDir(storeDir), `db-${new Date().toISOString().replaceAll(':', '-')}`)
  renameSync(db, aside)
  return aside
}

/** The stores that were set aside, with when: a restore or a rescue put another in their place. */
export function setAsideStores(storeDir: string): { path: string; at: number }[] {
  const folder = setAsideDir(storeDir)
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => {
    const path = join(folder, name)
    const named = /^db-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(.+Z)$/.exec(name)
    const at = named ? Date.parse(`${named[1]}T${named[2]}:${named[3]}:${named[4]}`) : Number.NaN
    return { path, at: Number.isNaN(at) ? statSync(path).mtimeMs : at }
  })
}

/** A restore was killed between its two renames. */
export const isBeingReplaced = (storeDir: string): boolean =>
  !existsSync(databaseDir(storeDir)) && existsSync(readyDir(storeDir))

/** Ends a restore or a rescue that was killed: between its two renames the new database is complete, and before them it is a draft. */
export function finishReplacing(storeDir: string): void {
  const db = databaseDir(storeDir)
  if (isBeingReplaced(storeDir)) {
    forgetLogMark(storeDir)
    renameSync(readyDir(storeDir), db)
  }
  for (const left of [draftDir(storeDir), readyDir(storeDir), rescuedDir(storeDir)])
    rmSync(left, { recursive: true, force: true })
}
