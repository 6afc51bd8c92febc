import { CatchmentError } from '@shared/contract/errors'
import type { ChatSpeed } from '@shared/contract/models'
import type { ZodType } from 'zod'
import type { ChatEvent, ChatModel, ChatRequest } from './types'

/** How the current chat model fares: for the window's status, and for work that waits while a person's turn is answered. */
export class ChatObserver {
  /** Why the last streamed answer failed; null once one came. A malformed structured answer is no failure of this kind. */
  failure: string | null = null
  /** Of the last turn that was answered to its end. */
  speed: ChatSpeed | null = null
  #turns = 0
  #waiting: (() => void)[] = []
  /** Questions beside the conversation that are given up for a turn, and asked again after it. */
  readonly #interruptible = new Set<AbortController>()

  constructor(
    private readonly onChange: () => void,
    /** A turn began, or the last one under way was answered. */
    private readonly onTurn: (isUnderWay: boolean) => void = () => undefined,
  ) {}

  /** Resolves when no turn of the conversation is being answered, or as soon as `signal` is aborted: it never rejects. */
  async quiet(signal?: AbortSignal): Promise<void> {
    while (this.#turns > 0 && !signal?.aborted)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
  }

  /** A person has sent something: until the answer is called, what is asked beside the conversation gives way. */
  goFirst(): () => void {
    this.#begin()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end()
    }
  }

  /**
   * The same model, watched. What is asked of it beside the conversation begins when no turn is under way.
   * @param restarts what was begun is given up for a turn and asked again: of a server that shares this machine and cannot pause
   */
  watch(model: ChatModel, { restarts }: { restarts: boolean }): ChatModel {
    return {
      ...model,
      stream: (request) => this.#stream(model, request),
      structured: (request, schema) => this.#structured(model, request, schema, restarts),
    }
  }

  async #structured<T>(model: ChatModel, request: ChatRequest, schema: ZodType<T>, restarts: boolean): Promise<T> {
    for (;;) {
      await this.quiet(request.signal)
      if (request.signal.aborted) throw new CatchmentError('cancelled', 'Cancelled.')
      const turn = new AbortController()
      if (restarts) this.#interruptible.add(turn)
      try {
        return await model.structured({ ...request, signal: AbortSignal.any([request.signal, turn.signal]) }, schema)
      } catch (error) {
        if (!turn.signal.aborted || request.signal.aborted) throw error
      } finally {
        this.#interruptible.delete(turn)
      }
    }
  }

  #begin(): void {
    this.#turns += 1
    if (this.#turns > 1) return
    for (const question of this.#interruptible) question.abort()
    this.onTurn(true)
  }

  #end(): void {
    this.#turns -= 1
    if (this.#turns > 0) return
    for (const resolve of this.#waiting.splice(0)) resolve()
    this.onTurn(false)
  }

  async *#stream(model: ChatModel, request: ChatRequest): AsyncGenerator<ChatEvent, void, void> {
    const isTurn = request.lane !== 'aside'
    if (isTurn) this.#begin()
    const began = performance.now()
    let first: number | null = null
    try {
      for await (const event of model.stream(request)) {
        first ??= performance.now()
        if (event.type !== 'end') this.settle(null)
        else if (isTurn && event.stoppedBy !== 'abort') {
          const { generatedTokens, evaluatedTokens } = event.usage
          const seconds = (performance.now() - first) / 1000
          this.speed = {
            ...{ modelId: model.id, firstTokenMs: Math.round(first - began), evaluatedTokens, generatedTokens },
            // The first token came at the beginning of the time that is measured.
            tokensPerSecond:
              generatedTokens === null || generatedTokens < 2 || seconds <= 0 ? null : (generatedTokens - 1) / seconds,
          }
        }
        yield event
      }
    } catch (error) {
      this.settle(failureOf(error))
      throw error
    } finally {
      if (isTurn) this.#end()
    }
  }

  settle(failure: string | null): void {
    if (this.failure === failure) return
    this.failure = failure
    this.onChange()
  }
}

/** The message of a failure; null for a cancellation, which is none. */
export function failureOf(error: unknown): string | null {
  if (error instanceof CatchmentError && error.code === 'cancelled') return null
  return error instanceof Error ? error.message : String(error)
}
