/** One line of the neutral form: `{type?, conv, id, ts, author, text, session?, …}` (06-benchmarks; 00-product, JSONL import). */
import { timeOf } from '../times'
import {
  type Attachment,
  type Collection,
  externalIdOf,
  type ImportedMessage,
  importedMessage,
  type OtherMessage,
} from '../types'
import { kindOf } from './attachments'
import { type Fields, fieldsOf, listOf, nameOf, parsedFields, stringsOf, wordsOf } from './fields'
import { type OldSummary, summaryOf } from './old-summary'

export type Row =
  /** `others`: what stands on other branches at its place. */
  | { kind: 'message'; message: ImportedMessage; others?: OtherMessage[] }
  /** A message on another branch. */
  | { kind: 'branch'; message: OtherMessage }
  /** A summary of an older program, with the ids of what it sums up (seed 001, appendix C). */
  | { kind: 'summary'; summary: OldSummary }
  /** A row of another type, such as a question. */
  | { kind: 'other'; type: string }
  /** `foreign`: it is no row of this form at all. */
  | { kind: 'broken'; reason: string; foreign?: boolean }

/** Reads one line; never throws. Author `assistant` is the assistant, any other author the person, whose name is kept. */
export function readRow(line: string): Row {
  const row = parsedFields(line)
  if (row === null) return broken('it is not a JSON object', true)
  if (row.type === 'summary') return summaryRow(row)
  if (row.type !== undefined && row.type !== 'message' && row.type !== 'branch')
    return { kind: 'other', type: nameOf(row.type) ?? 'other' }
  const [conv, id] = [nameOf(row.conv), nameOf(row.id)]
  if (conv === null) return broken('it has no “conv”', row.id === undefined)
  if (id === null) return broken('it has no “id”')
  const author = nameOf(row.author)
  if (author === null) return broken('it has no “author”')
  if (typeof row.text !== 'string' || row.text.replaceAll('\0', '').trim() === '') return broken('it has no “text”')
  const at = timeOf(row.ts)
  if (at === null) return broken('its “ts” is not a time')
  const message = importedMessage({
    externalId: externalIdOf(conv, id),
    conv,
    role: author === 'assistant' ? 'assistant' : 'user',
    author,
    text: row.text,
    at,
    session: nameOf(row.session),
    conversationTitle: wordsOf(row.title),
    collection: collectionOf(row.collection),
    archived: row.archived === true,
    attachments: attachmentsOf(row.attachments),
    model: nameOf(row.model),
    tools: stringsOf(row.tools),
    thinking: wordsOf(row.thinking),
    status: row.status === 'stopped' || row.status === 'interrupted' ? row.status : 'complete',
  })
  if (row.type !== 'branch') return { kind: 'message', message }
  const of = nameOf(row.of)
  if (of === null) return broken('it does not say the branch “of” which message it is')
  return {
    kind: 'branch',
    message: {
      ...message,
      place: externalIdOf(conv, of),
      follows: row.follows === true,
      branch: externalIdOf(conv, nameOf(row.branch) ?? id),
      position: typeof row.position === 'number' && Number.isSafeInteger(row.position) ? Math.max(0, row.position) : 0,
    },
  }
}

function broken(reason: string, foreign = false): Row {
  return { kind: 'broken', reason, foreign }
}

function summaryRow(row: Fields): Row {
  const read = summaryOf(row)
  return typeof read === 'string' ? broken(read) : { kind: 'summary', summary: read }
}

/** Names, or what our own export writes: `{kind, name}`. */
export function attachmentsOf(value: unknown): Attachment[] {
  return listOf(value).flatMap((one): Attachment[] => {
    const name = wordsOf(one) ?? wordsOf(fieldsOf(one)?.name) ?? ''
    const kind = fieldsOf(one)?.kind
    if (kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'file') return [{ kind, name }]
    return name === '' ? [] : [{ kind: kindOf(name), name }]
  })
}

/** A name, or what our own export writes: `{kind, name}`. */
export function collectionOf(value: unknown): Collection | null {
  const plain = wordsOf(value)
  if (plain !== null) return { kind: 'folder', name: plain, named: true }
  const fields = fieldsOf(value)
  const name = wordsOf(fieldsOf(value)?.name)
  if (name === null) return null
  const kind = fields?.kind === 'custom-gpt' || fields?.kind === 'project' ? fields.kind : 'folder'
  return { kind, name, named: fields?.named !== false }
}
