/** One line of the neutral form: `{type?, conv, id, ts, author, text, session?}` (06-benchmarks; 00-product, JSONL import). */
import { timeOf } from './times'
import { externalIdOf, type ImportedMessage, importedMessage } from './types'

export type Row =
  | { kind: 'message'; message: ImportedMessage }
  /** A row of another type, such as a question. */
  | { kind: 'other' }
  | { kind: 'broken'; reason: string }

/** Reads one line; never throws. Author `assistant` is the assistant, any other author the person, whose name is kept. */
export function readRow(line: string): Row {
  const row = parse(line)
  if (row === null) return broken('it is not a JSON object')
  if (row.type !== undefined && row.type !== 'message') return { kind: 'other' }
  const [conv, id] = [nameOf(row.conv), nameOf(row.id)]
  if (conv === null) return broken('it has no “conv”')
  if (id === null) return broken('it has no “id”')
  const author = nameOf(row.author)
  if (author === null) return broken('it has no “author”')
  if (typeof row.text !== 'string' || row.text.trim() === '') return broken('it has no “text”')
  const at = timeOf(row.ts)
  if (at === null) return broken('its “ts” is not a time')
  const role = author === 'assistant' ? 'assistant' : 'user'
  const session = nameOf(row.session)
  return {
    kind: 'message',
    message: importedMessage({ externalId: externalIdOf(conv, id), conv, role, author, text: row.text, at, session }),
  }
}

function broken(reason: string): Row {
  return { kind: 'broken', reason }
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Ids and names may be numbers. */
function nameOf(value: unknown): string | null {
  const name = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null
}
