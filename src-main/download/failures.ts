/** What can go wrong while a model is fetched, told apart by what to do next. */
import { CatchmentError } from '@shared/contract/errors'

/** This source did not work out; the next one may. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** True for an error that says the disk (or the person's quota) is full, also deep inside its causes. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return FULL.has(codeOf(error) ?? '') || isDiskFull(error.cause)
}

/** True for text of a package client that says so. */
export const saysDiskFull = (output: string): boolean =>
  /ENOSPC|EDQUOT|No space left on device|disk quota/i.test(output)

export function diskFull(folder: string, neededBytes: number, cause?: unknown): CatchmentError {
  const needed = `${Math.ceil(neededBytes / 1e6)} MB`
  return new CatchmentError(
    'disk_full',
    `The disk that holds ${folder} is full: ${needed} are needed. Nothing was changed; free some space and try again.`,
    { cause },
  )
}

export const cancelled = (title: string): CatchmentError =>
  new CatchmentError('cancelled', `Fetching ${title} was cancelled. Nothing of it was kept.`)

/** One short line of an error for a list of reasons, its deepest cause last. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const deeper = error.cause instanceof Error ? `: ${reasonOf(error.cause)}` : ''
  const code = codeOf(error)
  const message = error.message || code || error.name
  return `${message}${deeper}`
}
