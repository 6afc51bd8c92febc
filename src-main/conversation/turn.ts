import type { FiledCard, SendAnswer } from '@shared/contract/conversation'
import { CatchmentError } from '@shared/contract/errors'
import type { MessageStatus, RecalledNote } from '@shared/domain'
import { type BucketId, type MessageId, messageId, type SegmentId, type TurnId, turnId } from '@shared/ids'
import { lastBucket, type Tag } from '@shared/tags/tag'
import { v7 as uuidv7 } from 'uuid'
import type { EventBus } from '../app/bus'
import type { Clock } from '../app/clock'
import type { ChatMessage, ChatModel, Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import type { NewMessage, StoredMessage } from '../store/types'
import { toMessageView } from '../store/views'
import type { FiledTurn, FilingDoor } from './filing-door'
import { emptyReply, type ReplySoFar, readReply } from './reply'

/** What a turn needs of the rest of the product. */
export interface TurnPorts {
  store: Store
  clock: Clock
  bus: EventBus
  embedder(): Embedder
  chat(): ChatModel | null
  can(ability: 'tags' | 'tools'): boolean
  settings(): { segmentTimeoutMinutes: number; recallNotes: boolean }
  session: SessionDoor
  filing: FilingDoor
  recall(text: string, vector: Float32Array): Promise<RecalledNote[]>
  /** Related messages for the card of the no-model mode. */
  related(text: string, vector: Float32Array): Promise<FiledCard['related']>
  /** Carries out what a proved model wrote into its tags. */
  obey(tags: readonly Tag[], reply: MessageId): Promise<void>
  /** A segment whose time is over. */
  closeSegment(segment: SegmentId): Promise<void>
  onFault(error: unknown): void
}

/** The session's context: restored once, then only appended to. */
export interface SessionDoor {
  /** Restores the context if a session starts with this moment. Call before the message is saved. */
  enter(at: number): Promise<{ started: boolean }>
  /** The prompt for the newest turn, and what of it is to be kept verbatim. */
  prompt(input: {
    message: StoredMessage
    notes: readonly RecalledNote[]
    chat: ChatModel
  }): Promise<{ messages: ChatMessage[]; verbatim: string; maxTokens: number }>
}

export interface SendInput {
  text: string
  /** The person writes into a bucket's own thread: their word. */
  bucketId?: BucketId | undefined
  recall?: boolean | undefined
}

/** What a finished turn came to, for doors that wait for it. */
export interface TurnOutcome {
  userMessage: StoredMessage
  reply: StoredMessage | null
  card: FiledCard | null
  filed: FiledTurn
}

interface Running {
  turnId: TurnId
  abort: AbortController
  done: Promise<TurnOutcome>
}

const MINUTE = 60_000
/** A reply under way is saved this often, so that a crash keeps it as far as it came. */
const SAVE_PARTIAL_MS = 500

/**
 * One turn, from the person's message to the stored reply. The message is committed and acknowledged before any model is
 * asked; reply, filing and counts follow in one transaction (07-settled, Order of a turn).
 */
export class Conversation {
  private running: Running | null = null

  constructor(private readonly ports: TurnPorts) {}

  /** True while a reply is being written: the janitor waits. */
  get isBusy(): boolean {
    return this.running !== null
  }

  /** Commits the message and starts the reply; answers as soon as the message is safe. @throws CatchmentError `conflict` */
  async send(input: SendInput): Promise<SendAnswer & { done: Promise<TurnOutcome> }> {
    this.refuseIfBusy()
    const { store, clock, bus } = this.ports
    const at = clock.now()
    const session = await this.ports.session.enter(at)
    const id = turnId.parse(uuidv7())
    const message: NewMessage = { id: newId(at), ts: at, role: 'user', author: 'user', text: input.text }
    const committed = await store.turns.begin({
      message,
      turnId: id,
      modelId: this.ports.chat()?.id ?? null,
      timeoutMs: this.timeoutMs(),
    })
    bus.tell({ type: 'message.added', message: toMessageView(committed.message) })
    const done = this.start(id, committed.message, committed.segmentId, input, committed.closed)
    return { turnId: id, message: toMessageView(committed.message), sessionStarted: session.started, done }
  }

  /** Asks again for the reply to what a reply answered; the old one stays, marked by the new one that follows it. */
  async retry(replyOrMessage: MessageId): Promise<SendAnswer & { done: Promise<TurnOutcome> }> {
    this.refuseIfBusy()
    const { store, clock } = this.ports
    const [named] = await store.messages.byIds([replyOrMessage])
    const [message] =
      named?.role === 'user' ? [named] : await store.messages.byIds(named?.replyTo ? [named.replyTo] : [])
    if (!message) throw new CatchmentError('not_found', 'There is nothing to answer again.')
    const at = clock.now()
    const session = await this.ports.session.enter(at)
    const id = turnId.parse(uuidv7())
    await store.turns.openReply({ turnId: id, userMessageId: message.id, modelId: this.ports.chat()?.id ?? null, at })
    const done = this.start(id, message, message.segmentId, { text: message.text }, null)
    return { turnId: id, message: toMessageView(message), sessionStarted: session.started, done }
  }

  /** Ends the reply; what came so far is kept, marked as stopped. */
  stop(id: TurnId): void {
    if (this.running?.turnId !== id) throw new CatchmentError('not_found', 'That reply is not being written any more.')
    this.running.abort.abort()
  }

  /** After a crash: replies that were cut off are kept as far as they came, marked, and filed with their message. */
  async recover(): Promise<void> {
    for (const pending of await this.ports.store.turns.pending()) {
      const [message] = await this.ports.store.messages.byIds([pending.userMessageId])
      if (!message) continue
      const partial: ReplySoFar = { text: pending.text, raw: pending.raw, tags: [] }
      await this.settle(
        pending.turnId,
        message,
        message.segmentId,
        { text: message.text },
        partial,
        'interrupted',
        pending.modelId,
        [],
      )
    }
  }

  /** Waits for the reply under way, if there is one. */
  async idle(): Promise<void> {
    await this.running?.done.catch(() => undefined)
  }

  async close(): Promise<void> {
    this.running?.abort.abort()
    await this.idle()
  }

  private start(
    id: TurnId,
    message: StoredMessage,
    segment: SegmentId | null,
    input: SendInput,
    closed: SegmentId | null,
  ): Promise<TurnOutcome> {
    const abort = new AbortController()
    const done = this.run(id, message, segment, input, abort.signal)
      .catch((error: unknown) => {
        this.fail(id, error)
        throw error
      })
      .finally(() => {
        this.running = null
        if (closed) this.ports.closeSegment(closed).catch(this.ports.onFault)
      })
    // A door that does not wait for the outcome has been told by `turn.failed`.
    done.catch(() => undefined)
    this.running = { turnId: id, abort, done }
    return done
  }

  private async run(
    id: TurnId,
    message: StoredMessage,
    segment: SegmentId | null,
    input: SendInput,
    signal: AbortSignal,
  ): Promise<TurnOutcome> {
    const { bus, chat } = this.ports
    const model = chat()
    bus.tell({ type: 'turn.started', turnId: id, userMessageId: message.id, modelId: model?.id ?? null })
    if (!model) return this.settle(id, message, segment, input, null, 'complete', null, [])
    const reply = emptyReply()
    let notes: RecalledNote[] = []
    try {
      notes = await this.recallFor(message, input)
      const prompt = await this.ports.session.prompt({ message, notes, chat: model })
      await this.ports.store.messages.setVerbatim(message.id, prompt.verbatim)
      await this.stream(id, model, prompt, reply, signal)
    } catch (error) {
      // The message is filed and what came of the reply is kept before anybody hears of the failure.
      if (!signal.aborted) {
        await this.settle(id, message, segment, input, reply.text === '' ? null : reply, 'interrupted', model.id, notes)
        throw error
      }
    }
    return this.settle(id, message, segment, input, reply, signal.aborted ? 'stopped' : 'complete', model.id, notes)
  }

  /** Streams the reply with its tags taken out as they arrive; saves it now and then as far as it came. */
  private async stream(
    id: TurnId,
    model: ChatModel,
    prompt: { messages: ChatMessage[]; maxTokens: number },
    reply: ReplySoFar,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, bus, clock } = this.ports
    let savedAt = 0
    await readReply(
      model.stream({ messages: prompt.messages, maxTokens: prompt.maxTokens, signal }),
      reply,
      async (delta) => {
        if (delta !== '') bus.tell({ type: 'turn.delta', turnId: id, text: delta })
        if (performance.now() - savedAt < SAVE_PARTIAL_MS) return
        savedAt = performance.now()
        await store.turns.savePartial({ turnId: id, text: reply.text, raw: reply.raw, at: clock.now() })
      },
    )
  }

  /** Files the turn and commits everything that belongs to it in one transaction; then tells who wants to know. */
  private async settle(
    id: TurnId,
    message: StoredMessage,
    segment: SegmentId | null,
    input: SendInput,
    reply: ReplySoFar | null,
    status: MessageStatus,
    modelId: string | null,
    notes: RecalledNote[],
  ): Promise<TurnOutcome> {
    const { store, bus, filing, can } = this.ports
    const newReply =
      reply && (reply.text !== '' || status !== 'complete')
        ? this.replyMessage(message, reply, status, modelId, notes)
        : null
    const tagged = can('tags') && reply ? lastBucket(reply.tags) : null
    const plan = await filing.plan({ message, segment, reply: newReply, saidBucket: input.bucketId ?? null, tagged })
    const committed = await store.turns.finish({
      turnId: id,
      reply: newReply,
      filing: plan.commit,
      vectors: plan.vectors,
      terms: plan.terms,
      timeoutMs: this.timeoutMs(),
    })
    const filed = await plan.follow(committed.filing)
    const [userMessage] = await store.messages.byIds([message.id])
    const saved = userMessage ?? message
    const card = modelId === null && newReply === null ? await this.card(saved, filed) : null
    if (reply && newReply && can('tags')) await this.ports.obey(reply.tags, newReply.id)
    bus.tell({
      type: 'turn.finished',
      turnId: id,
      userMessage: toMessageView(saved),
      reply: committed.reply && toMessageView(committed.reply),
      card,
    })
    const others = committed.filing.messages.map((m) => m.id).filter((m) => m !== message.id && m !== newReply?.id)
    if (others.length > 0) bus.tell({ type: 'messages.changed', messageIds: others })
    bus.tell({ type: 'manifest.changed' })
    return { userMessage: saved, reply: committed.reply, card, filed }
  }

  private replyMessage(
    message: StoredMessage,
    reply: ReplySoFar,
    status: MessageStatus,
    modelId: string | null,
    notes: RecalledNote[],
  ): NewMessage {
    const at = Math.max(this.ports.clock.now(), new Date(message.ts).getTime() + 1)
    return {
      id: newId(at),
      ts: at,
      role: 'assistant',
      author: 'assistant',
      text: reply.text,
      status,
      replyTo: message.id,
      recalled: notes,
      verbatim: reply.raw,
      ...(modelId === null ? {} : { modelId }),
    }
  }

  private async card(message: StoredMessage, filed: FiledTurn): Promise<FiledCard | null> {
    if (!filed.bucket) return null
    const related = filed.vector ? await this.ports.related(message.text, filed.vector) : []
    return { bucketId: filed.bucket.id, bucketTitle: filed.bucket.title, isNewBucket: filed.isNewBucket, related }
  }

  private async recallFor(message: StoredMessage, input: SendInput): Promise<RecalledNote[]> {
    const { settings, can, embedder, recall } = this.ports
    if (!(input.recall ?? settings().recallNotes) || can('tools')) return []
    const [vector] = await embedder().embed([message.text], { kind: 'query', priority: 'turn' })
    return vector ? recall(message.text, vector) : []
  }

  private fail(id: TurnId, error: unknown): void {
    const expected = error instanceof CatchmentError && error.code !== 'internal'
    if (!expected) this.ports.onFault(error)
    this.ports.bus.tell({
      type: 'turn.failed',
      turnId: id,
      code: expected ? error.code : 'internal',
      message: expected ? error.message : 'The reply could not be written. Your message is kept; try again.',
    })
  }

  private refuseIfBusy(): void {
    if (this.running) throw new CatchmentError('conflict', 'A reply is still being written. Stop it first, or wait.')
  }

  private timeoutMs(): number {
    return this.ports.settings().segmentTimeoutMinutes * MINUTE
  }
}

const newId = (at: number): MessageId => messageId.parse(uuidv7({ msecs: at }))
