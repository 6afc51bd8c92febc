import { CatchmentError } from '@shared/contract/errors'
import type { JobStage } from '@shared/contract/models'
import type { ImportPreview, ImportSummary } from '@shared/contract/transfer'
import type { SegmentId } from '@shared/ids'
import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import type { EventBus } from '../runtime/bus'
import type { Store } from '../store/protocol'
import { typedHere } from './exported-id'
import type { StoredStretch } from './import-batch'
import { ImportWriter, type WriterPorts } from './import-writer'
import { giveToSegments, keepSummaries } from './keep-summaries'
import { previewImport } from './preview'
import { type ImportFormat, type ImportReader, readImport } from './read-import'
import type { ImportedMessage } from './types'

export interface ImportPorts extends WriterPorts {
  /** Before anything is stored: the store is backed up. */
  before?(): Promise<void>
  store: Store
  bus: EventBus
  embedder(): Embedder
  /** Closes an imported segment: title, synopsis, buckets, downstream work. */
  collapse(segment: SegmentId): Promise<void>
  drain(): Promise<void>
  /** Nothing is to be remembered from what these speakers say: the person said who they are, and it is somebody else. */
  notThePerson(names: readonly string[]): Promise<void>
  /** How many imported messages wait to be filed: what this import stored, and what one before it left. */
  unfiled(): Promise<number>
  /** Files what an import before this one left unfiled, because it was interrupted; tells how many messages it has filed. */
  fileLeft(signal: AbortSignal, report: (messages: number) => void): Promise<unknown>
  /** What stands on other branches is read, to be found by its meaning too. */
  readBranches(signal: AbortSignal): Promise<unknown>
  /** All that could be filed is filed: the buckets it made get their first titles. */
  name(): Promise<void>
}

export interface ImportOptions {
  format: ImportFormat | 'auto'
  signal: AbortSignal
  /**
   * Names in the file that are the person: their words count as the person's own, and of what the others say nothing is
   * remembered. Left out: nobody was asked.
   */
  me?: readonly string[]
  /** How much of the work is done, 0 to 1, never less than before, a sentence, and what is done just now. */
  report(progress: number | null, detail: string, stage?: JobStage): void
}

/** The share of the work that reading and storing are: filing, which reads every message by its meaning, takes twenty times as long. */
const READING = 0.05

/** In these a whole life may stand under one name, of whatever it was about. */
const MIXED_FORMATS: readonly ReturnType<ImportReader['format']>[] = ['jsonl', 'catchment']

/**
 * Imports an export with its original times: every conversation becomes segments, each is filed and summarised, and the
 * downstream work is drained. Reading the same file again adds nothing (messages are known by conversation and id).
 * A file that breaks half-way keeps what was read before; the error says so.
 */
export class ImportService {
  /** What the last import took in before it broke off; null if that was nothing. */
  kept: ImportSummary | null = null

  constructor(private readonly ports: ImportPorts) {}

  async run(file: string, options: ImportOptions): Promise<ImportSummary> {
    const summary = emptySummary()
    this.kept = null
    await this.ports.before?.()
    const reader = await readImport(file, { format: options.format, signal: options.signal })
    const note = (): void => {
      const { beside, failed, skipped, reasons, leftOut } = reader.counts()
      const { known, updated, newBeside, left } = writer
      summary.beside = beside
      summary.newBeside = newBeside
      summary.failed = failed
      summary.skipped = skipped + known - updated
      summary.reasons = reasons
      summary.leftOut = [
        ...leftOut,
        ...(known - updated === 0 ? [] : [{ what: 'messages that are here already', count: known - updated }]),
      ]
      summary.updated = updated + left
      summary.programs = reader.programs()
      summary.speakers = [...speakers]
    }
    const conversations = new Set<string>()
    const speakers = new Set<string>()
    const others = new Set<string>()
    const segments: StoredStretch[] = []
    const writer = new ImportWriter(this.ports, {
      signal: options.signal,
      stored(messages, stretches) {
        segments.push(...stretches)
        summary.new += messages
        // What was read waits in part: the share is that of what is stored.
        const { read } = reader.counts()
        const stored = read === 0 ? 1 : Math.min(1, (summary.new + writer.known) / read)
        options.report(READING * reader.progress() * stored, `${grouped(summary.new)} messages imported`, 'reading')
      },
    })
    try {
      for await (const read of reader.conversations) {
        for (const { role, author } of read.messages) if (role === 'user') speakers.add(author)
        await this.noteOthers(speakers, options.me, others)
        const conversation = {
          ...read,
          messages: asMine(read.messages, options.me ?? []),
          others: asMine(read.others ?? [], options.me ?? []),
        }
        summary.read += conversation.messages.length
        summary.conversations = conversations.add(conversation.externalId).size
        await writer.add(conversation, !MIXED_FORMATS.includes(reader.format()))
      }
      await writer.flush()
      await giveToSegments(this.ports.store, reader.summaries())
      // All of it can be read now, and filing takes a while.
      if (summary.new > 0) this.ports.bus.tell({ type: 'store.refreshed' })
      await this.file(segments, options)
      if (options.signal.aborted) throw cancelled()
      await this.ports.readBranches(options.signal)
    } catch (error) {
      if (error instanceof CatchmentError && error.code === 'import_broken') {
        await writer.flush()
        await giveToSegments(this.ports.store, reader.summaries())
        await this.file(segments, options)
      }
      await writer.end()
      note()
      await this.ports.drain()
      if (summary.new === 0) throw error
      this.kept = summary
      // The window shows what was kept.
      this.ports.bus.tell({ type: 'import.finished', summary, whole: false })
      if (!(error instanceof CatchmentError) || error.code !== 'import_broken') throw error
      const kept = summary.new === 1 ? '1 message before that is kept' : `${summary.new} messages before that are kept`
      throw new CatchmentError(error.code, `${error.message} ${kept}.`, { cause: error })
    } finally {
      await reader.close()
    }
    await this.ports.drain()
    note()
    const { failures } = await keepSummaries(this.ports.store, reader.summaries(), Date.now())
    summary.failed += failures.length
    summary.reasons = [...summary.reasons, ...failures]
    this.ports.bus.tell({ type: 'import.finished', summary, whole: true })
    return summary
  }

  /** Before anything of theirs is stored: whatever breaks off later, nothing is learned from it. */
  private async noteOthers(
    speakers: ReadonlySet<string>,
    me: readonly string[] | undefined,
    noted: Set<string>,
  ): Promise<void> {
    if (me === undefined) return
    const fresh = [...speakers].filter((name) => !me.includes(name) && !noted.has(name))
    if (fresh.length === 0) return
    for (const name of fresh) noted.add(name)
    await this.ports.notThePerson(fresh)
  }

  /**
   * Files and closes what was stored, and then what an import before left: it can be read and found by its words already. What is
   * not reached, because the app ends or there is no embedding model, upkeep finds and files later: imported segments are due until
   * they are closed.
   */
  private async file(segments: readonly StoredStretch[], { signal, report }: ImportOptions): Promise<void> {
    const own = segments.reduce((sum, { messages }) => sum + messages, 0)
    const all = Math.max(own, await this.ports.unfiled())
    // Where nothing can be filed, trying each of them is spared.
    if (all === 0 || !(await this.canFile())) return
    const filed = (done: number): void =>
      report(
        READING + (1 - READING) * Math.min(1, done / all),
        `${grouped(done)} of ${grouped(all)} messages filed`,
        'filing',
      )
    let done = 0
    try {
      for (const { id, messages } of segments) {
        if (signal.aborted) throw cancelled()
        await this.ports.collapse(id)
        done += messages
        filed(done)
      }
    } finally {
      if (segments.length > 0) await this.ports.name()
    }
    await this.ports.fileLeft(signal, (more) => filed(own + more))
  }

  /** Nothing can be filed without vectors. */
  private async canFile(): Promise<boolean> {
    try {
      await this.ports.embedder().embed(['…'], { kind: 'passage', priority: 'backlog' })
      return true
    } catch (error) {
      if (isWithoutModel(error)) return false
      throw error
    }
  }

  /** What `file` holds, without storing anything. @throws CatchmentError like `run` */
  preview(file: string, options: ImportOptions): Promise<ImportPreview> {
    const known = async (ids: readonly string[]): Promise<number> =>
      new Set(await this.ports.store.messages.knownExternalIds([...ids], typedHere(ids))).size
    return previewImport(file, { ...options, known })
  }
}

const grouped = (count: number): string => count.toLocaleString('en-US')

const cancelled = (): CatchmentError =>
  new CatchmentError(
    'cancelled',
    'The import was cancelled. All messages are kept; what is not filed yet is filed later.',
  )

const emptySummary = (): ImportSummary => ({
  read: 0,
  beside: 0,
  newBeside: 0,
  new: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  conversations: 0,
  reasons: [],
  leftOut: [],
  programs: [],
  speakers: [],
})

const asMine = <M extends ImportedMessage>(messages: readonly M[], me: readonly string[]): M[] =>
  messages.map((message) =>
    message.role === 'user' && me.includes(message.author) ? { ...message, author: 'user' } : message,
  )
