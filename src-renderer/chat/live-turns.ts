import type { FiledCard } from '@shared/contract/conversation'
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
}

type Listener = () => void

/**
 * Replies while they are written. Outside of React and of the query cache, because a delta must re-render the one row
 * that streams and nothing else: `list` changes when a turn starts, ends or fails, `text` with every frame.
 */
export class LiveTurns {
  #turns: readonly LiveTurn[] = []
  #texts = new Map<TurnId, string>()
  #cards: ReadonlyMap<MessageId, FiledCard> = new Map()
  #replies = new Map<MessageId, TurnId>()
  #lastFinished: { turnId: TurnId; userMessageId: MessageId } | null = null
  #listeners = new Set<Listener>()
  #textListeners = new Set<Listener>()
  #scheduled = false

  /** `nextFrame` spaces out the updates of streaming text; tests run them at once. */
  constructor(readonly nextFrame: (run: () => void) => void = (run) => requestAnimationFrame(run)) {}

  start(turnId: TurnId, userMessageId: MessageId, modelId: string | null): void {
    const turn: LiveTurn = { turnId, userMessageId, modelId, phase: 'waiting', failure: null }
    this.#turns = [
      // asking again takes the place of the failure that was shown for the same message
      ...this.#turns.filter((other) => other.turnId !== turnId && other.userMessageId !== userMessageId),
      turn,
    ]
    this.#texts.set(turnId, '')
    this.#lastFinished = null
    this.#changed()
  }

  append(turnId: TurnId, text: string): void {
    const turn = this.#turns.find((other) => other.turnId === turnId)
    if (!turn) {
      this.#turns = [...this.#turns, { turnId, userMessageId: null, modelId: null, phase: 'writing', failure: null }]
      this.#changed()
      return
    }
    // without its beginning half a reply would be shown as if it were whole
    if (turn.userMessageId === null) return
    this.#texts.set(turnId, (this.#texts.get(turnId) ?? '') + text)
    if (turn.phase === 'waiting') this.#replace({ ...turn, phase: 'writing' })
    if (this.#scheduled) return
    this.#scheduled = true
    this.nextFrame(() => {
      this.#scheduled = false
      for (const listener of this.#textListeners) listener()
    })
  }

  /** The turn is over: its row makes way for the stored reply, or for the card of the mode without a model. */
  finish(turnId: TurnId, userMessageId: MessageId, replyId: MessageId | null, card: FiledCard | null): void {
    this.#turns = this.#turns.filter((turn) => turn.turnId !== turnId)
    this.#texts.delete(turnId)
    if (replyId) this.#replies.set(replyId, turnId)
    if (card) this.#cards = new Map(this.#cards).set(userMessageId, card)
    this.#lastFinished = { turnId, userMessageId }
    this.#changed()
  }

  /** What came of a failed turn is stored, and so finished, before the failure is told: the reason is shown all the same. */
  fail(turnId: TurnId, message: string): void {
    const turn = this.#turns.find((other) => other.turnId === turnId)
    if (turn) this.#replace({ ...turn, phase: 'failed', failure: message })
    else if (this.#lastFinished?.turnId === turnId) {
      this.#turns = [...this.#turns, { ...this.#lastFinished, modelId: null, phase: 'failed', failure: message }]
      this.#changed()
    }
  }

  /** The key of a reply's row: that of the turn it was streamed in, so that the row does not blink when it is stored. */
  keyOf(replyId: MessageId): string {
    return this.#replies.get(replyId) ?? replyId
  }

  list = (): readonly LiveTurn[] => this.#turns
  cards = (): ReadonlyMap<MessageId, FiledCard> => this.#cards
  text = (turnId: TurnId): string => this.#texts.get(turnId) ?? ''

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
