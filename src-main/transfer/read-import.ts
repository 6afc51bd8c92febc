/** Reads an export, whatever program wrote it, conversation by conversation. Storing is somebody else's work. */

import { CatchmentError } from '@shared/contract/errors'
import type { ImportCounts } from '@shared/contract/transfer'
import { type FileKind, HEAD_BYTES, kindByName, kindOf, type Shape } from './detect'
import { type ImportFormat, PROGRAMS } from './formats'
import { namesBeside } from './names-beside'
import { ELEMENT_READERS, type FileContext } from './readers'
import { ArchivedPlaces, BRANCH_TABLE } from './readers/archived-places'
import { readGemini } from './readers/gemini'
import { readGeminiConversation } from './readers/gemini-conversation'
import { readMarkdown } from './readers/markdown'
import type { OldSummary } from './readers/old-summary'
import { isRowFormat, readRows, rowReaderOf } from './readers/rows'
import { jsonValues } from './source/json-array'
import { MOST_STRING_BYTES, withoutLongStrings } from './source/long-strings'
import { openSource } from './source/open-source'
import { readText, type TextFile } from './source/text'
import type { Source, SourceFile } from './source/types'
import { Tally } from './tally'
import type { ImportedConversation } from './types'

export type { ImportFormat } from './formats'

export interface ImportReader {
  /** Of the file that is read; null until one with conversations was found. */
  format(): ImportFormat | null
  /** Which programs wrote it, as a person calls them. */
  programs(): string[]
  /**
   * The conversations in file order, each message once. Memory is bounded by the largest single conversation, in which no text is longer than 8 MB, or by some
   * 10,000 messages where a file has one message a line (see `ConversationBuffer`). Throws `import_broken` where a file
   * breaks that is all there is, after everything before was yielded, and `cancelled`. To be read once.
   */
  conversations: AsyncIterable<ImportedConversation>
  /** What was met so far; final once `conversations` has ended or thrown. */
  counts(): ImportCounts
  /** Summaries of an older program, with the ids of what they sum up; complete once `conversations` has ended. */
  summaries(): readonly OldSummary[]
  /** Share that was read, 0 to 1. */
  progress(): number
  close(): Promise<void>
}

export interface ReadOptions {
  format: ImportFormat | 'auto'
  signal: AbortSignal
}

/**
 * Opens a file, a folder or a zip archive for import. Throws `not_found`, or `import_broken` with a sentence for a person if
 * nothing in it is known. Single rows and files that cannot be understood are counted, never thrown.
 */
export async function readImport(path: string, options: ReadOptions): Promise<ImportReader> {
  const source = await openSource(path)
  try {
    const reading = new Reading(source, options)
    if (source.kind === 'file') await reading.checkSingle()
    return {
      format: () => reading.format,
      programs: () => [...reading.programs],
      conversations: reading.conversations(),
      counts: () => reading.tally.now(),
      summaries: () => reading.summaries,
      progress: () => reading.progress(),
      close: () => source.close(),
    }
  } catch (error) {
    await source.close()
    throw error
  }
}

const MEGABYTE = 1024 * 1024
/** One file is one talk, and is read as a whole. */
const MOST_MARKDOWN_BYTES = 64 * MEGABYTE

class Reading {
  readonly tally = new Tally()
  readonly summaries: OldSummary[] = []
  readonly programs = new Set<string>()
  /** Of the file that is read. */
  format: ImportFormat | null = null
  private done = 0
  private lastAt: number | null = null
  private names: ReadonlyMap<string, string> = new Map()
  private places = new ArchivedPlaces()

  constructor(
    private readonly source: Source,
    private readonly options: ReadOptions,
  ) {}

  progress(): number {
    const total = this.source.files.reduce((sum, { size }) => sum + size, 0)
    return total === 0 ? 1 : Math.min(1, this.done / total)
  }

  /** A single file is refused at once if it is nothing that can be imported. */
  async checkSingle(): Promise<void> {
    const [file] = this.source.files
    if (!file) return
    const text = await readText(file, HEAD_BYTES)
    const kind = this.kindOf(file, text)
    if (kind.kind === 'unknown') throw notKnown(kind.sentence)
    if (kind.kind === 'aside') throw notKnown(`“${file.name}” holds ${kind.what}.`)
    this.take(kind.format)
  }

  async *conversations(): AsyncGenerator<ImportedConversation> {
    this.names = await namesBeside(this.source)
    this.places = await ArchivedPlaces.of(this.source)
    for (const reason of this.source.broken) this.tally.fail(reason)
    const alone = this.source.kind === 'file'
    let found = 0
    // What stands on other branches of an archive hangs from its messages.
    const later = this.source.files.filter(({ name }) => name === BRANCH_TABLE)
    for (const file of [...this.source.files.filter((one) => !later.includes(one)), ...later]) {
      const before = this.done
      try {
        for await (const conversation of this.fileConversations(file, alone)) {
          this.lastAt = conversation.messages.at(-1)?.at ?? this.lastAt
          if (this.format) this.programs.add(PROGRAMS[this.format])
          yield conversation
        }
        found += 1
      } catch (error) {
        if (alone || !(error instanceof CatchmentError) || error.code !== 'import_broken') throw error
        this.tally.fail(`“${file.name}”: ${error.message.replace(/\.$/, '')}`)
      }
      this.done = before + file.size
    }
    if (!alone && this.format === null) throw nothingFound(this.source, this.tally, found)
  }

  private async *fileConversations(file: SourceFile, alone: boolean): AsyncGenerator<ImportedConversation> {
    const byName = alone ? null : kindByName(file.name)
    if (byName?.kind === 'aside') return this.tally.leave(`${byName.what}`)
    const text = await readText(file, HEAD_BYTES)
    // An archive without branches has nothing in their table.
    if (text.head.trim() === '' && text.complete)
      return file.name === BRANCH_TABLE ? undefined : this.tally.leave('empty files')
    const kind = this.kindOf(file, text)
    if (kind.kind === 'aside') return this.tally.leave(`“${file.name}”: ${kind.what}`)
    if (kind.kind === 'unknown') return this.tally.leave(`“${file.name}”: nothing that is known here`)
    this.take(kind.format)
    const parts = yield* this.talks(text, kind.format, kind.shape, alone)
    if (file.isDamaged?.()) this.tally.fail(`“${file.name}” is damaged: what came of it may not be what was written`)
    const lost = text.unreadable()
    if (lost > 0)
      this.tally.fail(`“${file.name}”: ${lost} characters are damaged (not UTF-8) and stand as “\ufffd” in the text`)
    if (text.encoding !== 'utf-8')
      this.tally.leave(`“${file.name}” was converted from ${text.encoding.toUpperCase()}: nothing is lost`)
    if (alone) refuseForeign(this.tally, parts)
  }

  /** Yields the conversations of one file; returns of how many parts it consists. */
  private async *talks(
    text: TextFile,
    format: ImportFormat,
    shape: Shape,
    alone: boolean,
  ): AsyncGenerator<ImportedConversation, number> {
    const { file } = text
    const context: FileContext = {
      name: file.name,
      prefix: alone ? '' : `${file.name}, `,
      tally: this.tally,
      writtenAt: file.writtenAt,
      collections: this.names,
      places: this.places,
    }
    const chunks = this.counted(text)
    if (format === 'markdown') {
      if (file.size > MOST_MARKDOWN_BYTES) {
        this.tally.fail(
          `“${file.name}” is larger than ${MOST_MARKDOWN_BYTES / MEGABYTE} MB: no talk is that long`,
          true,
        )
        return 1
      }
      const conversation = readMarkdown(await wholeText(chunks), context)
      if (conversation) yield conversation
      return 1
    }
    if (isRowFormat(format))
      return yield* readRows(chunks, rowReaderOf(format, context), context, (summary) => this.summaries.push(summary))
    const cut = (): void =>
      this.tally.fail(
        `“${file.name}”: of a text of more than ${MOST_STRING_BYTES / MEGABYTE} MB only the beginning is kept`,
      )
    const elements = jsonValues(
      file.size > MOST_STRING_BYTES ? withoutLongStrings(chunks, cut) : chunks,
      shape.in === 'object' ? '$' : shape.in === 'member' ? `$.${shape.name}.*` : '$.*',
    )
    if (format === 'gemini' && shape.in === 'object') {
      for await (const element of elements) {
        const conversation = readGeminiConversation(element, context)
        if (conversation) yield conversation
      }
      return 1
    }
    if (format === 'gemini') return yield* readGemini(elements, context)
    const read = ELEMENT_READERS[format]
    let number = 0
    for await (const element of elements) {
      number += 1
      const place = `${context.prefix}${alone ? 'Conversation' : 'conversation'} ${number}`
      const nearbyAt = this.lastAt ?? file.writtenAt
      const conversation = read?.(element, { place, tally: this.tally, nearbyAt, collections: this.names })
      if (conversation) yield conversation
    }
    return number
  }

  private async *counted(text: TextFile): AsyncGenerator<Buffer> {
    const before = this.done
    let read = 0
    for await (const chunk of text.chunks()) {
      if (this.options.signal.aborted)
        throw new CatchmentError('cancelled', 'The import was cancelled. What was read before is kept.')
      read += chunk.length
      this.done = before + Math.min(text.file.size, read)
      yield chunk
    }
  }

  private kindOf(file: SourceFile, text: TextFile): FileKind {
    const found = kindOf(file.name, text.head, text.complete)
    const wanted = this.options.format
    if (wanted === 'auto' || (found.kind === 'talks' && found.format === wanted)) return found
    return { kind: 'talks', format: wanted, shape: shapeFor(wanted, text.head) }
  }

  private take(format: ImportFormat): void {
    this.format = format
  }
}

/** Where a person named the program, the file is read as theirs. Throws `import_broken` if it cannot be. */
function shapeFor(format: ImportFormat, head: string): Shape {
  if (format === 'markdown') return { in: 'text' }
  if (isRowFormat(format)) return { in: 'lines' }
  const text = head.trimStart()
  if (text.startsWith('[')) return { in: 'list' }
  if (text.startsWith('{')) return { in: 'object' }
  throw notKnown('The file is not a list of conversations.')
}

async function wholeText(chunks: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const chunk of chunks) pieces.push(chunk)
  return Buffer.concat(pieces).toString('utf8')
}

/** A file of which not one part could be understood is not what it was taken for. */
function refuseForeign(tally: Tally, parts: number): void {
  const { read, reasons } = tally.now()
  if (read > 0 || parts === 0 || tally.foreign < parts) return
  throw new CatchmentError('import_broken', `Nothing in this file can be imported. ${reasons[0] ?? ''}.`)
}

function nothingFound(source: Source, tally: Tally, files: number): CatchmentError {
  const { leftOut, reasons } = tally.now()
  const met = [...reasons, ...leftOut.map(({ what }) => what)].slice(0, 5).join('; ')
  return notKnown(
    `There are no conversations in “${source.name}” (${files} ${files === 1 ? 'file' : 'files'}${met === '' ? '' : `: ${met}`}).`,
  )
}

function notKnown(what: string): CatchmentError {
  const known =
    'It can be an export of ChatGPT, Claude, Gemini (Takeout, as JSON), LibreChat, Open WebUI, Jan, LM Studio or SillyTavern, Markdown with heads such as “**User:**”, or one message per line as JSON; as a file, a folder or a zip archive.'
  return new CatchmentError('import_broken', `${what} ${known} Nothing was imported.`)
}
