/** What an import reads out of a file, whatever program wrote it. */
import type { MessageStatus } from '@shared/domain'
import { storableId, storableText } from './storable'

/** What a person put a conversation into in the other program: evidence for filing. */
export interface Collection {
  kind: 'custom-gpt' | 'project' | 'folder'
  /** As the person saw it; the program's own id where the file does not tell the name. */
  name: string
  /** False if `name` is but an id. */
  named: boolean
}

/** A file that belonged to a message. Its text, if the export holds it, stands in the message's text. */
export interface Attachment {
  kind: 'image' | 'audio' | 'video' | 'file'
  name: string
}

export interface ImportedMessage {
  /** Conversation and id together, by `externalIdOf`: the same in every import of the same file. */
  externalId: string
  conv: string
  role: 'user' | 'assistant'
  /** `assistant`, `user`, or the name the file gives the person. */
  author: string
  text: string
  /** The original time, milliseconds since the epoch. */
  at: number
  /** The session the file puts it in, if it knows sessions. */
  session: string | null
  /** Of the whole conversation: the segment's title and evidence for the bucket's (07-settled, Imported conversations). */
  conversationTitle: string | null
  collection: Collection | null
  /** The person had put the conversation away. */
  archived: boolean
  /** The model that wrote it, as the file names it. */
  model: string | null
  status: MessageStatus
  /** Tools the model used for it, each once. */
  tools: string[]
  attachments: Attachment[]
  /** What the model thought before it answered; shown folded, never searched or filed. */
  thinking: string | null
}

/** What every message has to have; the rest has a plain default. */
export type MessageParts = Pick<ImportedMessage, 'externalId' | 'conv' | 'role' | 'author' | 'text' | 'at'> &
  Partial<ImportedMessage>

/** A message with the defaults for what its file does not tell, in signs that can be stored. */
export const importedMessage = (parts: MessageParts): ImportedMessage => {
  const message = { ...DEFAULTS, ...parts }
  const { author, text, conversationTitle, collection, model, tools, attachments, thinking } = message
  return {
    ...message,
    conv: storableId(message.conv),
    author: storableText(author),
    text: storableText(text),
    conversationTitle: conversationTitle === null ? null : oneLine(conversationTitle),
    collection: collection === null ? null : { ...collection, name: oneLine(collection.name) },
    model: model === null ? null : oneLine(model),
    tools: tools.map(oneLine),
    attachments: attachments.map((attachment) => ({ ...attachment, name: oneLine(attachment.name) })),
    thinking: thinking === null ? null : storableText(thinking),
  }
}

const oneLine = (name: string): string => storableText(name).replace(/\s+/gu, ' ').trim()

const DEFAULTS = {
  session: null,
  conversationTitle: null,
  collection: null,
  archived: false,
  model: null,
  status: 'complete',
  tools: [],
  attachments: [],
  thinking: null,
} satisfies Partial<ImportedMessage>

/** What a person had left behind: an edited question, an answer they asked for again, and what followed it. */
export interface OtherMessage extends ImportedMessage {
  /** The shown message, by its external id, that stands where the branch begins; behind which it goes on if `follows`. */
  place: string
  follows: boolean
  /** Messages of one branch share it. */
  branch: string
  /** Where it stands in its branch. */
  position: number
}

/** A conversation, or one part of it: a conversation may come in several parts, but never two in one part. */
export interface ImportedConversation {
  externalId: string
  title: string | null
  /** At least one, no two with the same id, in the order of the conversation. */
  messages: ImportedMessage[]
  /** What stands on other branches; each hangs from a message of the conversation. */
  others?: OtherMessage[]
}

/** The identity of an imported message (00-product, JSONL import). The first slash parts conversation and id. */
export function externalIdOf(conv: string, id: string): string {
  return `${storableId(conv).replaceAll('%', '%25').replaceAll('/', '%2F')}/${storableId(id)}`
}
