import { CatchmentError, type ErrorCode } from '@shared/contract/errors'

/** Of a store that is gone, full or broken, and of a run that was called off: going on would only fail again. */
const CODES: ReadonlySet<ErrorCode> = new Set([
  'cancelled',
  'disk_full',
  'store_corrupt',
  'store_damaged',
  'store_foreign',
  'store_locked',
  'store_newer',
  'unavailable',
])

/**
 * True for what no op may get over by itself: the store is gone, the run was aborted, memory or stack ran out (07-settled,
 * Consolidation constants: the product's form of the decision record's MemoryError and RecursionError).
 */
export function isSystemFault(error: unknown): boolean {
  if (error instanceof CatchmentError) return CODES.has(error.code)
  if (error instanceof RangeError) return true
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}
