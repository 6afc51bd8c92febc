import type { FiledCard, Remembered } from '@shared/contract/conversation'
import type { MessageView } from '@shared/domain'
import type { MessageId, TurnId } from '@shared/ids'

/** A turn that is under way, or that failed and waits for the person to see it. */
export interface LiveTurn {
  turnId: TurnId
  /** Null if the window was opened in the middle of the turn and missed its beginning. */
  userMessageId: MessageId | null
  modelId: string | null
  phase: 'waiting' | 'writing' | 'failed'
  /** Why it failed, for a person. */
  failure: string | null
  /** The reply in whose place it is written, with what followed: not shown meanwhile. */
  replaces?: MessageId
  /** The tool that is being used, or was last; null once text follows. */
  tool: ToolNow | null
}

export interface ToolNow {
  tool: string
  query: string | null
  state: 'running' | 'done' | 'failed'
}

/** What the newest turn came to, for those who are told and do not see it. A failure has its own alert. */
export type Ending =
  | { kind: 'reply'; status: MessageView['status']; text: string }
  /** No model: it was filed, nobody wrote anything. */
  | { kind: 'filed'; card: FiledCard }

type Listener = () => void

const FRAME_MS = 16
/** A long text takes long to lay out: it is drawn as much less often, so that the window has its turn in between. */
const MS_A_CHARACTER = 0.001
/** More than any model writes in that time. */
const MOST_A_FRAME = 4_000

/**
 * Replies while they are written. Outside of React and of the query cache, because a delta must re-render the one row
 * that streams and nothing else: `list` changes when a turn starts, ends or fails, `text` with every frame.
 */
export class LiveTurns {
  #turns: readonly LiveTurn[] = []
  #texts = new Map<TurnId, string>()
  /** How much of it is shown, in UTF-16 units. */
  #drawn = new Map<TurnId, number>()
  #cards: ReadonlyMap<MessageId, FiledCard> = new Map()
  #remembered: ReadonlyMap<MessageId, readonly Remembered[]> = new Map()
  #replies = new Map<MessageId, TurnId>()
  #ending: Ending | null = null
  #lastFinished: { turnId: TurnId; userMessageId: MessageId } | null = null
  #listeners = new Set<Listener>()
  #textListeners = new Set<Listener>()
  #scheduled = false

  /** `nextFrame` spaces out the updates of streaming text, by so many milliseconds at least; tests run them at once. */
  constructor(
    readonly nextFrame: (run: () => void, afterMs: number) => void = (run, afterMs) =>
      afterMs < FRAME_MS ? requestAnimationFrame(run) : setTimeout(run, afterMs),
  ) {}

  start(turnId: TurnId, userMessageId: MessageId, modelId: string | null, replaces: MessageId | null = null): void {
    const turn: LiveTurn = {
      ...{ turnId, userMessageId, modelId, phase: 'waiting', failure: null, tool: null },
      ...(replaces ? { replaces } : {}),
    }
    this.#turns = [
      // asking again takes the place of the failure that was shown for the same message
      ...this.#turns.filter((other) => other.turnId !== turnId && other.userMessageId !== userMessageId),
      turn,
    ]
    this.#texts.set(turnId, '')
    this.#lastFinished = null
    this.#ending = null
    this.#changed()
  }

  append(turnId: TurnId, text: string): void {
    const turn = this.#turns.find((other) => other.turnId === turnId)
    if (!turn) {
      this.#turns = [
        ...this.#turns,
        { turnId, userMessageId: null, modelId: null, phase: 'writing', failure: null, tool: null },
      ]
      this.#changed()
      return
    }
    // without its beginning half a reply would be shown as if it were whole
    if (turn.userMessageId === null) return
    this.#texts.set(turnId, (this.#texts.get(turnId) ?? '') + text)
    if (turn.phase === 'waiting' || turn.tool) this.#replace({ ...turn, phase: 'writing', tool: null })
    this.#draw((this.#drawn.get(turnId) ?? 0) * MS_A_CHARACTER)
  }

  /** Shows what came of any turn since the last frame, and of very much at once a part with each. */
  #draw(afterMs: number): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.nextFrame(() => {
      this.#scheduled = false
      let lags: number | null = null
      // Not only of the turn that asked for the frame: it may be over, and another one may have begun meanwhile.
      for (const [turnId, { length }] of this.#texts) {
        const drawn = Math.min(length, (this.#drawn.get(turnId) ?? 0) + MOST_A_FRAME)
        this.#drawn.set(turnId, drawn)
        if (drawn < length) lags = Math.max(lags ?? 0, drawn)
      }
      for (const listener of this.#textListeners) listener()
      if (lags !== null) this.#draw(lags * MS_A_CHARACTER)
    }, afterMs)
  }

  /** The model uses a tool, or has its answer; the row says so until text follows. */
  lookUp(turnId: TurnId, tool: ToolNow): void {
    const turn = this.#turns.find((other) => other.turnId === turnId)
    if (turn) this.#replace({ ...turn, tool })
  }

  /** The turn is over: its row makes way for the stored reply, or for the card of the mode without a model. */
  finish(
    turnId: TurnId,
    userMessageId: MessageId,
    reply: Pick<MessageView, 'id' | 'status' | 'text'> | null,
    card: FiledCard | null,
    remembered: readonly Remembered[] = [],
  ): void {
    this.#turns = this.#turns.filter((turn) => turn.turnId !== turnId)
    this.#texts.delete(turnId)
    this.#drawn.delete(turnId)
    if (reply) this.#replies.set(reply.id, turnId)
    this.#ending = reply
      ? { kind: 'reply', status: reply.status, text: reply.text }
      : card
        ? { kind: 'filed', card }
        : null
    if (card) this.#cards = new Map(this.#cards).set(userMessageId, card)
    if (reply && remembered.length > 0) this.#remembered = new Map(this.#remembered).set(reply.id, remembered)
    this.#lastFinished = { turnId, userMessageId }
    this.#changed()
  }

  /** What came of a failed turn is stored, and so finished, before the failure is told: the reason is shown all the same. */
  fail(turnId: TurnId, message: string): void {
    this.#ending = null
    const turn = this.#turns.find((other) => other.turnId === turnId)
    if (turn) this.#replace({ ...turn, phase: 'failed', failure: message })
    else if (this.#lastFinished?.turnId === turnId) {
      this.#turns = [
        ...this.#turns,
        { ...this.#lastFinished, modelId: null, phase: 'failed', failure: message, tool: null },
      ]
      this.#changed()
    }
  }

  /** Nothing of it belongs to the conversation that is open now. */
  forget(): void {
    this.#turns = []
    this.#texts.clear()
    this.#drawn.clear()
    this.#cards = new Map()
    this.#remembered = new Map()
    this.#ending = null
    this.#lastFinished = null
    this.#changed()
  }

  /** The key of a reply's row: that of the turn it was streamed in, so that the row does not blink when it is stored. */
  keyOf(replyId: MessageId): string {
    return this.#replies.get(replyId) ?? replyId
  }

  list = (): readonly LiveTurn[] => this.#turns
  ending = (): Ending | null => this.#ending
  cards = (): ReadonlyMap<MessageId, FiledCard> => this.#cards
  /** By the reply under which it stands. */
  remembered = (): ReadonlyMap<MessageId, readonly Remembered[]> => this.#remembered
  /** As far as it is to be shown now. */
  text = (turnId: TurnId): string => (this.#texts.get(turnId) ?? '').slice(0, this.#drawn.get(turnId) ?? 0)

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  subscribeText = (listener: Listener): (() => void) => {
    this.#textListeners.add(listener)
    return () => this.#textListeners.delete(listener)
  }

  #replace(turn: LiveTurn): void {
    this.#turns = this.#turns.map((other) => (other.turnId === turn.turnId ? turn : other))
    this.#changed()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
