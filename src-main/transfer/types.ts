/** What an import reads out of a file, whatever program wrote it. */

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
}

/** A conversation, or one part of it: a conversation may come in several parts, but never two in one part. */
export interface ImportedConversation {
  externalId: string
  title: string | null
  /** At least one, no two with the same id, in the order of the conversation. */
  messages: ImportedMessage[]
}

/** The identity of an imported message (00-product, JSONL import). The first slash parts conversation and id. */
export function externalIdOf(conv: string, id: string): string {
  return `${conv.replaceAll('%', '%25').replaceAll('/', '%2F')}/${id}`
}
