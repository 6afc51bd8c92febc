/** Puts together what every reader of a tree or a list of messages comes to in the end. */
import type { Tally } from '../tally'
import { filledTimes } from '../times'
import { externalIdOf, type ImportedConversation, importedMessage, type MessageParts } from '../types'

/** A message whose time may be missing, and whose identity follows from its conversation. */
export type Draft = { id: string; at: number | null } & Omit<MessageParts, 'externalId' | 'conv' | 'at' | 'author'> & {
    author?: string
  }

export interface DraftedConversation {
  id: string
  title: string | null
  /** For messages where nothing in the conversation has a time. */
  fallbackAt: number | null
  drafts: readonly Draft[]
  /** What all messages share. */
  shared: Partial<MessageParts>
}

/**
 * The conversation with every message's time filled in, each id once; null if nothing was said in it. Counts the messages
 * that are handed out; those for which no time can be found are failures.
 */
export function conversationOf(draft: DraftedConversation, place: string, tally: Tally): ImportedConversation | null {
  const { id: conv, title, drafts } = draft
  const times = filledTimes(
    drafts.map(({ at }) => at),
    draft.fallbackAt,
  )
  const messages = new Map<string, ImportedConversation['messages'][number]>()
  for (const [index, { id, author, ...parts }] of drafts.entries()) {
    const at = times[index] ?? null
    const externalId = externalIdOf(conv, id)
    if (messages.has(externalId)) tally.skip('messages that are in the file twice')
    else if (at === null) tally.fail(`${place}, message ${id}: it has no date`)
    else
      messages.set(
        externalId,
        importedMessage({
          ...draft.shared,
          ...parts,
          externalId,
          conv,
          author: author ?? parts.role,
          at,
          conversationTitle: title,
        }),
      )
  }
  if (messages.size === 0) return null
  tally.read(messages.size)
  return { externalId: conv, title, messages: [...messages.values()] }
}
