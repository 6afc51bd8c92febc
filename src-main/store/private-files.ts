import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/**
 * What a person wrote is theirs alone: folders 0700, files 0600 (05-trust). Two things see to it, because neither is enough:
 * the process creates nothing that others may read, and PGlite, which sets modes by itself when it makes a database, is
 * corrected when a store is opened. On Windows, where modes mean nothing, the folder's own access list holds.
 */
const GROUP_AND_OTHERS = 0o077

/** From here on this process, its threads and the processes it starts create files that only their owner reads. */
export function createPrivately(): void {
  // A worker thread shares the process's mask and may not set it.
  if (isMainThread) process.umask(GROUP_AND_OTHERS)
}

/** Makes a folder that only its owner enters. */
export function makePrivateDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
  } catch (error) {
    // On a read-only disk Node says of a folder that is to be made that it is not there: the first that lacks tells why.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    let first = resolve(dir)
    while (dirname(first) !== first && !existsSync(dirname(first))) first = dirname(first)
    mkdirSync(first, { mode: 0o700 })
    throw error
  }
}

/** Takes every right from group and others in `dir` and all below it. Links are not followed. What is not ours stays as it is. */
export function makePrivate(dir: string): void {
  tighten(dir)
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) tighten(join(entry.parentPath, entry.name))
  }
}

function tighten(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || (found.mode & GROUP_AND_OTHERS) === 0) return
  try {
    chmodSync(path, found.mode & 0o700)
  } catch (error) {
    // Another user's file: nothing we may change. Whether it can be used at all is said by who opens it.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EROFS'))) throw error
  }
}
