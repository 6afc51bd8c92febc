/** Conversations of a ChatGPT export (conversations.json). */
import { z } from 'zod'
import type { Tally } from './tally'
import { timeOf } from './times'
import { externalIdOf, type ImportedConversation, type ImportedMessage, importedMessage } from './types'

const message = z.looseObject({
  author: z.looseObject({ role: z.string() }),
  /** Seconds since the epoch, with a fraction. */
  create_time: z.unknown().optional(),
  content: z.looseObject({ content_type: z.string(), parts: z.array(z.unknown()).optional() }),
  /** `all`, or the tool that the assistant calls. */
  recipient: z.string().nullish(),
  metadata: z.looseObject({ is_visually_hidden_from_conversation: z.boolean().nullish() }).nullish(),
})
const node = z.looseObject({ message: z.unknown().optional(), parent: z.string().nullish() })
const conversation = z.looseObject({
  title: z.string().nullish(),
  create_time: z.unknown().optional(),
  mapping: z.record(z.string(), z.unknown()),
  current_node: z.string().nullish(),
  conversation_id: z.string().nullish(),
  id: z.string().nullish(),
})
type Message = z.infer<typeof message>

/** What is shown for a message that holds pictures and not a word. */
const IMAGE = '[image]'

/**
 * One element of the export, or null if there is nothing in it to import. Follows the parents of `current_node`, so of an
 * edited question or a regenerated answer only the branch counts that was read last. Tool and system messages, hidden ones
 * and the assistant's calls of tools are skipped; what cannot be understood is counted with a reason naming the `place`.
 */
export function readChatGpt(value: unknown, place: string, tally: Tally): ImportedConversation | null {
  const parsed = conversation.safeParse(value)
  const externalId = parsed.data?.conversation_id ?? parsed.data?.id
  if (!parsed.success || !externalId) {
    tally.fail(`${place}: ${parsed.success ? 'it has no id' : 'it is not a ChatGPT conversation'}`)
    return null
  }
  const messages: ImportedMessage[] = []
  const title = parsed.data.title?.trim() || null
  let at = timeOf(parsed.data.create_time)
  for (const { id, value } of branch(parsed.data)) {
    const read = message.safeParse(value)
    if (!read.success) {
      tally.fail(`${place}, message ${id}: it is not a ChatGPT message`)
      continue
    }
    const role = read.data.author.role
    const text = textOf(read.data)
    if ((role !== 'user' && role !== 'assistant') || text === null) {
      tally.skip()
      continue
    }
    at = timeOf(read.data.create_time) ?? at
    if (at === null) tally.fail(`${place}, message ${id}: it has no date`)
    else
      messages.push(
        importedMessage({
          externalId: externalIdOf(externalId, id),
          conv: externalId,
          role,
          author: role,
          text,
          at,
          conversationTitle: title,
        }),
      )
  }
  if (messages.length === 0) return null
  tally.read(messages.length)
  return { externalId, title, messages }
}

/** The messages from the first to the current one. */
function branch({ mapping, current_node }: z.infer<typeof conversation>): { id: string; value: unknown }[] {
  const nodes = new Map<string, z.infer<typeof node>>()
  for (const [id, value] of Object.entries(mapping)) {
    const parsed = node.safeParse(value)
    if (parsed.success) nodes.set(id, parsed.data)
  }
  const chain: { id: string; value: unknown }[] = []
  const seen = new Set<string>()
  let at = current_node && nodes.has(current_node) ? current_node : lastLeaf(nodes)
  while (at && !seen.has(at)) {
    seen.add(at)
    const here = nodes.get(at)
    if (here?.message) chain.push({ id: at, value: here.message })
    at = here?.parent ?? null
  }
  return chain.reverse()
}

/** Without a current node: the end of the branch that was written last, as far as the file tells. */
function lastLeaf(nodes: ReadonlyMap<string, z.infer<typeof node>>): string | null {
  const parents = new Set([...nodes.values()].map((n) => n.parent))
  return [...nodes.keys()].filter((id) => !parents.has(id)).at(-1) ?? null
}

/** Null for what was not said in the conversation: tool calls, hidden instructions, thoughts, nothing. */
function textOf({ content, recipient, metadata }: Message): string | null {
  if (metadata?.is_visually_hidden_from_conversation || (recipient ?? 'all') !== 'all') return null
  if (content.content_type !== 'text' && content.content_type !== 'multimodal_text') return null
  const parts = content.parts ?? []
  const text = parts.flatMap(partText).join('\n').trim()
  if (text !== '') return text
  return parts.some((part) => typeof part === 'object' && part !== null) ? IMAGE : null
}

const spoken = z.looseObject({ content_type: z.literal('audio_transcription'), text: z.string() })

function partText(part: unknown): string[] {
  if (typeof part === 'string') return part.trim() === '' ? [] : [part]
  const transcript = spoken.safeParse(part)
  return transcript.success ? [transcript.data.text] : []
}
