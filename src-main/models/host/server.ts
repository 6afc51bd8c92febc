import { CatchmentError } from '@shared/contract/errors'
import type { AnswerOf, HostAnswers, HostCommand, HostMessage, HostRequest } from '../protocol'
import { ChatRuntime } from './chat-runtime'
import { EmbeddingRuntime } from './embedding-runtime'
import { RightOfWay } from './right-of-way'

export interface HostPort {
  post(message: HostMessage): void
  /** Ends the process. */
  exit(code: number): void
}

/** Answers every command exactly once; an aborted one with `cancelled` or, for a generation, with what was written. */
export class HostServer {
  readonly #running = new Map<number, AbortController>()
  readonly #embedding = new EmbeddingRuntime()
  readonly #way = new RightOfWay()
  readonly #chat = new ChatRuntime(this.#way)

  constructor(private readonly port: HostPort) {}

  handle(request: HostRequest): void {
    switch (request.kind) {
      case 'command':
        void this.#run(request.id, request.command)
        return
      case 'abort':
        this.#running.get(request.id)?.abort()
        return
      case 'way':
        this.#way.keep(request.taken)
        return
      case 'shutdown':
        void this.#shutdown()
    }
  }

  async #run(id: number, command: HostCommand): Promise<void> {
    const controller = new AbortController()
    this.#running.set(id, controller)
    try {
      const value = await this.#answer(id, command, controller.signal)
      this.port.post({ kind: 'result', id, value })
    } catch (error) {
      this.port.post({ kind: 'failure', id, ...failureOf(error, controller.signal) })
    } finally {
      this.#running.delete(id)
    }
  }

  async #answer(id: number, command: HostCommand, signal: AbortSignal): Promise<AnswerOf<HostCommand>> {
    const onProgress = (): void => this.port.post({ kind: 'progress', id })
    switch (command.type) {
      case 'ping':
        return { pid: process.pid }
      case 'memory':
        return this.#memory()
      case 'embed':
        return this.#embedding.embed(command, signal)
      case 'embed.unload':
        await this.#embedding.unload()
        return null
      case 'chat.load':
        return this.#chat.load(command.model, onProgress)
      case 'chat.generate':
        return this.#chat.generate(command, {
          signal,
          onProgress,
          onText: (text) => this.port.post({ kind: 'delta', id, text }),
        })
      case 'chat.count':
        return this.#chat.count(command.model, command.text, onProgress)
      case 'chat.context':
        return this.#chat.contextOf(command.model, command.lane, onProgress)
      case 'chat.unload':
        await this.#chat.unload()
        return null
    }
  }

  #memory(): HostAnswers['memory'] {
    return {
      residentBytes: process.memoryUsage.rss(),
      embeddingLoaded: this.#embedding.loaded,
      chatLoaded: this.#chat.loaded,
    }
  }

  async #shutdown(): Promise<void> {
    for (const controller of this.#running.values()) controller.abort()
    try {
      await this.#chat.close()
    } finally {
      this.port.exit(0)
    }
  }
}

function failureOf(error: unknown, signal: AbortSignal): Pick<CatchmentError, 'code' | 'message'> {
  if (signal.aborted) return { code: 'cancelled', message: 'Cancelled' }
  if (error instanceof CatchmentError) return { code: error.code, message: error.message }
  return { code: 'model_failed', message: error instanceof Error ? error.message : String(error) }
}
