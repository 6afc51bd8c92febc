import type { BranchMessage, ExportedMessage } from '../store/types'
import { exportedIdentity } from './exported-id'

/**
 * One message as a line of the neutral form, which our own import reads (`jsonl-row.ts`): conversation with its title and
 * collection, id, time, author, text, thoughts, tools and the names of files come back as they were. Bucket and segment are
 * told besides, for other programs. Null for a message without text, which says nothing and could not be read back.
 */
export function jsonlLine(message: ExportedMessage, profileId: string): string | null {
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
    ...(message.tools.length === 0 ? {} : { tools: message.tools }),
    ...broughtFields(message),
  })}\n`
}

/** A message on another branch: a row of its own type, so that nobody takes it for a part of the conversation. */
export function jsonlBranchLine(
  other: BranchMessage,
  position: number,
  of: ExportedMessage,
  profileId: string,
): string {
  const { conv, id: place } = exportedIdentity(of, profileId)
  const nameOf = (externalId: string | null, id = ''): string =>
    exportedIdentity({ id, externalId, conv }, profileId).id
  return `${JSON.stringify({
    type: 'branch',
    conv,
    id: nameOf(other.externalId, other.id),
    of: place,
    branch: nameOf(other.branch),
    position,
    ...(other.follows ? { follows: true } : {}),
    ts: other.ts,
    author: other.role === 'assistant' ? 'assistant' : other.author,
    text: other.text,
    ...(other.modelId === null ? {} : { model: other.modelId }),
    ...(other.status === 'complete' ? {} : { status: other.status }),
    ...(other.tools.length === 0 ? {} : { tools: other.tools }),
    ...broughtFields(other),
  })}\n`
}

function broughtFields({ brought }: Pick<ExportedMessage, 'brought'>): Record<string, unknown> {
  const { conversationTitle, collection, archived, attachments, thinking } = brought
  return {
    ...(conversationTitle === undefined ? {} : { title: conversationTitle }),
    ...(collection === undefined ? {} : { collection }),
    ...(archived === undefined ? {} : { archived }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(thinking === undefined ? {} : { thinking }),
  }
}
