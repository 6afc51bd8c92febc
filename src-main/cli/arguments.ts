/** What people write behind a command, read strictly: a slip is a clear line, never a guess. */
import { CatchmentError } from '@shared/contract/errors'
import { type MessageId, messageId, type OperationId, operationId } from '@shared/ids'
import type { App } from '../app/create-app'
import { findBucket } from '../buckets/references'
import type { StoredBucket } from '../store/types'

/** Milliseconds of an ISO time. @throws CatchmentError `bad_request` */
export function parseTime(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms))
    throw new CatchmentError('bad_request', `“${text}” is not a time. Write it like 2026-01-05T08:00:00Z.`)
  return ms
}

/** The same; a date alone is that day where the person is, not midnight in Greenwich. */
export function parseDay(text: string): number {
  return parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T12:00` : text)
}

/** @throws CatchmentError `bad_request` */
export function parseCount(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CatchmentError('bad_request', `${option} is a whole number, not “${text}”.`)
  return Number(text)
}

/** @throws CatchmentError `bad_request` */
export function parseMessageId(text: string): MessageId {
  const parsed = messageId.safeParse(text)
  if (!parsed.success) throw new CatchmentError('bad_request', `“${text}” is not a message id.`)
  return parsed.data
}

/** @throws CatchmentError `bad_request` */
export function parseOperationId(text: string): OperationId {
  const parsed = operationId.safeParse(text)
  if (!parsed.success) throw new CatchmentError('bad_request', `“${text}” is not the id of a receipt.`)
  return parsed.data
}

/** The bucket of an id, of an id that was merged away, or of a title. @throws CatchmentError `not_found` */
export function bucketMeant(app: { directory: Pick<App['directory'], 'all'> }, written: string): StoredBucket {
  const found = findBucket(written, app.directory.all())
  if (found.kind === 'found') return found.bucket
  if (found.kind === 'unknown') throw new CatchmentError('not_found', `There is no bucket “${written}”.`)
  const ids = found.among.map((b) => b.id).join(' or ')
  throw new CatchmentError('not_found', `“${written}” could be ${ids}. Write the id.`)
}
