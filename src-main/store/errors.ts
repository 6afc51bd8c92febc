import { CatchmentError, type ErrorCode } from '@shared/contract/errors'

const DISK_FULL = /no space left on device|ENOSPC|disk full|could not extend file|could not write/i

const SQLSTATE: Record<string, ErrorCode> = {
  '53100': 'disk_full',
  '23505': 'conflict',
  XX001: 'store_corrupt',
  XX002: 'store_corrupt',
}

/** The chain of causes, outermost first: Drizzle wraps the database's own error. */
function* causes(error: unknown): Generator<Error & { code?: unknown }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at
}

/** Turns whatever the database threw into an expected error where it is one; everything else comes back unchanged. */
export function storeError(error: unknown): unknown {
  for (const cause of causes(error)) {
    if (cause instanceof CatchmentError) return cause
    if (DISK_FULL.test(cause.message)) {
      return new CatchmentError(
        'disk_full',
        'The disk is full. Nothing that was saved is lost; free some space and try again.',
        { cause: error },
      )
    }
    const code = typeof cause.code === 'string' ? SQLSTATE[cause.code] : undefined
    if (code === 'store_corrupt') {
      return new CatchmentError(code, 'The store is damaged. Nothing was changed; restore the newest backup.', {
        cause: error,
      })
    }
  }
  return error
}
