/** Tells the exports apart by their first bytes. */
import { CatchmentError } from '@shared/contract/errors'
import type { FileBytes } from './file-bytes'
import { openBytes } from './file-bytes'

export const IMPORT_FORMATS = ['chatgpt', 'claude', 'jsonl'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** The keys that tell the exports apart stand in the first conversation, within this many bytes. */
export const HEAD_BYTES = 1024 * 1024
const MAX_LINES = 20

/** What wrote `file`. Throws `not_found`, or `import_broken` with a sentence if it is nothing that can be imported. */
export async function detectFormat(file: string): Promise<ImportFormat> {
  return formatOf(await openBytes(file, HEAD_BYTES))
}

/** As `detectFormat`, for a file that is open already. */
export function formatOf({ head, complete }: FileBytes): ImportFormat {
  const text = textOf(head)
  if (text.startsWith('[')) return arrayFormat(text, complete)
  if (text.startsWith('{') || text.includes('\n{')) {
    const lines = text.split('\n')
    if (!complete && lines.length > 1) lines.pop()
    if (lines.slice(0, MAX_LINES).some((line) => isRow(line, complete || lines.length > 1))) return 'jsonl'
    throw notKnown('The file holds JSON, but neither conversations nor one message per line.')
  }
  throw notKnown('The file is not JSON.')
}

/** Throws `import_broken` if the file cannot be in `format`, which a person named. */
export function checkFormat({ head }: FileBytes, format: ImportFormat): void {
  const list = textOf(head).startsWith('[')
  if (format !== 'jsonl' && !list) throw notKnown('The file is not a list of conversations.')
}

function textOf(head: Buffer): string {
  if (head.subarray(0, 64).includes(0)) throw notKnown('The file is not text in UTF-8.')
  return head.toString('utf8').trimStart()
}

function arrayFormat(text: string, complete: boolean): ImportFormat {
  // Inside a JSON string these quotes would be escaped, so only keys are found.
  const keys = /"(mapping|chat_messages)"\s*:/.exec(text)
  if (keys) return keys[1] === 'mapping' ? 'chatgpt' : 'claude'
  if (complete && /^\[\s*\]\s*$/.test(text)) return 'chatgpt'
  throw notKnown('The file holds a list, but not one of conversations.')
}

/** A line of the neutral form. A line of which only the beginning is known is judged by that. */
function isRow(line: string, whole: boolean): boolean {
  if (!whole) return /^\{\s*"/.test(line) && /"(?:conv|type)"\s*:/.test(line)
  try {
    const row: unknown = JSON.parse(line)
    return typeof row === 'object' && row !== null && ('conv' in row || 'type' in row)
  } catch {
    return false
  }
}

function notKnown(what: string): CatchmentError {
  const known = 'It can be the conversations.json of ChatGPT or Claude, or one message per line as JSON.'
  return new CatchmentError('import_broken', `${what} ${known} Nothing was imported.`)
}
