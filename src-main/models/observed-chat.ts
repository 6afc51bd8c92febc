import { CatchmentError } from '@shared/contract/errors'
import type { ChatSpeed } from '@shared/contract/models'
import type { ChatEvent, ChatModel, ChatRequest } from './types'

/** How the current chat model fares: for the window's status, and for work that waits while a person's turn is answered. */
export class ChatObserver {
  /** Why the last streamed answer failed; null once one came. A malformed structured answer is no failure of this kind. */
  failure: string | null = null
  /** Of the last turn that was answered to its end. */
  speed: ChatSpeed | null = null
  #turns = 0
  #waiting: (() => void)[] = []

  constructor(private readonly onChange: () => void) {}

  /** Resolves when no turn of the conversation is being answered. */
  async quiet(): Promise<void> {
    while (this.#turns > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** The same model, watched. */
  watch(model: ChatModel): ChatModel {
    return { ...model, stream: (request) => this.#stream(model, request) }
  }

  async *#stream(model: ChatModel, request: ChatRequest): AsyncGenerator<ChatEvent, void, void> {
    const isTurn = request.lane !== 'aside'
    if (isTurn) this.#turns += 1
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
      if (isTurn) this.#turns -= 1
      if (this.#turns === 0) for (const resolve of this.#waiting.splice(0)) resolve()
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
