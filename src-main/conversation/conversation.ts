import type { AttachedFile } from '@shared/attached-file'
import type { SendAnswer } from '@shared/contract/conversation'
import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, type MessageId, type SegmentId, type TurnId, turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { NewMessage, PendingReply } from '../store/types'
import { toMessageView, withBranches } from '../store/views'
import type { TurnPorts } from './ports'
import { emptyReply } from './reply'
import { type Ending, newMessageId, type OpenTurn, questionOf, runTurn, settleTurn, type TurnOutcome } from './turn'
import { askedAgainFor, editAct, filedAs, goesWith, isGoingOn } from './versions'

export interface SendInput {
  text: string
  /** What comes with it; the text names each. */
  files?: readonly AttachedFile[] | undefined
  /** The person writes into a bucket's own thread: their word. */
  bucketId?: BucketId | undefined
  recall?: boolean | undefined
  /** False: nothing of this message is to be learned, now or later. */
  learn?: boolean | undefined
}

interface EditInput {
  messageId: MessageId
  text: string
  /** False: nothing of this message is to be learned. */
  learn?: boolean | undefined
}

/** A turn that was acknowledged; `done` is what came of it. */
export type Sent = SendAnswer & { done: Promise<TurnOutcome> }

const MINUTE = 60_000
const withFiles = (files: readonly AttachedFile[]): Pick<NewMessage, 'brought'> =>
  files.length === 0 ? {} : { brought: { attachments: [...files] } }
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
  /** Lets go what gives way to the turn under way. */
  private letGo: () => void = () => undefined
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
   * @throws CatchmentError `conflict` while a reply is being written, `not_found` for a thread that does not exist or an attached
   *   file that is not there any more
   */
  send(input: SendInput): Promise<Sent> {
    return this.alone(async () => {
      const { store, bus, session, chat, thread } = this.ports
      const saidBucket = input.bucketId === undefined ? null : thread(input.bucketId).id
      const files = input.files ?? []
      await this.ports.keepFiles(files)
      const at = await this.moment()
      const { started } = await session.enter(at)
      const id = turnId.parse(uuidv7())
      const said = { ts: at, role: 'user', author: 'user', text: input.text, ...withFiles(files) } as const
      const message: NewMessage = { id: newMessageId(at), ...said }
      const { timeoutMs } = this
      const recall = input.recall ?? null
      const question = questionOf(this.ports, input.text, recall)
      const begun = await store.turns.begin({ message, turnId: id, modelId: chat()?.id ?? null, timeoutMs })
      session.talk.said(begun.message)
      if (input.learn === false) await this.ports.learnNothingFrom(begun.message.id)
      bus.tell({ type: 'message.added', message: toMessageView(begun.message) })
      const turn = { turnId: id, at, message: begun.message, segment: begun.segmentId, saidBucket }
      return this.start({ ...turn, recall, question, learn: input.learn ?? true }, started, begun.closed)
    })
  }

  /**
   * Asks again for the reply to what a reply answered. The new one takes the old one's place once it is there; that stands on
   * another branch then, with what followed it.
   */
  retry(replyOrMessage: MessageId): Promise<Sent> {
    return this.alone(async () => {
      const { store, session, chat } = this.ports
      const { message, reply } = await askedAgainFor(store, replyOrMessage)
      const at = await this.moment()
      const live = await isGoingOn(store, reply ?? message, at, this.timeoutMs)
      const started = live ? (await session.enter(at)).started : false
      const id = turnId.parse(uuidv7())
      const replyAt = live ? null : Date.parse(reply?.ts ?? message.ts) + (reply ? 0 : 1)
      const replaces = reply?.id ?? null
      await store.turns.openReply({
        turnId: id,
        userMessageId: message.id,
        modelId: chat()?.id ?? null,
        at,
        replaces,
        replyAt,
      })
      const running = await session.talk.running()
      const turn = { turnId: id, at, message, segment: message.segmentId, saidBucket: null, recall: null, learn: true }
      const version = { replaces, replyAt, placed: live ? null : filedAs(message) }
      const apart = !running?.since.some((m) => m.id === message.id)
      const sent = this.start({ ...turn, ...version, apart, versioned: true }, started, null)
      return this.afterwards(sent, { touched: [], restores: live && apart && running !== null })
    })
  }

  /**
   * Puts other words in the place of what the person said. The old ones stand on another branch, with what followed from them
   * (`followedBy`); the new ones are answered and filed like any message. What was said in an earlier talk is said there anew.
   * @throws CatchmentError `not_found`, `conflict` while a reply is being written
   */
  edit({ messageId: head, text, learn = true }: EditInput): Promise<Sent> {
    return this.alone(async () => {
      const { store, session, chat } = this.ports
      const [old] = await store.messages.byIds([head])
      if (old?.role !== 'user') throw new CatchmentError('not_found', 'There is no such message of yours.')
      const at = await this.moment()
      const following = await store.messages.byIds(await store.branches.leavingWith({ head, whole: true }))
      const whole = goesWith(following, chat() !== null)
      const live =
        (whole || following.length === 1) && (await isGoingOn(store, following.at(-1) ?? old, at, this.timeoutMs))
      const started = live ? (await session.enter(at)).started : false
      const ts = live ? at : Date.parse(old.ts)
      const replyAt = live ? null : ts + 1
      const id = turnId.parse(uuidv7())
      const leaving = whole ? following : [old]
      // What is attached stays attached.
      const kept = withFiles(old.files ?? [])
      const message: NewMessage = { id: newMessageId(ts), ts, role: 'user', author: old.author, text, ...kept }
      const running = await session.talk.running()
      const apart = !live || leaving.some((m) => m.seq <= (running?.session.afterSeq ?? 0))
      const { timeoutMs } = this
      const begun = await store.turns.edit({
        ...{ message, turnId: id, modelId: chat()?.id ?? null, replyAt, timeoutMs, inPlace: !live },
        version: {
          ...{ head, whole },
          act: editAct({
            at,
            buckets: leaving.flatMap((m) => m.bucketId ?? []),
            followers: leaving.length - 1,
            writes: await this.ports.endingWith(
              leaving.map((m) => m.id),
              at,
            ),
          }),
        },
      })
      session.talk.forget()
      const { segments: _, ...operation } = begun.operation
      await this.ports.follow(operation)
      if (!learn) await this.ports.learnNothingFrom(begun.message.id)
      const counts = await store.branches.countsAt([begun.message.id])
      const [view = toMessageView(begun.message)] = withBranches([toMessageView(begun.message)], counts)
      this.ports.bus.tell({ type: 'message.added', message: view })
      const said = { turnId: id, at, message: begun.message, segment: begun.segmentId, recall: null, learn }
      const sent = this.start(
        {
          ...said,
          ...{ replyAt, apart, placed: live ? null : filedAs(old), versioned: true },
          saidBucket: old.filedBy === 'person' ? old.bucketId : null,
        },
        started,
        begun.closed,
      )
      const touched = begun.operation.segments?.shown.map((s) => s.id) ?? []
      return { ...this.afterwards(sent, { touched, restores: live && apart }), message: view }
    })
  }

  /** Ends the reply; what came so far is kept, marked as stopped. @throws CatchmentError `not_found` */
  stop(id: TurnId): void {
    if (this.running?.turnId !== id) throw new CatchmentError('not_found', 'That reply is not being written any more.')
    this.running.abort.abort()
  }

  /**
   * After a crash: replies that were cut off are kept as far as they came, marked, and filed with their message. It comes between two
   * turns: one that was begun since the start is under way, and not cut off.
   */
  async recover(): Promise<void> {
    try {
      await this.between(() => this.settlePending())
    } catch (error) {
      // The next start does it.
      if (!this.closing) throw error
    }
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

  private async settleCutOff(pending: PendingReply): Promise<void> {
    const { turnId: id, userMessageId, modelId, text, raw, updatedAt, replyAt } = pending
    const [message] = await this.ports.store.messages.byIds([userMessageId])
    if (!message) return
    const at = Date.parse(message.ts)
    const [replaced] = pending.replaces ? await this.ports.store.messages.byIds([pending.replaces]) : []
    const version = { replaces: replaced?.id ?? null, replyAt, placed: replyAt === null ? null : filedAs(message) }
    const turn = {
      ...{ turnId: id, at, message, segment: message.segmentId, saidBucket: null, recall: null, learn: true },
      ...version,
    }
    const cut: Ending = { status: 'interrupted', modelId, notes: [], at: updatedAt }
    await settleTurn(this.ports, turn, { ...emptyReply(), text, raw }, cut)
  }

  /** One turn at a time; sends that come while a crash is being mended wait for that. */
  private async alone(begin: () => Promise<Sent>): Promise<Sent> {
    if (this.closing) throw new CatchmentError('unavailable', 'Catchment is closing.')
    if (this.busy) throw new CatchmentError('conflict', 'A reply is still being written. Stop it first, or wait.')
    this.busy = true
    this.letGo = this.ports.goFirst()
    const begun = this.recovery.catch(() => undefined).then(begin)
    this.last = begun.then((sent) => sent.done)
    // Whoever asked hears of a failure; nobody else has to.
    this.last.catch(() => undefined)
    try {
      return await begun
    } catch (error) {
      this.busy = false
      this.letGo()
      this.ports.session.talk.forget()
      throw error
    }
  }

  private start(turn: OpenTurn, sessionStarted: boolean, closed: SegmentId | null): Sent {
    const abort = new AbortController()
    this.running = { turnId: turn.turnId, abort }
    if (this.closing) abort.abort()
    const { letGo } = this
    const done = runTurn(this.ports, turn, abort.signal, letGo)
      .catch((error: unknown) => {
        this.fail(turn.turnId, error)
        throw error
      })
      .finally(() => {
        letGo()
        this.running = null
        this.busy = false
        if (closed) this.ports.closeSegment(closed).catch(this.ports.onFault)
      })
    // A caller that does not wait for the outcome has been told by `turn.failed`.
    done.catch(() => undefined)
    return { turnId: turn.turnId, message: toMessageView(turn.message), sessionStarted, done }
  }

  /**
   * What a new version asks for once its turn is over.
   * @param touched segments that hold something else than before
   * @param restores the session began with what is on another branch now
   */
  private afterwards(sent: Sent, { touched, restores }: { touched: SegmentId[]; restores: boolean }): Sent {
    const done = sent.done.finally(async () => {
      if (restores) await this.ports.session.restore(await this.moment())
      if (touched.length > 0) await this.ports.segmentsChanged(touched)
    })
    done.catch(() => undefined)
    return { ...sent, done }
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
