import type { ExportedMessage } from '../store/types'
import { exportedIdentity } from './exported-id'

/**
 * One message as a line of the neutral form, which our own import reads (`jsonl-row.ts`): conversation with its title and
 * collection, id, time, author, text, thoughts, tools and the names of files come back as they were. Bucket and segment are
 * told besides, for other programs. Null for a message without text, which says nothing and could not be read back.
 */
export function jsonlLine(message: ExportedMessage, profileId: string): string | null {
  if (message.text.trim() === '') return null
  const { conv, id } = exportedIdentity(message, profileId)
  const { conversationTitle, collection, archived, attachments, thinking } = message.brought
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
    ...(message.tools.length === 0 ? {} : { tools: message.tools }),
    ...(conversationTitle === undefined ? {} : { title: conversationTitle }),
    ...(collection === undefined ? {} : { collection }),
    ...(archived === undefined ? {} : { archived }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(thinking === undefined ? {} : { thinking }),
  })}\n`
}
