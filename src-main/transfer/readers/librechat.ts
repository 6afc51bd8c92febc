/** A conversation that LibreChat exported as JSON: a list of messages with parents, or a tree (`messagesTree`, `children`). */
import { timeOf } from '../times'
import type { Attachment, ImportedConversation } from '../types'
import { fenced, kindOf, labelOf, paragraphs } from './attachments'
import { shownBranch, type TreeNode } from './branch'
import { type ReadContext, titledPlace, WITHOUT_TIME } from './context'
import { conversationOf, type Draft } from './conversation-draft'
import { type Fields, fieldsIn, fieldsOf, listOf, nameOf, wordsOf } from './fields'

interface Node extends TreeNode {
  message: Fields
}

const NO_PARENT = '00000000-0000-0000-0000-000000000000'

export function readLibreChat(value: unknown, context: ReadContext): ImportedConversation | null {
  const { tally } = context
  const conversation = fieldsOf(value)
  const id = nameOf(conversation?.conversationId)
  const list = conversation?.messagesTree ?? conversation?.messages
  if (!conversation || id === null || !Array.isArray(list)) {
    tally.fail(`${context.place}: it is not a LibreChat conversation`, true)
    return null
  }
  const title = wordsOf(conversation.title)?.trim() ?? null
  const place = titledPlace(context.place, title)
  const nodes = [...flat(list, null, () => tally.fail(`${place}: a message is no message, or has no “messageId”`))]
  if (nodes.length === 0) tally.leave('conversations without a message')
  const { shown, others, missing } = shownBranch(nodes, null)
  for (const lost of missing) tally.fail(`${place}, message ${lost}: it is missing in the file`)
  const draftOf = ({ id: own, at, message }: Node): Draft[] => {
    const said = saidIn(message)
    if (said.text === '') {
      tally.skip('messages without words')
      return []
    }
    const role =
      message.isCreatedByUser === true || /^user$/i.test(wordsOf(message.sender) ?? '') ? 'user' : 'assistant'
    const model = role === 'user' ? null : (wordsOf(message.model) ?? wordsOf(message.sender))
    const status = message.unfinished === true || message.error === true ? 'interrupted' : 'complete'
    return [{ id: own, at, role, model, status, ...said }]
  }
  const drafts = shown.flatMap(draftOf)
  if (drafts.length > 0 && drafts.every(({ at }) => at === null)) tally.leave(WITHOUT_TIME)
  const options = fieldsOf(conversation.options)
  return conversationOf(
    {
      id,
      title,
      fallbackAt: timeOf(options?.createdAt) ?? timeOf(conversation.exportAt) ?? context.nearbyAt,
      drafts,
      order: shown.map((node) => node.id),
      others: others.map(({ at, nodes: left }) => ({ at, drafts: left.flatMap(draftOf) })),
      shared: { archived: conversation.isArchived === true || options?.isArchived === true },
    },
    place,
    tally,
  )
}

/** Messages in a list name their parents; in a tree their place does. */
function* flat(list: readonly unknown[], above: string | null, lost: () => void): Generator<Node> {
  for (const value of list) {
    const message = fieldsOf(value)
    const id = nameOf(message?.messageId)
    if (message === null || id === null) {
      lost()
      // What it led to is kept, and joined to what stands above.
      if (message !== null) yield* flat(listOf(message.children), above, lost)
      continue
    }
    const named = wordsOf(message.parentMessageId)
    const parent = above ?? (named === NO_PARENT ? null : named)
    yield { id, parent, children: [], at: timeOf(message.createdAt), structural: false, message }
    yield* flat(listOf(message.children), id, lost)
  }
}

function saidIn(message: Fields): Pick<Draft, 'text' | 'thinking' | 'tools' | 'attachments'> & { text: string } {
  const texts: string[] = []
  const thoughts: string[] = []
  const tools = new Set<string>()
  for (const block of fieldsIn(message.content)) {
    const inner = fieldsOf(block.text)
    const call = fieldsOf(block.tool_call)
    if (block.type === 'think') thoughts.push(wordsOf(block.think) ?? '')
    else if (block.type === 'tool_call') {
      tools.add(wordsOf(call?.name) ?? 'tool')
      const code = wordsOf(fieldsOf(call?.args)?.code)
      if (code !== null) texts.push(fenced('', code))
    } else if (block.type === 'error') texts.push(wordsOf(block.error) ?? '')
    else if (block.type === 'image_file' || block.type === 'image_url') texts.push(labelOf({ kind: 'image', name: '' }))
    else texts.push(wordsOf(block.text) ?? wordsOf(inner?.value) ?? '')
  }
  const spoken = paragraphs(texts)
  const attachments = fieldsIn(message.files).flatMap((file): Attachment[] => {
    const name = wordsOf(file.filename) ?? ''
    return [{ kind: kindOf(name, wordsOf(file.type)), name }]
  })
  const thinking = paragraphs(thoughts)
  return {
    text: paragraphs([spoken === '' ? (wordsOf(message.text) ?? '') : spoken, ...attachments.map(labelOf)]),
    thinking: thinking === '' ? null : thinking,
    tools: [...tools],
    attachments,
  }
}
