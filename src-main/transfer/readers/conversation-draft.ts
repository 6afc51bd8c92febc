/** Puts together what every reader of a tree or a list of messages comes to in the end. */
import type { Tally } from '../tally'
import { filledTimes } from '../times'
import {
  externalIdOf,
  type ImportedConversation,
  type ImportedMessage,
  importedMessage,
  type MessageParts,
  type OtherMessage,
} from '../types'

/** A message whose time may be missing, and whose identity follows from its conversation. */
export type Draft = { id: string; at: number | null } & Omit<MessageParts, 'externalId' | 'conv' | 'at' | 'author'> & {
    author?: string
  }

/** What was said on another branch. */
export interface DraftedBranch {
  /** Index in the conversation's `order` of what is shown in its place. */
  at: number
  drafts: readonly Draft[]
}

export interface DraftedConversation {
  id: string
  title: string | null
  /** For messages where nothing in the conversation has a time. */
  fallbackAt: number | null
  drafts: readonly Draft[]
  /** What all messages share. */
  shared: Partial<MessageParts>
  /** Ids of everything on the branch that is shown, whether it became a message or not. Left out: those of the drafts. */
  order?: readonly string[]
  others?: readonly DraftedBranch[]
}

const LOST_BRANCHES = 'messages on other branches (edited questions, regenerated answers) of which nothing is shown'

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
  const others = othersOf(draft, messages, tally)
  if (messages.size === 0) return null
  tally.read(messages.size)
  return {
    externalId: conv,
    title,
    messages: [...messages.values()],
    ...(others.length === 0 ? {} : { others }),
  }
}

/** Every branch hangs from the message that stands where it begins; else from the last one before it. */
function othersOf(
  { id: conv, title, shared, drafts, order = drafts.map(({ id }) => id), others = [] }: DraftedConversation,
  messages: ReadonlyMap<string, ImportedMessage>,
  tally: Tally,
): OtherMessage[] {
  const kept = new Map<string, OtherMessage>()
  const shown = (id: string): boolean => messages.has(externalIdOf(conv, id))
  for (const branch of others) {
    const instead = order.slice(branch.at).find(shown)
    const before = order.slice(0, branch.at).findLast(shown)
    const place = externalIdOf(conv, instead ?? before ?? '')
    const at = messages.get(place)?.at
    const [first] = branch.drafts
    if (at === undefined || !first) {
      tally.skip(LOST_BRANCHES, branch.drafts.length)
      continue
    }
    const times = filledTimes(
      branch.drafts.map((one) => one.at),
      at,
    )
    for (const [position, { id, author, ...parts }] of branch.drafts.entries()) {
      const externalId = externalIdOf(conv, id)
      if (messages.has(externalId) || kept.has(externalId)) {
        tally.skip('messages that are in the file twice')
        continue
      }
      const message = importedMessage({
        ...shared,
        ...parts,
        externalId,
        conv,
        author: author ?? parts.role,
        at: times[position] ?? at,
        conversationTitle: title,
      })
      const named = externalIdOf(conv, first.id)
      kept.set(externalId, { ...message, place, follows: instead === undefined, branch: named, position })
    }
  }
  tally.beside(kept.size)
  return [...kept.values()]
}
