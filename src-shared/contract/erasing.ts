/** Erasing for good: the one act that nothing takes back, a person's alone (07-settled, Erase). */
import { z } from 'zod'
import type { IsoTime } from '../domain'
import { bucketId, type MessageId, messageId, segmentId } from '../ids'
import { request } from './request'

/** A message, several, a segment with its messages, or a bucket with all that is filed in it. */
const part = z.union([
  z.strictObject({ messageId }),
  z.strictObject({ messageIds: z.array(messageId).min(1).max(10_000) }),
  z.strictObject({ segmentId }),
  z.strictObject({ bucketId }),
])
export type ErasePart = z.infer<typeof part>

/** What copies still hold of what was erased. */
export interface HeldView {
  /** The day by which the last backup that holds it is dropped; null if none does. */
  backupsUntil: IsoTime | null
  /** Which backups are not the app's to drop, or could not be reached, in a sentence; null if there are none. */
  elsewhere: string | null
}

export interface ErasedView extends HeldView {
  messages: number
  /** Memories that came from these messages alone. */
  memories: number
}

export const erasingRequests = {
  /** What would go; nothing is changed. */
  'erasing.look': request<{ messages: number; memories: number }>()(z.object({ part })),
  /** `dropBackups`: every backup is dropped at once, after a new one was made without it. */
  'erasing.erase': request<ErasedView>()(z.object({ part, dropBackups: z.boolean() })),
}

export type ErasingEvent = { type: 'history.erased'; messageIds: MessageId[] }
