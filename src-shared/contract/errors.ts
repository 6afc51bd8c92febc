/** Expected failures, as values: a code for programs and a sentence for a person. */
export const ERROR_CODES = [
  'bad_request', // the request did not parse
  'not_found', // no such bucket, message, operation …
  'conflict', // it contradicts something that stands: a cycle, a command on itself, a turn in progress
  'store_locked', // another process holds the store
  'store_foreign', // the folder holds something that is not a Catchment store
  'store_corrupt', // the store does not open or its parts are missing
  'store_damaged', // it is open, and a part of it cannot be read
  'store_newer', // written by a newer version of the app
  'not_writable', // this user may not read and write the folder, or its disk is read-only
  'store_moved', // the folder was moved, renamed or unplugged while it was open
  'disk_full',
  'model_missing', // the model's files are not there or do not match their checksum
  'model_failed', // the model host crashed or the endpoint failed
  'import_broken', // the file is not what it claims to be
  'wrong_passphrase', // a sealed file that these words do not open, or that was given none
  'cancelled',
  'clock_behind', // --at earlier than the newest message
  'unavailable', // a part that is not running (yet)
  'internal', // a fault of ours; logged once with its context
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

export interface Failure {
  code: ErrorCode
  /** What happened, what was kept, and what to do: one or two sentences. */
  message: string
}

export type Result<T> = { ok: true; data: T } | { ok: false; error: Failure }

/** An expected failure on its way to the window or the command line. Anything else that is thrown is a fault. */
export class CatchmentError extends Error {
  override readonly name = 'CatchmentError'
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
