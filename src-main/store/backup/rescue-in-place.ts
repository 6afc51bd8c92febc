import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RescueView } from '@shared/contract/backups'
import { databaseDir } from '../folder'
import { acquireLock } from '../lock'
import { fsyncTree } from '../synced-files'
import { factsOfFolder } from './check'
import { putInPlace, rescuedDir } from './replace'
import { rescueStore } from './rescue'

/**
 * Reads what can be read of a damaged store that nobody has open and puts it in its place. The damaged database is set aside
 * and kept. Killed at any moment, the folder holds the one or the other whole. What is derived is made anew by opening it.
 * @throws CatchmentError `store_corrupt` if nothing of it can be read, `store_locked`, `disk_full`; it stays as it was then
 */
export async function rescueInPlace(storeDir: string): Promise<RescueView> {
  const into = rescuedDir(storeDir)
  rmSync(into, { recursive: true, force: true })
  try {
    const { tables, unreadableFiles, mended } = await rescueStore(storeDir, into, () => undefined)
    const { messages } = await factsOfFolder(databaseDir(into))
    const lost = Object.entries(tables).flatMap(([table, { lost: rows }]) => (rows > 0 ? [{ table, rows }] : []))
    for (const file of unreadableFiles) lost.push({ table: file, rows: 1 })
    fsyncTree(databaseDir(into))
    const lock = acquireLock(storeDir, 'a rescue')
    try {
      const setAside = putInPlace(storeDir, databaseDir(into), readFileSync(join(into, 'store.json'), 'utf8'))
      return { messages, lost, mended, setAside: setAside ?? '' }
    } finally {
      lock.release()
    }
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}
