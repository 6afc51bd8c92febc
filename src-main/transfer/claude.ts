/** Conversations of a Claude export (conversations.json). */
import { z } from 'zod'
import type { Tally } from './tally'
import { timeOf } from './times'
import { externalIdOf, type ImportedConversation, type ImportedMessage, importedMessage } from './types'

const block = z.looseObject({ type: z.string(), text: z.string().optional() })
const message = z.looseObject({
  uuid: z.string(),
  sender: z.string(),
  text: z.string().nullish(),
  content: z.array(z.unknown()).nullish(),
  created_at: z.unknown().optional(),
  files: z.array(z.unknown()).nullish(),
})
const conversation = z.looseObject({
  uuid: z.string(),
  name: z.string().nullish(),
  created_at: z.unknown().optional(),
  chat_messages: z.array(z.unknown()),
})

const ROLES: ReadonlyMap<string, 'user' | 'assistant'> = new Map([
  ['human', 'user'],
  ['assistant', 'assistant'],
])
const IMAGE = '[image]'

/** One element of the export, or null if there is nothing in it to import. Counts like `readChatGpt`. */
export function readClaude(value: unknown, place: string, tally: Tally): ImportedConversation | null {
  const parsed = conversation.safeParse(value)
  if (!parsed.success) {
    tally.fail(`${place}: it is not a Claude conversation`)
    return null
  }
  const { uuid: conv, name, chat_messages } = parsed.data
  const title = name?.trim() || null
  const messages = new Map<string, ImportedMessage>()
  let at = timeOf(parsed.data.created_at)
  for (const [index, raw] of chat_messages.entries()) {
    const read = message.safeParse(raw)
    if (!read.success) {
      tally.fail(`${place}, message ${index + 1}: it is not a Claude message`)
      continue
    }
    const role = ROLES.get(read.data.sender)
    const text = textOf(read.data)
    const externalId = externalIdOf(conv, read.data.uuid)
    if (!role || text === null || messages.has(externalId)) {
      tally.skip()
      continue
    }
    at = timeOf(read.data.created_at) ?? at
    if (at === null) tally.fail(`${place}, message ${index + 1}: it has no date`)
    else
      messages.set(
        externalId,
        importedMessage({ externalId, conv, role, author: role, text, at, conversationTitle: title }),
      )
  }
  if (messages.size === 0) return null
  tally.read(messages.size)
  return { externalId: conv, title, messages: [...messages.values()] }
}

/** The text blocks; `text` of the message in exports that have no blocks. Null if nothing was said or shown. */
function textOf({ text, content, files }: z.infer<typeof message>): string | null {
  const blocks = (content ?? []).flatMap((value) => {
    const read = block.safeParse(value)
    return read.success && read.data.type === 'text' && read.data.text ? [read.data.text] : []
  })
  const said = (blocks.length > 0 ? blocks.join('\n') : (text ?? '')).trim()
  if (said !== '') return said
  return files && files.length > 0 ? IMAGE : null
}
