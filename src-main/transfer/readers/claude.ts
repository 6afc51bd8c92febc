/** Conversations of a Claude export (conversations.json). */
import { timeOf } from '../times'
import type { Collection, ImportedConversation } from '../types'
import { shownBranch, type TreeNode } from './branch'
import { claudeSaid } from './claude-content'
import { type ReadContext, titledPlace, WITHOUT_TIME } from './context'
import { conversationOf, type Draft } from './conversation-draft'
import { type Fields, fieldsOf, nameOf, wordsOf } from './fields'

interface Node extends TreeNode {
  message: Fields
  sender: 'user' | 'assistant'
}

const SENDERS: ReadonlyMap<unknown, Node['sender']> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

/** One element of the export, or null if there is nothing in it to import. Counts like `readChatGpt`. */
export function readClaude(value: unknown, context: ReadContext): ImportedConversation | null {
  const { tally } = context
  const conversation = fieldsOf(value)
  const conv = nameOf(conversation?.uuid)
  if (!conversation || conv === null || !Array.isArray(conversation.chat_messages)) {
    tally.fail(`${context.place}: it is not a Claude conversation`, true)
    return null
  }
  const title = wordsOf(conversation.name)?.trim() ?? null
  const place = titledPlace(context.place, title)
  const nodes = nodesOf(conversation.chat_messages, place, context)
  const { shown, others, missing } = shownBranch(nodes, wordsOf(conversation.current_leaf_message_uuid))
  for (const id of missing) tally.fail(`${place}, message ${id}: it is missing in the file`)
  const drafts = shown.flatMap((node) => draftOf(node, context))
  if (drafts.length === 0) tally.leave('conversations without a message')
  if (wordsOf(conversation.summary) !== null) tally.leave('summaries that the program keeps of conversations')
  const ownTime = timeOf(conversation.created_at) ?? timeOf(conversation.updated_at)
  if (drafts.length > 0 && ownTime === null && drafts.every(({ at }) => at === null)) tally.leave(WITHOUT_TIME)
  return conversationOf(
    {
      id: conv,
      title,
      fallbackAt: ownTime ?? context.nearbyAt,
      drafts,
      order: shown.map(({ id }) => id),
      others: others.map(({ at, nodes: left }) => ({ at, drafts: left.flatMap((node) => draftOf(node, context)) })),
      shared: { collection: collectionOf(conversation, context), archived: conversation.is_archived === true },
    },
    place,
    tally,
  )
}

function draftOf({ id, at, message, sender }: Node, { tally }: ReadContext): Draft[] {
  const { text, thinking, tools, attachments, toolAnswers, unknown } = claudeSaid(message)
  if (toolAnswers > 0) tally.leave('answers of tools', toolAnswers)
  for (const type of unknown) tally.leave(`parts of messages of a kind not known here (“${type.slice(0, 40)}”)`)
  if (text === '') {
    tally.skip(tools.length > 0 ? 'replies of tools alone, without words' : 'messages without words')
    return []
  }
  return [{ id, at, role: sender, text, thinking, tools, attachments, model: wordsOf(message.model) }]
}

/** The tree; exports of older years have no parents, there each message follows the one before it. */
function nodesOf(messages: readonly unknown[], place: string, { tally }: ReadContext): Node[] {
  const linked = messages.some((value) => wordsOf(fieldsOf(value)?.parent_message_uuid) !== null)
  const ids = new Set(messages.map((value) => nameOf(fieldsOf(value)?.uuid)))
  const first = wordsOf(fieldsOf(messages[0])?.parent_message_uuid)
  // The root that all first messages hang from has an id and is never in the file.
  const root = first !== null && !ids.has(first) ? first : null
  const nodes = new Map<string, Node>()
  let last: string | null = null
  for (const [index, value] of messages.entries()) {
    const message = fieldsOf(value)
    const id = nameOf(message?.uuid)
    const sender = SENDERS.get(message?.sender)
    if (!message || id === null || typeof message.sender !== 'string')
      tally.fail(`${place}, message ${index + 1}: it is not a Claude message`)
    else if (nodes.has(id)) tally.skip('messages that are in the file twice')
    else if (!sender) tally.skip('messages of the program itself')
    else {
      const named = wordsOf(message.parent_message_uuid)
      const parent: string | null = linked ? (named === root || isRoot(named) ? null : named) : last
      nodes.set(id, { id, parent, children: [], at: timeOf(message.created_at), structural: false, message, sender })
      last = id
    }
  }
  return [...nodes.values()]
}

const isRoot = (id: string | null): boolean => id !== null && /^0{8}-0{4}-[04]000-[08]000-0{12}$/.test(id)

function collectionOf(conversation: Fields, { collections }: ReadContext): Collection | null {
  const project = fieldsOf(conversation.project)
  const id = nameOf(conversation.project_uuid) ?? nameOf(project?.uuid)
  const name = wordsOf(project?.name) ?? (id === null ? null : (collections.get(id) ?? null))
  if (id === null && name === null) return null
  return { kind: 'project', name: name ?? id ?? '', named: name !== null }
}
