/**
 * The folder in which one process prepares one model. Its name carries the process id, so that what a killed process left
 * behind can be told from what a running one is busy with. Two processes fetching the same model do double work, but
 * never touch each other's files.
 */
import { chmodSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative } from 'node:path'

/**
 * What lies in a person's own folder is theirs alone, as everything the app writes there (05-trust). A cache outside of it, one that
 * was named or root's, is shared: other users of the computer, and the tests that run as one, need not download it again.
 */
export function modesIn(path: string, home = homedir()): { folder: number; file: number } {
  const inside = relative(home, path)
  const isOwn = inside === '' || !(inside.startsWith('..') || isAbsolute(inside))
  return isOwn ? { folder: 0o700, file: 0o600 } : { folder: 0o755, file: 0o644 }
}

/** Makes a folder with the rights of its place (`modesIn`), whatever the umask; so are its missing parents. */
export async function makeCacheFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) chmodSync(made, modesIn(made).folder)
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** `name.<pid>.…` of a process that is gone. */
const isAbandoned = (entry: string, name: string): boolean => {
  if (!entry.startsWith(`${name}.`)) return false
  const pid = Number(entry.slice(name.length + 1).split('.')[0])
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && !isAlive(pid)
}

/** A new empty folder `<parent>/<name>.<pid>.<random>`; those of processes that are gone are removed. */
export async function openWorkFolder(parent: string, name: string): Promise<string> {
  await makeCacheFolder(parent)
  for (const entry of await readdir(parent))
    if (isAbandoned(entry, name)) await rm(join(parent, entry), { recursive: true, force: true })
  const folder = await mkdtemp(join(parent, `${name}.${process.pid}.`))
  await chmod(folder, modesIn(folder).folder)
  return folder
}

/**
 * The half-fetched file for these contents: this process's own, taken over from a process that is gone if it left one.
 * Renaming decides who gets it when two want it.
 */
export async function claimPart(parent: string, sha256: string): Promise<string> {
  await makeCacheFolder(parent)
  const own = join(parent, `${sha256}.${process.pid}.part`)
  const entries = readdirSync(parent)
  if (entries.includes(`${sha256}.${process.pid}.part`)) return own
  for (const entry of entries.filter((left) => isAbandoned(left, sha256))) {
    const taken = await rename(join(parent, entry), own).then(
      () => true,
      // Another process was quicker.
      () => false,
    )
    if (taken) break
  }
  return own
}

/** Puts a finished folder in its place at once; what stood there is removed after. */
export async function putInPlace(finished: string, place: string): Promise<void> {
  const modes = modesIn(place)
  for (const entry of await readdir(finished, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? modes.folder : modes.file)
  const old = `${finished}.old`
  await rename(place, old).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
  await rename(finished, place)
  await rm(old, { recursive: true, force: true })
}
