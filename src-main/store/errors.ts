import { CatchmentError, type ErrorCode } from '@shared/contract/errors'
import { denied, diskFull, fileFailure, isFull } from './file-failures'

const DISK_FULL = /no space left on device|ENOSPC|disk full|could not extend file|could not write/i

const DENIED = /could not [\s\S]*: (permission denied|read-only file system|operation not permitted)/i

const SQLSTATE: Record<string, ErrorCode> = {
  '53100': 'disk_full',
  '23505': 'conflict',
  XX001: 'store_damaged',
  XX002: 'store_damaged',
  // a table's or an index's file is not there
  '58P01': 'store_damaged',
}

/** Of a row or page that is not what it was, PostgreSQL often says only that it stumbled (XX000). */
const STUMBLED =
  /^(missing chunk number|unexpected chunk (number|size)|invalid memory alloc request size|compressed \w+ data is corrupt|could not (read|find) (block|tuple)|could not open relation|tuple offset out of range|right sibling|cache lookup failed)/i

/** The chain of causes, outermost first: Drizzle wraps the database's own error. */
function* causes(error: unknown): Generator<Error & { code?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at
}

/** Turns whatever the database threw into an expected error where it is one; everything else comes back unchanged. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error)) return fileFailure(error) ?? error
  for (const cause of causes(error)) {
    if (cause instanceof CatchmentError) return cause
    if (cause.message.startsWith('deadlock detected'))
      return new CatchmentError('unavailable', 'Another program changed the same thing at the same time. Try again.', {
        cause: error,
      })
    if (DENIED.test(cause.message)) return denied(error)
    if (DISK_FULL.test(cause.message)) return diskFull(error)
    const ofFiles = fileFailure(cause)
    if (ofFiles) return ofFiles
    const code = typeof cause.code === 'string' ? SQLSTATE[cause.code] : undefined
    if (code === 'store_damaged' || (cause.code === 'XX000' && STUMBLED.test(cause.message))) {
      return new CatchmentError(
        'store_damaged',
        'A part of the store is damaged and cannot be read; nothing was written. Go back to a backup, or read out what can be read with “catchment rescue --into FOLDER”.',
        { cause: error },
      )
    }
  }
  return error
}

/**
 * The same for work in `folder`. On a full disk PostgreSQL often tells of the second thing that went wrong (“cannot drop active
 * portal”): what nobody knows is the disk then.
 */
export function errorIn(folder: string, error: unknown): unknown {
  const known = storeError(error)
  return !(known instanceof CatchmentError) && isFull(folder) ? diskFull(error) : known
}

/**
 * The same where another database is opened in `folder`. On a full disk PostgreSQL only stops, which says nothing of its files:
 * then it is the disk, and what was opened is not called damaged.
 */
export function openingError(error: unknown, folder: string): unknown {
  const known = storeError(error)
  const isTold = known instanceof CatchmentError && known.code !== 'store_corrupt' && known.code !== 'store_damaged'
  return !isTold && isFull(folder) ? diskFull(error) : known
}
