/** The cache outside of any clone: where it is, and how several processes can fill it at once. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isAlive } from './run.mjs'

/** The same rule as `cacheDirectory` of src-main/download/places.ts (a test compares them). */
export function cacheDirectory(env = process.env) {
  if (env.CATCHMENT_CACHE) return resolve(env.CATCHMENT_CACHE)
  if (process.getuid?.() === 0) return '/var/cache/catchment'
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'catchment')
}

/** Makes a folder that other users can read, whatever the umask; so are its missing parents. */
export function makeOpenFolder(path) {
  const first = mkdirSync(path, { recursive: true })
  if (first) for (let made = path; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o755)
}

/**
 * Fills `place` at once or not at all: `fill(folder)` works in a folder beside it, which is then renamed. If another
 * process was quicker, its result stays. Whatever was filled in is readable by everyone.
 */
export async function fillPlace(place, fill) {
  makeOpenFolder(dirname(place))
  removeAbandoned(place)
  const work = mkdtempSync(`${place}.${process.pid}.`)
  try {
    await fill(work)
    openToAll(work)
    if (existsSync(place)) return
    renameSync(work, place)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** What a killed process left beside the place. */
function removeAbandoned(place) {
  for (const name of readdirSync(dirname(place))) {
    if (!name.startsWith(`${basename(place)}.`)) continue
    const pid = Number(name.slice(basename(place).length + 1).split('.')[0])
    if (pid > 0 && !isAlive(pid)) rmSync(join(dirname(place), name), { recursive: true, force: true })
  }
}

/** Adds reading (and entering or executing, where the owner may) for everybody. */
function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name)
    if (item.isDirectory()) openToAll(path)
    else if (item.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
