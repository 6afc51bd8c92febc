import { CatchmentError, type ErrorCode } from '@shared/contract/errors'

const DISK_FULL = /no space left on device|ENOSPC|disk full|could not extend file|could not write/i

const SQLSTATE: Record<string, ErrorCode> = {
  '53100': 'disk_full',
  '23505': 'conflict',
  XX001: 'store_corrupt',
  XX002: 'store_corrupt',
}

/**
 * What PGlite's file layer throws is no Error and has no message, only a number (of WASI, 51 is “no space left”).
 */
const fileLayerErrno = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'errno' in error && typeof error.errno === 'number'
    ? error.errno
    : null
const ERRNO_DISK_FULL = 51

const diskFull = (cause: unknown): CatchmentError =>
  new CatchmentError('disk_full', 'The disk is full. Nothing that was saved is lost; free some space and try again.', {
    cause,
  })

/** The chain of causes, outermost first: Drizzle wraps the database's own error. */
function* causes(error: unknown): Generator<Error & { code?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at
}

/** Turns whatever the database threw into an expected error where it is one; everything else comes back unchanged. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    const errno = fileLayerErrno(error)
    if (errno === ERRNO_DISK_FULL) return diskFull(error)
    if (errno !== null)
      return new CatchmentError(
        'unavailable',
        `The files of the store cannot be read or written (file error ${errno}). Look whether the disk is there and may be written to, then try again.`,
        { cause: error },
      )
  }
  for (const cause of causes(error)) {
    if (cause instanceof CatchmentError) return cause
    if (cause.message.startsWith('deadlock detected'))
      return new CatchmentError('unavailable', 'Another program changed the same thing at the same time. Try again.', {
        cause: error,
      })
    if (DISK_FULL.test(cause.message)) return diskFull(error)
    const code = typeof cause.code === 'string' ? SQLSTATE[cause.code] : undefined
    if (code === 'store_corrupt') {
      return new CatchmentError(
        code,
        'The store is damaged. Nothing was changed. Keep its folder as it is, and put back a copy of it if you have one.',
        {
          cause: error,
        },
      )
    }
  }
  return error
}
