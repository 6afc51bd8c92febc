/** One process at a time: a file that holds the process id; one whose process is gone is taken over. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOpenFolder } from './cache.mjs'
import { isAlive } from './run.mjs'

const LONGEST_WAIT_MS = 20 * 60_000

/**
 * Runs `work` while holding the lock `name` in `folder`. Says once (`onWait`) that it waits for another process.
 * Throws after 20 minutes, naming the file.
 */
export async function withLock(folder, name, work, onWait = () => undefined) {
  makeOpenFolder(folder)
  const path = join(folder, `${name}.lock`)
  const until = Date.now() + LONGEST_WAIT_MS
  for (let waits = 0; !take(path); waits++) {
    if (waits === 0) onWait(holderOf(path))
    if (Date.now() > until) throw new Error(`another setup holds ${path}; remove that file if it is not running`)
    await sleep(250)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** A file with its content appears at once (`link` fails if there is one), so that nobody reads an empty one. */
function take(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  const holder = holderOf(path)
  if (holder !== null && !isAlive(holder)) removeStale(path, holder)
  return false
}

function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    // It was released in this moment.
    return null
  }
}

/** Moved aside first: only one of several waiting processes succeeds, and a new holder's file is put back. */
function removeStale(path, holder) {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (holderOf(aside) !== holder) {
    try {
      linkSync(aside, path)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
  rmSync(aside, { force: true })
}
