/** From the messages of one branch to what the person saw: a reply with what the model thought, ran and wrote before it. */
import type { MessageStatus } from '@shared/domain'
import type { Tally } from '../tally'
import type { Attachment } from '../types'
import { paragraphs } from './attachments'
import { type GptMessage, saidIn } from './chatgpt-content'
import type { Draft } from './conversation-draft'
import { fieldsOf, wordsOf } from './fields'

export interface GptNode {
  id: string
  message: GptMessage
  at: number | null
  /** `finished_successfully`, `in_progress`… */
  status: unknown
}

/** Collects what belongs to the reply that follows. */
class Reply {
  /** True if it was thought of and nothing of it was ever shown. */
  get wasOnlyThought(): boolean {
    return this.first === null && this.thoughts.some((thought) => thought.trim() !== '')
  }

  private first: { id: string; at: number | null } | null = null
  private readonly texts: string[] = []
  private readonly thoughts: string[] = []
  private readonly tools = new Set<string>()
  private readonly attachments: Attachment[] = []
  private model: string | null = null

  think(text: string): void {
    this.thoughts.push(text)
  }

  use(node: GptNode, tool: string, text: string | null): void {
    this.tools.add(tool)
    if (text !== null) this.show(node, text, [])
  }

  show(node: GptNode, text: string, attachments: readonly Attachment[]): void {
    this.first ??= { id: node.id, at: node.at }
    this.model ??= modelOf(node.message)
    this.texts.push(text)
    this.attachments.push(...attachments)
  }

  /** The reply whose words are `node`'s; without one, what was shown and never followed by words. Null: nothing was. */
  close(node: GptNode | null, words: string, files: readonly Attachment[], status: MessageStatus): Draft | null {
    const at = node ?? this.first
    if (at === null) return null
    const thinking = paragraphs(this.thoughts)
    return {
      id: at.id,
      at: at.at,
      role: 'assistant',
      text: paragraphs([...this.texts, words]),
      model: (node && modelOf(node.message)) ?? this.model,
      status,
      tools: [...this.tools],
      attachments: [...this.attachments, ...files],
      thinking: thinking === '' ? null : thinking,
    }
  }
}

/** Each message that was shown, in order; everything else is counted with a reason that names the `place`. */
export function draftsOf(nodes: readonly GptNode[], place: string, tally: Tally): Draft[] {
  const drafts: Draft[] = []
  let reply = new Reply()
  const close = (node: GptNode | null, words: string, files: readonly Attachment[], status: MessageStatus) => {
    const draft = reply.close(node, words, files, status)
    if (draft) drafts.push(draft)
    else if (reply.wasOnlyThought) tally.skip('thoughts that no reply followed')
    reply = new Reply()
  }
  for (const node of nodes) {
    const { message } = node
    const said = saidIn(message)
    if (said.kind === 'left') tally.skip(said.what)
    else if (said.kind === 'unknown')
      tally.fail(`${place}, message ${node.id}: its content is of a kind not known here (“${said.contentType}”)`)
    else if (said.kind === 'thoughts') reply.think(said.text)
    else if (said.kind === 'call') {
      reply.use(node, said.tool, said.text)
      if (said.text === null) tally.skip(`calls of tools (${kindOfTool(said.tool)})`)
    } else if (message.role === 'tool') reply.show(node, said.text, said.attachments)
    else if (message.role === 'assistant') close(node, said.text, said.attachments, statusOf(node))
    else if (message.role === 'user') {
      close(null, '', [], 'complete')
      const { text, attachments } = said
      drafts.push({ id: node.id, at: node.at, role: 'user', text, attachments })
    } else
      tally.fail(
        `${place}, message ${node.id}: it was written by “${message.role}”, neither the person nor the assistant`,
      )
  }
  close(null, '', [], 'complete')
  return drafts
}

const modelOf = ({ metadata }: GptMessage): string | null => wordsOf(metadata.model_slug)

/** Names of tools that are made up for one call (`t2uay3k.sj1i4kz`) tell a person nothing. */
const kindOfTool = (tool: string): string =>
  /^[a-z]*\d[a-z0-9]*\.[a-z0-9]+$/.test(tool) ? 'pictures and others' : tool

function statusOf({ status, message }: GptNode): MessageStatus {
  const finish = fieldsOf(message.metadata.finish_details)
  return status === 'in_progress' || finish?.type === 'interrupted' ? 'stopped' : 'complete'
}
