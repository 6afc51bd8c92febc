/** Programs that write one message a line. */

import { linesOf } from '../source/lines'
import type { ImportedConversation } from '../types'
import { archivedRow } from './catchment'
import { ConversationBuffer } from './conversation-buffer'
import type { FileContext } from './index'
import { janRow } from './jan'
import { type Row, readRow } from './jsonl-row'
import type { OldSummary } from './old-summary'
import { SillyTavernRows } from './silly-tavern'

/** Programs that write one message a line. */
export type RowFormat = 'jsonl' | 'jan' | 'sillytavern' | 'catchment'
const ROW_FORMATS: readonly string[] = ['jsonl', 'jan', 'sillytavern', 'catchment'] satisfies RowFormat[]
export const isRowFormat = (format: string): format is RowFormat => ROW_FORMATS.includes(format)

/** Reads one line; never throws. */
export type RowReader = (line: string, number: number) => Row

export function rowReaderOf(format: RowFormat, context: FileContext): RowReader {
  if (format === 'catchment') return (line) => archivedRow(line, context)
  if (format === 'jan') return (line) => janRow(line, context)
  if (format === 'sillytavern') {
    const chat = new SillyTavernRows(context)
    return (line, number) => chat.read(line, number)
  }
  return readRow
}

/**
 * The conversations of a file of rows, each message once; memory is bounded (see `ConversationBuffer`). Summaries are handed
 * to `keep`: what they sum up may come later in the file.
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  read: RowReader,
  context: FileContext,
  keep: (summary: OldSummary) => void,
): AsyncGenerator<ImportedConversation, number> {
  const { tally, prefix } = context
  const buffer = new ConversationBuffer()
  let lines = 0
  for await (const { number, text: line } of linesOf(chunks)) {
    lines += 1
    const row: Row = line === null ? { kind: 'broken', reason: 'it is too long' } : read(line, number)
    if (row.kind === 'broken')
      tally.fail(`${prefix}${prefix === '' ? 'Line' : 'line'} ${number}: ${row.reason}`, row.foreign ?? false)
    else if (row.kind === 'other') tally.skip(`rows of type “${row.type.slice(0, 40)}”`)
    else if (row.kind === 'summary') keep(row.summary)
    else if (row.kind === 'branch') {
      tally.beside(1)
      buffer.addOther(row.message)
    } else if (!buffer.add(row.message)) tally.skip('messages that are in the file twice')
    else {
      tally.read(1)
      for (const other of row.others ?? []) buffer.addOther(other)
      tally.beside(row.others?.length ?? 0)
      yield* buffer.overflow()
    }
  }
  yield* buffer.rest()
  return lines
}
