/** Rows of Jan's `messages.jsonl` (one file a thread, `thread.json` beside it): messages in the form of OpenAI's threads. */
import { timeOf } from '../times'
import { externalIdOf, importedMessage } from '../types'
import { paragraphs } from './attachments'
import { fieldsIn, fieldsOf, nameOf, parsedFields, wordsOf } from './fields'
import type { FileContext } from './index'
import type { Row } from './jsonl-row'

const BROKEN = (reason: string): Row => ({ kind: 'broken', reason, foreign: true })

export function janRow(line: string, { name, collections }: FileContext): Row {
  const row = parsedFields(line)
  if (row === null) return BROKEN('it is not a JSON object')
  if (row.role !== 'user' && row.role !== 'assistant') return { kind: 'other', type: nameOf(row.role) ?? 'other' }
  const id = nameOf(row.id)
  const conv = nameOf(row.thread_id) ?? name.split('/').at(-2) ?? null
  if (id === null || conv === null) return BROKEN('it has no “id” or no “thread_id”')
  const text = textOf(row.content)
  if (text === '') return { kind: 'other', type: 'message without words' }
  const at = timeOf(row.created_at)
  if (at === null) return BROKEN('its “created_at” is not a time')
  const metadata = fieldsOf(row.metadata)
  return {
    kind: 'message',
    message: importedMessage({
      externalId: externalIdOf(conv, id),
      conv,
      role: row.role,
      author: row.role,
      text,
      at,
      conversationTitle: collections.get(conv) ?? null,
      model:
        row.role === 'assistant' ? (wordsOf(metadata?.model) ?? wordsOf(fieldsOf(metadata?.assistant)?.model)) : null,
      status: row.status === 'stopped' ? 'stopped' : 'complete',
    }),
  }
}

function textOf(content: unknown): string {
  const plain = wordsOf(content)
  if (plain !== null) return plain.trim()
  return paragraphs(
    fieldsIn(content).map((block) => {
      if (block.type === 'image_url') return '[image]'
      return wordsOf(block.text) ?? wordsOf(fieldsOf(block.text)?.value) ?? ''
    }),
  )
}
