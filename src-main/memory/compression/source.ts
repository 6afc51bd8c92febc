/** The full text of an owner, and what is known of it. */
import { createHash } from 'node:crypto'
import type { ContextSource } from '../../store/context-types'
import type { StoredMemory, StoredMessage, StoredSegment } from '../../store/types'

export interface CompressionSource extends ContextSource {
  text: string
  /** Of the `full` row: a segment's messages stay where they are. */
  content: string
  /** A summary that a model wrote already. */
  summary: string | null
}

export function sourceOfMemory(memory: StoredMemory): CompressionSource {
  return {
    owner: { type: 'memory', id: memory.id },
    madeFrom: hashOf([memory.content]),
    contentType: memory.category,
    containsPii: memory.containsPii,
    accessTier: memory.accessTier,
    text: memory.content,
    content: memory.content,
    summary: null,
  }
}

/** @param personal whether the messages hold personal data */
export function sourceOfSegment(
  segment: StoredSegment,
  messages: readonly StoredMessage[],
  personal: boolean,
): CompressionSource {
  return {
    owner: { type: 'segment', id: segment.id },
    madeFrom: hashOf(messages.flatMap((message) => [message.id, message.text])),
    contentType: 'segment',
    containsPii: personal,
    accessTier: personal ? 'SENSITIVE' : 'PUBLIC',
    text: textOf(messages),
    content: '',
    // What the collapse had a model write says it better than quotations.
    summary: segment.summarisedBy === 'model' && segment.synopsis !== '' ? segment.synopsis : null,
  }
}

export const textOf = (messages: readonly StoredMessage[]): string =>
  messages.map((message) => message.text.trim()).join('\n\n')

function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}
