/** Reads an export, whatever its format, conversation by conversation. Storing is somebody else's work. */
import { CatchmentError } from '@shared/contract/errors'
import { readChatGpt } from './chatgpt'
import { readClaude } from './claude'
import { ConversationBuffer } from './conversation-buffer'
import { checkFormat, formatOf, HEAD_BYTES, type ImportFormat } from './detect-format'
import { type FileBytes, openBytes } from './file-bytes'
import { arrayElements } from './json-array'
import { readRow } from './jsonl-row'
import { linesOf } from './lines'
import { type ImportCounts, Tally } from './tally'
import type { ImportedConversation } from './types'

export type { ImportFormat } from './detect-format'

export interface ImportReader {
  format: ImportFormat
  /**
   * The conversations in file order, each message once. Memory is bounded by the largest single conversation (ChatGPT,
   * Claude) or by some 10,000 messages (JSONL, see `ConversationBuffer`). Throws `import_broken` where the file breaks, after
   * everything before was yielded, and `cancelled`. To be read once.
   */
  conversations: AsyncIterable<ImportedConversation>
  /** What was met so far; final once `conversations` has ended or thrown. */
  counts(): ImportCounts
  /** Share of the file that was read, 0 to 1. */
  progress(): number
}

export interface ReadOptions {
  format: ImportFormat | 'auto'
  signal: AbortSignal
}

/**
 * Opens `file` for import. Throws `not_found`, or `import_broken` with a sentence for a person: an empty file, a zip archive,
 * something that is neither of the known formats. Single rows that cannot be understood are counted, never thrown.
 */
export async function readImport(file: string, options: ReadOptions): Promise<ImportReader> {
  const bytes = await openBytes(file, HEAD_BYTES)
  const format = options.format === 'auto' ? formatOf(bytes) : options.format
  checkFormat(bytes, format)
  const tally = new Tally()
  return {
    format,
    conversations:
      format === 'jsonl' ? fromRows(bytes, options.signal, tally) : fromArray(format, bytes, options.signal, tally),
    counts: () => tally.now(),
    progress: () => Math.min(1, bytes.done() / bytes.size),
  }
}

async function* fromArray(
  format: 'chatgpt' | 'claude',
  bytes: FileBytes,
  signal: AbortSignal,
  tally: Tally,
): AsyncGenerator<ImportedConversation> {
  const read = format === 'chatgpt' ? readChatGpt : readClaude
  let number = 0
  for await (const element of arrayElements(bytes.chunks(signal))) {
    number += 1
    const conversation = read(element, `Conversation ${number}`, tally)
    if (conversation) yield conversation
  }
  refuseForeign(tally, number)
}

async function* fromRows(bytes: FileBytes, signal: AbortSignal, tally: Tally): AsyncGenerator<ImportedConversation> {
  const buffer = new ConversationBuffer()
  let lines = 0
  for await (const { number, text } of linesOf(bytes.chunks(signal))) {
    lines += 1
    const row = text === null ? { kind: 'broken' as const, reason: 'it is too long' } : readRow(text)
    if (row.kind === 'broken') tally.fail(`Line ${number}: ${row.reason}`)
    else if (row.kind === 'other' || !buffer.add(row.message)) tally.skip()
    else {
      tally.read(1)
      yield* buffer.overflow()
    }
  }
  yield* buffer.rest()
  refuseForeign(tally, lines)
}

/** A file of which not one part could be understood is not what it was taken for. */
function refuseForeign(tally: Tally, parts: number): void {
  const { read, failed, reasons } = tally.now()
  if (read > 0 || parts === 0 || failed < parts) return
  throw new CatchmentError('import_broken', `Nothing in this file can be imported. ${reasons[0] ?? ''}.`)
}
