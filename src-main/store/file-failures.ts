import { statfsSync } from 'node:fs'
import { CatchmentError } from '@shared/contract/errors'

/** What the system says of a file, by Node's name and by the number PGlite's file layer (WASI) throws. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS'])
const GONE = new Set(['ENOENT', 'ESTALE', 'ENOTDIR', 'ENXIO', 'ENODEV'])
const WASI: Record<number, string> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  44: 'ENOENT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

export const diskFull = (cause: unknown): CatchmentError =>
  new CatchmentError('disk_full', 'The disk is full. Nothing that was saved is lost; free some space and try again.', {
    cause,
  })

/** Two files of PostgreSQL's log: it makes one when it opens a database that was not closed, and one more as it goes on. */
const ROOM_TO_OPEN = 32 * 1024 * 1024

/** True if the disk of `folder` has no room for what PostgreSQL writes when it opens a database. */
export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < ROOM_TO_OPEN
  } catch {
    return false
  }
}

/** @param path what could not be written, if it is known */
export const denied = (cause: unknown, path?: string): CatchmentError =>
  new CatchmentError(
    'not_writable',
    `${path ?? 'The folder of the store'} may not be read and written by this user, or its disk is read-only. Nothing was changed. Give yourself the right to it, or choose another folder.`,
    { cause },
  )

export const storeMoved = (cause?: unknown): CatchmentError =>
  new CatchmentError(
    'store_moved',
    'The folder of the store was moved, renamed or unplugged while it was open. What was saved is in it; put it back, then start again.',
    { cause },
  )

/** A failure of the file system as a sentence; null for anything else. */
export function fileFailure(error: unknown): CatchmentError | null {
  const name = nameOf(error)
  if (name === null) return null
  if (FULL.has(name)) return diskFull(error)
  if (DENIED.has(name)) return denied(error, pathOf(error))
  if (GONE.has(name)) return storeMoved(error)
  return new CatchmentError(
    'unavailable',
    `The files of the store cannot be read or written (${name}). Look whether the disk is well, then try again.`,
    { cause: error },
  )
}

function nameOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  // Node's own errors have a name for it; what PGlite's file layer throws is no Error and has only the number.
  if (error instanceof Error)
    return 'code' in error && typeof error.code === 'string' && 'syscall' in error && /^E[A-Z]+$/.test(error.code)
      ? error.code
      : null
  if (!('errno' in error) || typeof error.errno !== 'number') return null
  return WASI[error.errno] ?? `file error ${error.errno}`
}

const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
