import type { StoredMessage } from '../store/types'
import { exportedIdentity } from './exported-id'

/**
 * One message as a line of the neutral form, which our own import reads (`jsonl-row.ts`): conversation, id, time, author
 * and text come back as they were. Bucket, segment and model are told besides, for other programs. Null for a message
 * without text, which says nothing and could not be read back.
 */
export function jsonlLine(message: StoredMessage, profileId: string): string | null {
  if (message.text.trim() === '') return null
  const { conv, id } = exportedIdentity(message, profileId)
  return `${JSON.stringify({
    type: 'message',
    conv,
    id,
    ts: message.ts,
    author: message.role === 'assistant' ? 'assistant' : message.author,
    text: message.text,
    ...(message.segmentId === null ? {} : { session: message.segmentId }),
    ...(message.bucketId === null ? {} : { bucket: message.bucketId }),
    ...(message.modelId === null ? {} : { model: message.modelId }),
    ...(message.status === 'complete' ? {} : { status: message.status }),
  })}\n`
}
