import { CatchmentError } from '@shared/contract/errors'
import type { ImportPreview, ImportSummary } from '@shared/contract/transfer'
import type { SegmentId } from '@shared/ids'
import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import type { EventBus } from '../runtime/bus'
import type { Store } from '../store/protocol'
import type { NewMessage } from '../store/types'
import { conversationTitle } from './conversation-title'
import { typedHere } from './exported-id'
import { toNewMessage } from './new-message'
import { previewImport } from './preview'
import { type ImportFormat, readImport } from './read-import'
import { splitIntoSegments } from './split'
import type { ImportedConversation, ImportedMessage } from './types'

export interface ImportPorts {
  /** Before anything is stored: the store is backed up. */
  before?(): Promise<void>
  store: Store
  bus: EventBus
  embedder(): Embedder
  settings(): { segmentTimeoutMinutes: number }
  /** Counts the words of new messages; answers what the store's table is to add. */
  countTerms(texts: readonly string[]): [string, number][]
  /** Closes an imported segment: title, synopsis, buckets, downstream work. */
  collapse(segment: SegmentId): Promise<void>
  drain(): Promise<void>
}

export interface ImportOptions {
  format: ImportFormat | 'auto'
  signal: AbortSignal
  /** Bytes read of the file so far, 0 to 1, and a sentence. */
  report(progress: number | null, detail: string): void
}

const MINUTE = 60_000

/**
 * Imports an export with its original times: every conversation becomes segments, each is filed and summarised, and the
 * downstream work is drained. Reading the same file again adds nothing (messages are known by conversation and id).
 * A file that breaks half-way keeps what was read before; the error says so.
 */
export class ImportService {
  constructor(private readonly ports: ImportPorts) {}

  async run(file: string, options: ImportOptions): Promise<ImportSummary> {
    const summary = emptySummary()
    await this.ports.before?.()
    const reader = await readImport(file, { format: options.format, signal: options.signal })
    const note = (): void => {
      const { failed, skipped, reasons, leftOut } = reader.counts()
      summary.failed = failed
      summary.skipped = skipped + known
      summary.reasons = reasons
      summary.leftOut = known === 0 ? leftOut : [...leftOut, { what: 'messages that are here already', count: known }]
      summary.programs = reader.programs()
    }
    const conversations = new Set<string>()
    let known = 0
    try {
      for await (const conversation of reader.conversations) {
        const fresh = await this.unknown(conversation.messages)
        known += conversation.messages.length - fresh.length
        summary.read += conversation.messages.length
        summary.conversations = conversations.add(conversation.externalId).size
        for (const stretch of splitIntoSegments(fresh, this.ports.settings().segmentTimeoutMinutes * MINUTE)) {
          if (options.signal.aborted)
            throw new CatchmentError(
              'cancelled',
              'The import was cancelled. What was read so far is kept; importing again goes on from there.',
            )
          await this.storeStretch(conversation, stretch, reader.format() !== 'jsonl', options.signal)
          summary.new += stretch.length
          options.report(reader.progress(), `${summary.new} messages imported`)
        }
      }
    } catch (error) {
      note()
      await this.ports.drain()
      if (summary.new === 0) throw error
      // The window shows what was kept.
      this.ports.bus.tell({ type: 'import.finished', summary })
      if (!(error instanceof CatchmentError) || error.code !== 'import_broken') throw error
      const kept = summary.new === 1 ? '1 message before that is kept' : `${summary.new} messages before that are kept`
      throw new CatchmentError(error.code, `${error.message} ${kept}.`, { cause: error })
    } finally {
      await reader.close()
    }
    await this.ports.drain()
    note()
    this.ports.bus.tell({ type: 'import.finished', summary })
    return summary
  }

  /** What `file` holds, without storing anything. @throws CatchmentError like `run` */
  preview(file: string, options: ImportOptions): Promise<ImportPreview> {
    const known = async (ids: readonly string[]): Promise<number> =>
      new Set(await this.ports.store.messages.knownExternalIds([...ids], typedHere(ids))).size
    return previewImport(file, { ...options, known })
  }

  private async unknown(messages: readonly ImportedMessage[]): Promise<ImportedMessage[]> {
    const known = new Set<string>()
    for (let at = 0; at < messages.length; at += 1000) {
      const ids = messages.slice(at, at + 1000).map((m) => m.externalId)
      for (const id of await this.ports.store.messages.knownExternalIds(ids, typedHere(ids))) known.add(id)
    }
    return messages.filter((m) => !known.has(m.externalId))
  }

  private async storeStretch(
    conversation: Omit<ImportedConversation, 'messages'>,
    stretch: readonly ImportedMessage[],
    isKeptApart: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, countTerms, collapse } = this.ports
    const [first] = stretch
    const title = conversationTitle(first?.conversationTitle ?? conversation.title)
    const messages = stretch.map(toNewMessage)
    const vectors = await this.vectorsOf(messages, signal)
    const terms = countTerms(messages.map((m) => m.text))
    const { segmentId } = await store.turns.importSegment({
      conv: conversation.externalId,
      conversationTitle: title,
      // Programs keep conversations apart and name them; rows may hold a whole life under one name.
      oneTalk: isKeptApart || title !== null,
      collection: conversationTitle(first?.collection?.named ? first.collection.name : null),
      messages,
      vectors,
      terms,
    })
    // Nothing can be filed without vectors: the segment waits for the embedding model, as upkeep finds it.
    if (vectors) await collapse(segmentId)
  }

  /** Null without an embedding model: the segments wait for it and are filed then. */
  private async vectorsOf(messages: readonly NewMessage[], signal: AbortSignal) {
    const embedder = this.ports.embedder()
    try {
      const vectors = await embedder.embed(
        messages.map((m) => m.text),
        { kind: 'passage', priority: 'backlog', signal },
      )
      return {
        modelId: embedder.modelId,
        vectors: messages.flatMap((m, i) => {
          const vector = vectors[i]
          return vector ? [{ id: m.id, vector }] : []
        }),
      }
    } catch (error) {
      if (isWithoutModel(error)) return null
      throw error
    }
  }
}

const emptySummary = (): ImportSummary => ({
  read: 0,
  new: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  conversations: 0,
  reasons: [],
  leftOut: [],
  programs: [],
})
