/** A chat that Open WebUI exported: `chat.history` is a tree, `chat.messages` the branch that is shown. */
import { timeOf } from '../times'
import type { Attachment, ImportedConversation } from '../types'
import { kindOf, labelOf, paragraphs } from './attachments'
import { shownBranch, type TreeNode } from './branch'
import { type ReadContext, titledPlace, WITHOUT_TIME } from './context'
import { conversationOf, type Draft } from './conversation-draft'
import { type Fields, fieldsIn, fieldsOf, lostIn, nameOf, stringsOf, wordsOf } from './fields'

interface Node extends TreeNode {
  message: Fields
}

/** What the program writes into an answer and folds: reasoning, tools that were used, programs that were run. */
const DETAILS =
  /<details type="(reasoning|tool_calls|code_interpreter)"([^>]*)>\s*(?:<summary>[\s\S]*?<\/summary>)?([\s\S]*?)<\/details>/g

export function readOpenWebUi(value: unknown, context: ReadContext): ImportedConversation | null {
  const { tally } = context
  const record = fieldsOf(value)
  const chat = fieldsOf(record?.chat) ?? record
  const history = fieldsOf(chat?.history)
  const nodes = nodesOf(history, fieldsIn(chat?.messages))
  const id = nameOf(record?.id) ?? nameOf(chat?.id) ?? nodes[0]?.id ?? null
  if (!record || !chat || id === null || (!history && !Array.isArray(chat.messages))) {
    tally.fail(`${context.place}: it is not an Open WebUI chat`, true)
    return null
  }
  const title = wordsOf(chat.title)?.trim() ?? wordsOf(record.title)?.trim() ?? null
  const place = titledPlace(context.place, title)
  if (nodes.length === 0) tally.leave('conversations without a message')
  const { shown, others, missing } = shownBranch(nodes, wordsOf(history?.currentId))
  for (const lost of missing) tally.fail(`${place}, message ${lost}: it is missing in the file`)
  const damaged = history
    ? Object.values(fieldsOf(history.messages) ?? {}).filter((one) => fieldsOf(one) === null).length
    : lostIn(chat.messages)
  for (let lost = damaged - missing.length; lost > 0; lost -= 1) tally.fail(`${place}: a message is empty in the file`)
  const draftOf = ({ id: own, at, message }: Node): Draft[] => {
    const role = message.role === 'user' || message.role === 'assistant' ? message.role : null
    const said = saidIn(message)
    if (role === null || said.text === '') {
      tally.skip(role === null ? 'messages of the program itself' : 'messages without words')
      return []
    }
    return [
      {
        id: own,
        at,
        role,
        model: wordsOf(message.model),
        status: message.done === false ? 'interrupted' : 'complete',
        ...said,
      },
    ]
  }
  const drafts = shown.flatMap(draftOf)
  const ownTime = timeOf(record.created_at) ?? timeOf(chat.timestamp)
  if (drafts.length > 0 && ownTime === null && drafts.every(({ at }) => at === null)) tally.leave(WITHOUT_TIME)
  const folder = nameOf(record.folder_id)
  const name = folder === null ? null : (context.collections.get(folder) ?? null)
  return conversationOf(
    {
      id,
      title,
      fallbackAt: ownTime ?? context.nearbyAt,
      drafts,
      order: shown.map((node) => node.id),
      others: others.map(({ at, nodes: left }) => ({ at, drafts: left.flatMap(draftOf) })),
      shared: {
        archived: record.archived === true,
        collection: folder === null ? null : { kind: 'folder', name: name ?? folder, named: name !== null },
      },
    },
    place,
    tally,
  )
}

function nodesOf(history: Fields | null, list: readonly Fields[]): Node[] {
  const tree = Object.entries(fieldsOf(history?.messages) ?? {}).flatMap(([id, value]): Node[] => {
    const message = fieldsOf(value)
    if (!message) return []
    const children = stringsOf(message.childrenIds)
    return [
      { id, parent: wordsOf(message.parentId), children, at: timeOf(message.timestamp), structural: false, message },
    ]
  })
  if (tree.length > 0) return tree
  let last: string | null = null
  return list.flatMap((message, index): Node[] => {
    const id = nameOf(message.id) ?? `message-${index + 1}`
    const node = { id, parent: last, children: [], at: timeOf(message.timestamp), structural: false, message }
    last = id
    return [node]
  })
}

type Said = Pick<Draft, 'thinking' | 'attachments'> & { text: string; tools: string[] }

function saidIn(message: Fields): Said {
  const thoughts: string[] = []
  // Since 2026 the steps of an answer stand beside its text, too.
  const tools = fieldsIn(message.output).flatMap(({ type, name }) => (type === 'function_call' && wordsOf(name)) || [])
  const content =
    wordsOf(message.content) ?? paragraphs(fieldsIn(message.content).map((part) => wordsOf(part.text) ?? ''))
  const spoken = content.replace(DETAILS, (_, type: string, attributes: string, folded: string) => {
    const inner = unescaped(folded)
    if (type === 'reasoning') thoughts.push(inner.replace(/^> ?/gm, ''))
    else tools.push(unescaped(/ name="([^"]*)"/.exec(attributes)?.[1] ?? (type === 'tool_calls' ? 'tool' : 'python')))
    // A program that was run is on the screen; what a tool answered is not.
    return type === 'code_interpreter' ? inner : ''
  })
  const attachments = fieldsIn(message.files).map((file): Attachment => {
    const name = wordsOf(file.name) ?? wordsOf(fieldsOf(file.file)?.filename) ?? ''
    return { kind: file.type === 'image' ? 'image' : kindOf(name), name }
  })
  const thinking = paragraphs(thoughts)
  return {
    text: paragraphs([spoken, ...attachments.map(labelOf)]),
    thinking: thinking === '' ? null : thinking,
    tools: [...new Set(tools.length > 1 ? tools.filter((tool) => tool !== 'tool') : tools)],
    attachments,
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
/** What stands in a folded part is escaped like HTML. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity)
