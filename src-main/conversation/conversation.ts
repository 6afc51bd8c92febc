import type { SendAnswer } from '@shared/contract/conversation'
import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, type MessageId, type SegmentId, type TurnId, turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { NewMessage, PendingReply } from '../store/types'
import { toMessageView } from '../store/views'
import type { TurnPorts } from './ports'
import { emptyReply } from './reply'
import { type Ending, newMessageId, type OpenTurn, runTurn, settleTurn, type TurnOutcome } from './turn'

export interface SendInput {
  text: string
  /** The person writes into a bucket's own thread: their word. */
  bucketId?: BucketId | undefined
  recall?: boolean | undefined
  /** False: nothing of this message is to be learned, now or later. */
  learn?: boolean | undefined
}

/** A turn that was acknowledged; `done` is what came of it. */
export type Sent = SendAnswer & { done: Promise<TurnOutcome> }

const MINUTE = 60_000
/** A clock that stands still or steps back a little (a simulated one, a corrected one) must not reorder the talk. */
const CLOCK_STEP_MS = 1_000

/**
 * The conversation: one turn at a time. The person's message is committed and acknowledged before any model is asked;
 * reply, filing and counts follow in one transaction (07-settled, Order of a turn).
 */
export class Conversation {
  /** From the first step of a turn to its last: a second one is refused. */
  private busy = false
  private closing = false
  private running: { turnId: TurnId; abort: AbortController } | null = null
  private last: Promise<unknown> = Promise.resolve()
  private recovery: Promise<void> = Promise.resolve()

  constructor(private readonly ports: TurnPorts) {}

  /** True while a reply is being written: the janitor waits. */
  get isBusy(): boolean {
    return this.busy
  }

  /**
   * Commits the message and starts the reply; answers as soon as the message is safe.
   * @throws CatchmentError `conflict` while a reply is being written, `not_found` for a thread that does not exist
   */
  send(input: SendInput): Promise<Sent> {
    return this.alone(async () => {
      const { store, bus, session, chat, thread } = this.ports
      const saidBucket = input.bucketId === undefined ? null : thread(input.bucketId).id
      const at = await this.moment()
      const { started } = await session.enter(at)
      const id = turnId.parse(uuidv7())
      const message: NewMessage = { id: newMessageId(at), ts: at, role: 'user', author: 'user', text: input.text }
      const { timeoutMs } = this
      const begun = await store.turns.begin({ message, turnId: id, modelId: chat()?.id ?? null, timeoutMs })
      session.talk.said(begun.message)
      if (input.learn === false) await this.ports.learnNothingFrom(begun.message.id)
      bus.tell({ type: 'message.added', message: toMessageView(begun.message) })
      const turn = { turnId: id, at, message: begun.message, segment: begun.segmentId, saidBucket }
      return this.start({ ...turn, recall: input.recall ?? null, learn: input.learn ?? true }, started, begun.closed)
    })
  }

  /** Asks again for the reply to what a reply answered; the old one stays, marked by the new one that follows it. */
  retry(replyOrMessage: MessageId): Promise<Sent> {
    return this.alone(async () => {
      const { store, session, chat } = this.ports
      const [named] = await store.messages.byIds([replyOrMessage])
      const [message] =
        named?.role === 'user' ? [named] : await store.messages.byIds(named?.replyTo ? [named.replyTo] : [])
      if (!message) throw new CatchmentError('not_found', 'There is nothing to answer again.')
      const at = await this.moment()
      const { started } = await session.enter(at)
      const id = turnId.parse(uuidv7())
      await store.turns.openReply({ turnId: id, userMessageId: message.id, modelId: chat()?.id ?? null, at })
      const turn = { turnId: id, at, message, segment: message.segmentId, saidBucket: null, recall: null, learn: true }
      return this.start(turn, started, null)
    })
  }

  /** Ends the reply; what came so far is kept, marked as stopped. @throws CatchmentError `not_found` */
  stop(id: TurnId): void {
    if (this.running?.turnId !== id) throw new CatchmentError('not_found', 'That reply is not being written any more.')
    this.running.abort.abort()
  }

  /** After a crash: replies that were cut off are kept as far as they came, marked, and filed with their message. */
  recover(): Promise<void> {
    this.recovery = this.settlePending()
    return this.recovery
  }

  /**
   * Runs `work` between two turns: it waits for the one under way, and a message that is sent meanwhile waits for it.
   * @param work is given its moment, milliseconds, behind every message that is there
   * @throws CatchmentError `unavailable` while the app closes
   */
  async between<T>(work: (at: number) => Promise<T>): Promise<T> {
    while (this.busy) await this.idle()
    if (this.closing) throw new CatchmentError('unavailable', 'Catchment is closing.')
    const done = this.recovery
      .catch(() => undefined)
      .then(async () => {
        try {
          return await work(await this.moment())
        } finally {
          // It wrote into the talk.
          this.ports.session.talk.forget()
        }
      })
    this.recovery = done.then(
      () => undefined,
      () => undefined,
    )
    this.last = done
    return done
  }

  /** Waits for the turn under way, if there is one. */
  async idle(): Promise<void> {
    await this.last.catch(() => undefined)
  }

  /** Stops what streams and waits until it is stored. */
  async close(): Promise<void> {
    this.closing = true
    this.running?.abort.abort()
    await this.idle()
  }

  /** One that cannot be settled stays where it is, is reported, and is tried again at the next start; the others go on. */
  private async settlePending(): Promise<void> {
    for (const pending of await this.ports.store.turns.pending())
      await this.settleCutOff(pending).catch((error: unknown) => {
        this.ports.session.talk.forget()
        this.ports.onFault(error)
      })
  }

  private async settleCutOff({
    turnId: id,
    userMessageId,
    modelId,
    text,
    raw,
    updatedAt,
  }: PendingReply): Promise<void> {
    const [message] = await this.ports.store.messages.byIds([userMessageId])
    if (!message) return
    const at = Date.parse(message.ts)
    const turn = { turnId: id, at, message, segment: message.segmentId, saidBucket: null, recall: null, learn: true }
    const cut: Ending = { status: 'interrupted', modelId, notes: [], at: updatedAt }
    await settleTurn(this.ports, turn, { ...emptyReply(), text, raw }, cut)
  }

  /** One turn at a time; sends that come while a crash is being mended wait for that. */
  private async alone(begin: () => Promise<Sent>): Promise<Sent> {
    if (this.closing) throw new CatchmentError('unavailable', 'Catchment is closing.')
    if (this.busy) throw new CatchmentError('conflict', 'A reply is still being written. Stop it first, or wait.')
    this.busy = true
    const begun = this.recovery.catch(() => undefined).then(begin)
    this.last = begun.then((sent) => sent.done)
    // Whoever asked hears of a failure; nobody else has to.
    this.last.catch(() => undefined)
    try {
      return await begun
    } catch (error) {
      this.busy = false
      this.ports.session.talk.forget()
      throw error
    }
  }

  private start(turn: OpenTurn, sessionStarted: boolean, closed: SegmentId | null): Sent {
    const abort = new AbortController()
    this.running = { turnId: turn.turnId, abort }
    if (this.closing) abort.abort()
    const done = runTurn(this.ports, turn, abort.signal)
      .catch((error: unknown) => {
        this.fail(turn.turnId, error)
        throw error
      })
      .finally(() => {
        this.running = null
        this.busy = false
        if (closed) this.ports.closeSegment(closed).catch(this.ports.onFault)
      })
    // A caller that does not wait for the outcome has been told by `turn.failed`.
    done.catch(() => undefined)
    return { turnId: turn.turnId, message: toMessageView(turn.message), sessionStarted, done }
  }

  private fail(id: TurnId, error: unknown): void {
    this.ports.session.talk.forget()
    const expected = error instanceof CatchmentError && error.code !== 'internal'
    if (!expected) this.ports.onFault(error)
    this.ports.bus.tell({
      type: 'turn.failed',
      turnId: id,
      code: expected ? error.code : 'internal',
      message: expected ? error.message : 'The reply could not be written. Your message is kept; try again.',
    })
  }

  /** Now, and behind the newest message if the clock stands or steps back a little. */
  private async moment(): Promise<number> {
    const now = this.ports.clock.now()
    const last = (await this.ports.session.talk.newestAt()) ?? Number.NEGATIVE_INFINITY
    return now <= last && last - now < CLOCK_STEP_MS ? last + 1 : now
  }

  private get timeoutMs(): number {
    return this.ports.settings().segmentTimeoutMinutes * MINUTE
  }
}
