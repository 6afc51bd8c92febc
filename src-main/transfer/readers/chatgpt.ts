/** Conversations of a ChatGPT export (conversations.json, or conversations-000.json and so on). */
import { createHash } from 'node:crypto'
import { timeOf } from '../times'
import type { Collection, ImportedConversation } from '../types'
import { shownBranch, type TreeNode } from './branch'
import { gptMessage } from './chatgpt-content'
import { draftsOf, type GptNode } from './chatgpt-turns'
import { type ReadContext, titledPlace, WITHOUT_TIME } from './context'
import { conversationOf } from './conversation-draft'
import { type Fields, fieldsOf, nameOf, stringsOf, wordsOf } from './fields'

interface Node extends TreeNode {
  /** Null: the file has none here. */
  message: unknown
}

/**
 * One element of the export, or null if there is nothing in it to import. Of edited questions and regenerated answers
 * the branch is shown that was read last; the others are handed out beside it. What does not come along is counted with a reason.
 */
export function readChatGpt(value: unknown, context: ReadContext): ImportedConversation | null {
  const { tally } = context
  const conversation = fieldsOf(value)
  const mapping = fieldsOf(conversation?.mapping)
  if (!conversation || !mapping) {
    tally.fail(`${context.place}: it is not a ChatGPT conversation`, true)
    return null
  }
  const title = wordsOf(conversation.title)?.trim() ?? null
  const place = titledPlace(context.place, title)
  const nodes = nodesOf(mapping)
  if (nodes.every(({ message }) => message === null)) {
    tally.leave('conversations without a message')
    return null
  }
  const { shown, others, missing } = shownBranch(nodes, wordsOf(conversation.current_node))
  for (const id of [...missing, ...goneBelow(shown, mapping)])
    tally.fail(`${place}, message ${id}: it is missing in the file`)
  const said = ({ id, message, structural, at }: Node): GptNode[] => {
    if (message === null) {
      if (!structural) tally.fail(`${place}, message ${id}: it is empty in the file`)
      return []
    }
    const read = gptMessage(message)
    if (read) return [{ id, message: read, at, status: fieldsOf(message)?.status }]
    tally.fail(`${place}, message ${id}: it is not a ChatGPT message`)
    return []
  }
  const drafts = draftsOf(shown.flatMap(said), place, tally)
  if (drafts.length === 0) tally.leave('conversations without a message')
  const ownTime = timeOf(conversation.create_time) ?? timeOf(conversation.update_time)
  if (drafts.length > 0 && ownTime === null && drafts.every(({ at }) => at === null)) tally.leave(WITHOUT_TIME)
  return conversationOf(
    {
      id: nameOf(conversation.conversation_id) ?? nameOf(conversation.id) ?? idFrom(nodes),
      title,
      fallbackAt: ownTime ?? context.nearbyAt,
      drafts,
      order: shown.map(({ id }) => id),
      others: others.map(({ at, nodes: left }) => ({ at, drafts: draftsOf(left.flatMap(said), place, tally) })),
      shared: { collection: collectionOf(conversation, context), archived: conversation.is_archived === true },
    },
    place,
    tally,
  )
}

/** A conversation without an id is known again by the ids of its messages. */
const idFrom = (nodes: readonly Node[]): string =>
  createHash('sha256')
    .update(JSON.stringify(nodes.map(({ id }) => id).sort()))
    .digest('hex')
    .slice(0, 32)

/** Messages that followed the last one, by its own word, and are not in the file: then it ended later than it does now. */
const goneBelow = (shown: readonly Node[], mapping: Fields): string[] => {
  const children = shown.at(-1)?.children ?? []
  const gone = children.filter((id) => fieldsOf(mapping[id]) === null)
  return gone.length === children.length ? gone : []
}

function nodesOf(mapping: Fields): Node[] {
  return Object.entries(mapping).flatMap(([id, value]) => {
    const node = fieldsOf(value)
    if (!node) return []
    const parent = wordsOf(node.parent)
    const message = node.message ?? null
    const role = message === null ? null : fieldsOf(fieldsOf(message)?.author)?.role
    const structural = parent === null && ((message === null && isBare(node)) || role === 'system')
    const at = timeOf(fieldsOf(message)?.create_time)
    return [{ id, parent, children: stringsOf(node.children), at, structural, message }]
  })
}

/** `g-p-…` is a project, `g-…` a custom GPT. The export has their ids; names only where a file beside it tells them. */
function collectionOf(conversation: Fields, { collections }: ReadContext): Collection | null {
  const id = nameOf(conversation.gizmo_id) ?? nameOf(conversation.conversation_template_id)
  if (id === null) return null
  const name = wordsOf(conversation.gizmo_name) ?? collections.get(id) ?? null
  return { kind: id.startsWith('g-p-') ? 'project' : 'custom-gpt', name: name ?? id, named: name !== null }
}

/** A root holds no message; one that holds something under another name lost it by damage. */
const isBare = (node: object): boolean =>
  Object.entries(node).every(([key, value]) => key === 'children' || value === null || typeof value !== 'object')
