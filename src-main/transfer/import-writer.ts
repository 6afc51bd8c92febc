import { CatchmentError } from '@shared/contract/errors'
import type { Store } from '../store/protocol'
import type { StoredMessage } from '../store/types'
import { typedHere } from './exported-id'
import { ImportBatch, type PreparedBatch, type StoredStretch } from './import-batch'
import { toNewBranchMessage } from './new-message'
import { splitIntoSegments } from './split'
import type { ImportedConversation, ImportedMessage, OtherMessage } from './types'

export interface WriterPorts {
  store: Pick<Store, 'transfer' | 'messages' | 'imported' | 'branches' | 'search'>
  settings(): { segmentTimeoutMinutes: number }
  /** Counts the words of new messages, without holding up the thread; answers what the store's table is to add. */
  countTerms(texts: readonly string[]): Promise<[string, number][]>
  /** What was counted is not stored after all. */
  takeBackTerms(terms: readonly (readonly [string, number])[], texts: number): void
  /** Messages that are here stand on another branch now: they leave the conversation, and are kept beside it after that. */
  leave(messages: readonly StoredMessage[]): Promise<void>
  /** Puts other words into messages that are here; what follows from them follows. */
  rewrite(edits: readonly { message: StoredMessage; text: string }[]): Promise<void>
}

export interface WriterOptions {
  signal: AbortSignal
  /** So many messages were stored, in these segments. */
  stored(messages: number, segments: readonly StoredStretch[]): void
}

const MINUTE = 60_000
/** Messages that are looked up, and that are stored in one transaction. */
const BATCH_MESSAGES = 1_000
/** Messages whose words are added up together: until then a search looks through them one by one. */
const COUNTED_MESSAGES = 4_000

interface Waiting {
  conversation: ImportedConversation
  isKeptApart: boolean
}

/**
 * Takes conversations in by groups: what is here already is looked up for many at once, and while the store writes one batch
 * the next is read and its words are taken apart. At most two batches and a group are in memory.
 */
export class ImportWriter {
  /** Messages that were here before, and those of them that were edited since and say now what the file says. */
  known = 0
  updated = 0
  /** Messages on other branches that were not here before. */
  newBeside = 0
  /** Messages that were shown here and are not in a newer export. */
  left = 0
  private group: Waiting[] = []
  private grouped = 0
  /** Read and not stored yet: their ids are not in the store, and must not come twice. */
  private readonly held = new Set<string>()
  private ready: PreparedBatch | null = null
  private sending: Promise<void> = Promise.resolve()
  /** Messages that are stored, and whose words are not added up yet. */
  private uncounted = 0

  constructor(
    private readonly ports: WriterPorts,
    private readonly options: WriterOptions,
  ) {}

  /** @throws CatchmentError `cancelled` */
  async add(conversation: ImportedConversation, isKeptApart: boolean): Promise<void> {
    this.stopIfCancelled()
    // A message may come again further on in the file.
    if (conversation.messages.some((m) => this.held.has(m.externalId))) await this.flush()
    for (const { externalId } of conversation.messages) this.held.add(externalId)
    this.group.push({ conversation, isKeptApart })
    this.grouped += conversation.messages.length
    if (this.grouped >= BATCH_MESSAGES) await this.take()
  }

  /** Stores everything that waits. */
  async flush(): Promise<void> {
    await this.take()
    await this.send()
    await this.sending
    await this.countWords()
  }

  /** Waits for what is being stored, however that ends; what waits is dropped. */
  async end(): Promise<void> {
    await this.sending.catch(() => undefined)
    // Where it fails, as on a full disk, words are added up at the next search or start.
    await this.countWords().catch(() => undefined)
    this.ready?.drop()
    this.ready = null
  }

  private async take(): Promise<void> {
    const { group } = this
    this.group = []
    this.grouped = 0
    if (group.length === 0) return
    const all = group.flatMap((w) => w.conversation.messages)
    const known = await this.knownAmong(all)
    await this.note(all.filter((m) => known.has(m.externalId)))
    const older = await this.olderAmong(group)
    for (const id of older.beside) known.add(id)
    for (const id of known) this.held.delete(id)
    let batch = new ImportBatch(this.ports)
    for (const { conversation, isKeptApart } of group) {
      const fresh = conversation.messages.filter((m) => !known.has(m.externalId))
      for (const stretch of splitIntoSegments(fresh, this.ports.settings().segmentTimeoutMinutes * MINUTE)) {
        batch.add(conversation, stretch, isKeptApart)
        if (batch.size < BATCH_MESSAGES) continue
        await this.prepare(batch)
        batch = new ImportBatch(this.ports)
      }
    }
    await this.prepare(batch)
    await this.keepOthers(group, older.convs)
  }

  /**
   * Conversations that go further here than in the file: an export from before the newer one that was imported; and those in
   * which a person chose here what is shown. The file says
   * nothing of which branch is shown now; what it shows and is kept beside here stays there.
   */
  private async olderAmong(group: readonly Waiting[]): Promise<{ convs: Set<string>; beside: string[] }> {
    const convs = group.map((w) => w.conversation)
    const ids = convs.flatMap((c) => c.messages.map((m) => m.externalId))
    const older = new Set<string>()
    const beside: string[] = []
    for (let at = 0; at < ids.length; at += BATCH_MESSAGES) {
      const externalIds = ids.slice(at, at + BATCH_MESSAGES)
      const standing = await this.ports.store.branches.standing({
        convs: at === 0 ? convs.map((c) => c.externalId) : [],
        externalIds,
      })
      const ends = new Map(standing.ends)
      for (const conv of standing.chosen) older.add(conv)
      for (const { externalId, messages, others = [] } of at === 0 ? convs : []) {
        const end = [...messages, ...others].reduce((last, m) => Math.max(last, m.at), 0)
        if ((ends.get(externalId) ?? 0) > end) older.add(externalId)
      }
      beside.push(...standing.beside)
    }
    const convOf = new Map(convs.flatMap((c) => c.messages.map((m): [string, string] => [m.externalId, c.externalId])))
    return { convs: older, beside: beside.filter((id) => older.has(convOf.get(id) ?? '')) }
  }

  /** Other branches hang from messages that have to be stored before them. */
  private async keepOthers(group: readonly Waiting[], older: ReadonlySet<string>): Promise<void> {
    const others = group.flatMap((w) => w.conversation.others ?? [])
    const shown = group.flatMap((w) =>
      older.has(w.conversation.externalId) ? [] : w.conversation.messages.map((m) => m.externalId),
    )
    if (others.length === 0) return
    await this.send()
    await this.sending
    await this.leave(others.filter((m) => !older.has(m.conv)))
    for (let at = 0; at < others.length; at += BATCH_MESSAGES) {
      this.stopIfCancelled()
      const messages = others.slice(at, at + BATCH_MESSAGES).map(toNewBranchMessage)
      this.newBeside += await this.ports.store.branches.keep({ messages, shown: at === 0 ? shown : [] })
    }
  }

  /** What was shown here and stands on another branch in a newer export. */
  private async leave(others: readonly OtherMessage[]): Promise<void> {
    for (let at = 0; at < others.length; at += BATCH_MESSAGES) {
      const ids = others.slice(at, at + BATCH_MESSAGES).map((m) => m.externalId)
      const left = await this.ports.store.imported.byExternalIds(ids)
      if (left.length === 0) continue
      const places = new Map(others.map((m) => [m.externalId, m.place]))
      await this.ports.store.branches.move(
        left.map(({ id, externalId }) => ({ from: id, to: places.get(externalId ?? '') ?? '' })),
      )
      await this.ports.leave(left)
      this.left += left.length
    }
  }

  /** The batch before goes to the store while this one's words are read. */
  private async prepare(batch: ImportBatch): Promise<void> {
    if (batch.size === 0) return
    await this.send()
    this.ready = await batch.prepare()
  }

  private async send(): Promise<void> {
    await this.sending
    const { ready } = this
    if (!ready) return
    this.ready = null
    this.sending = this.store(ready)
    // It is awaited before anything else is sent, and at the end.
    this.sending.catch(() => undefined)
  }

  private async store(batch: PreparedBatch): Promise<void> {
    try {
      this.stopIfCancelled()
    } catch (error) {
      batch.drop()
      throw error
    }
    const segments = await batch.store()
    for (const id of batch.ids) this.held.delete(id)
    this.options.stored(batch.messages, segments)
    this.uncounted += batch.messages
    if (this.uncounted >= COUNTED_MESSAGES) await this.countWords()
  }

  private async countWords(): Promise<void> {
    while (this.uncounted > 0) {
      const more = await this.ports.store.search.countManyWords(COUNTED_MESSAGES)
      if (!more) this.uncounted = 0
    }
  }

  private async knownAmong(messages: readonly ImportedMessage[]): Promise<Set<string>> {
    const known = new Set<string>()
    for (let at = 0; at < messages.length; at += BATCH_MESSAGES) {
      const ids = messages.slice(at, at + BATCH_MESSAGES).map((m) => m.externalId)
      for (const id of await this.ports.store.messages.knownExternalIds(ids, typedHere(ids))) known.add(id)
    }
    return known
  }

  /** Counts what is here already; what of it was edited in the other program since says now what it says there. */
  private async note(known: readonly ImportedMessage[]): Promise<void> {
    this.known += known.length
    for (let at = 0; at < known.length; at += BATCH_MESSAGES) {
      const texts = new Map(known.slice(at, at + BATCH_MESSAGES).map((m) => [m.externalId, m.text]))
      const stored = await this.ports.store.imported.byExternalIds([...texts.keys()])
      const edits = stored.flatMap((message) => {
        const text = message.externalId === null ? undefined : texts.get(message.externalId)
        return text === undefined || text === message.text ? [] : [{ message, text }]
      })
      await this.ports.rewrite(edits)
      this.updated += edits.length
    }
  }

  private stopIfCancelled(): void {
    if (this.options.signal.aborted)
      throw new CatchmentError(
        'cancelled',
        'The import was cancelled. What was read so far is kept; importing again goes on from there.',
      )
  }
}
