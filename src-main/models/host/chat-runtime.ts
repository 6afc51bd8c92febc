import { CatchmentError } from '@shared/contract/errors'
import { Mutex } from 'async-mutex'
import type { GbnfJsonSchema, Llama, LlamaContext, LlamaContextSequence, LlamaModel } from 'node-llama-cpp'
import type { ChatSource, Generation, HostAnswers, HostCommand } from '../protocol'
import type { Lane } from '../types'
import { requireFiles } from './files'
import { checkGguf } from './gguf-check'
import { grammarSchema } from './grammar-schema'
import { generate } from './lane'
import { buildPrompt } from './prompt'
import type { RightOfWay } from './right-of-way'
import { chatThreads } from './threads'

type GenerateCommand = Extract<HostCommand, { type: 'chat.generate' }>

export interface Signals {
  signal: AbortSignal
  onText: (text: string) => void
  onProgress: () => void
}

/** One context with one sequence: the prefix cache of its lane. */
interface OpenLane {
  mutex: Mutex
  context: LlamaContext
  sequence: LlamaContextSequence
}

interface LoadedChat {
  source: ChatSource
  model: LlamaModel
  lanes: Partial<Record<Lane, Promise<OpenLane>>>
  /** Aborted when it is given up: what still runs on it waits for nobody then. */
  leaving: AbortController
}

/** Greedy and without penalty: punishing the quotes and brackets of JSON only makes values worse. */
const STRUCTURED_SAMPLING = { temperature: 0, topP: 1, minP: 0, repeatPenalty: 1 }
/** While a request waits, so that it is not taken for a hung one. */
const WAITING_PROGRESS_MS = 5000
/** The context of the lane beside the conversation is given up after this long: it costs as much memory again. */
const ASIDE_IDLE_MS = 60_000

/** node-llama-cpp behind the host's commands: one model at a time, one context per lane, made at first use. */
export class ChatRuntime {
  #llama: Promise<Llama> | null = null
  #loaded: Promise<LoadedChat> | null = null
  #source: ChatSource | null = null
  /** Who waits for the model that is being loaded. */
  readonly #waiting = new Set<() => void>()
  #asideTimer: NodeJS.Timeout | null = null

  constructor(private readonly way: RightOfWay) {}

  get loaded(): string | null {
    return this.#source?.path ?? null
  }

  async load(source: ChatSource, onProgress: () => void): Promise<HostAnswers['chat.load']> {
    const started = performance.now()
    const chat = await this.#ensure(source, onProgress)
    const { context } = await this.#lane(chat, 'conversation')
    return { contextTokens: context.contextSize, loadMs: performance.now() - started }
  }

  /** Aborted, it ends normally with `stoppedBy: 'abort'` and what was written so far. */
  async generate(command: GenerateCommand, { signal, onText, onProgress }: Signals): Promise<Generation> {
    const chat = await this.#ensure(command.model, onProgress)
    const lane = await this.#lane(chat, command.lane)
    const isAside = command.lane === 'aside'
    // What waits, for its lane or for a turn, is not taken for a hung host.
    const waiting = setInterval(onProgress, WAITING_PROGRESS_MS)
    const passes = AbortSignal.any([signal, chat.leaving.signal])
    const work = async (): Promise<Generation> =>
      lane.mutex.runExclusive(async () => {
        if (!isAside) clearInterval(waiting)
        const prompt = await buildPrompt(chat.model, command.model.profile, command.messages)
        const grammar = command.schema ? await this.#grammar(chat.model, command.schema) : null
        if (prompt.opensThinking) {
          // A constrained answer cannot think first; any other one is read with the mark its template wrote.
          if (grammar) prompt.tokens.push(...chat.model.tokenize('\n</think>\n\n', true))
          else onText('<think>')
        }
        return generate(lane.sequence, {
          prompt,
          maxTokens: command.maxTokens,
          sampling: grammar ? STRUCTURED_SAMPLING : command.model.profile.sampling,
          seed: command.seed,
          grammar,
          signal,
          onText,
          onProgress,
          ...(isAside ? { giveWay: () => this.way.free(passes) } : {}),
        })
      })
    try {
      return await (isAside ? work() : this.way.during(work))
    } finally {
      clearInterval(waiting)
      if (isAside) this.#giveUpAsideLater(chat)
    }
  }

  async count(source: ChatSource, text: string, onProgress: () => void): Promise<number> {
    return (await this.#ensure(source, onProgress)).model.tokenize(text, false).length
  }

  async contextOf(source: ChatSource, lane: Lane, onProgress: () => void): Promise<HostAnswers['chat.context']> {
    const chat = await this.#ensure(source, onProgress)
    const { sequence } = await this.#lane(chat, lane)
    return { tokens: [...sequence.contextTokens], text: chat.model.detokenize(sequence.contextTokens, true) }
  }

  async unload(): Promise<void> {
    const loaded = this.#loaded
    this.#loaded = null
    this.#source = null
    if (this.#asideTimer) clearTimeout(this.#asideTimer)
    if (loaded) await dispose(loaded)
  }

  /** Everything, the runtime itself included: a process that ends with it undisposed aborts. */
  async close(): Promise<void> {
    await this.unload()
    const llama = this.#llama
    this.#llama = null
    if (llama) await (await llama).dispose()
  }

  /** The loaded model; while it loads, everyone who waits for it is told of the progress. */
  async #ensure(source: ChatSource, onProgress: () => void): Promise<LoadedChat> {
    this.#waiting.add(onProgress)
    try {
      return await this.#loadedFor(source)
    } finally {
      this.#waiting.delete(onProgress)
    }
  }

  #loadedFor(source: ChatSource): Promise<LoadedChat> {
    if (this.#loaded && this.#source && isSame(this.#source, source)) return this.#loaded
    const previous = this.#loaded
    const loading = (async () => {
      if (previous) await dispose(previous)
      return { source, model: await this.#loadModel(source), lanes: {}, leaving: new AbortController() }
    })()
    this.#loaded = loading
    this.#source = source
    // A failed load is forgotten, so that the next command tries again.
    loading.catch(() => {
      if (this.#loaded !== loading) return
      this.#loaded = null
      this.#source = null
    })
    return loading
  }

  async #loadModel(source: ChatSource): Promise<LlamaModel> {
    await requireFiles([source.path])
    await checkGguf(source.path)
    const { getLlama, LlamaLogLevel } = await import('node-llama-cpp')
    this.#llama ??= getLlama({ gpu: 'auto', build: 'never', logLevel: LlamaLogLevel.error })
    this.#llama.catch(() => {
      this.#llama = null
    })
    return clearly(source, async () => {
      const llama = await this.#llama
      if (!llama) throw new Error('the runtime was closed')
      return llama.loadModel({
        modelPath: source.path,
        // On a processor most weights are laid out anew for it: with the file mapped they would lie in memory twice.
        ...(llama.gpu === false ? { useMmap: false } : {}),
        onLoadProgress: () => {
          for (const onProgress of this.#waiting) onProgress()
        },
      })
    })
  }

  async #lane(chat: LoadedChat, lane: Lane): Promise<OpenLane> {
    const open = chat.lanes[lane]
    if (open) return open
    const opening = clearly(chat.source, async () => {
      const contextSize = Math.min(chat.source.contextTokens, chat.model.trainContextSize)
      const context = await chat.model.createContext({ contextSize, threads: chatThreads() })
      return { mutex: new Mutex(), context, sequence: context.getSequence() }
    })
    chat.lanes[lane] = opening
    opening.catch(() => {
      delete chat.lanes[lane]
    })
    return opening
  }

  #giveUpAsideLater(chat: LoadedChat): void {
    if (this.#asideTimer) clearTimeout(this.#asideTimer)
    this.#asideTimer = setTimeout(async () => {
      const opening = chat.lanes.aside
      delete chat.lanes.aside
      const lane = await opening?.catch(() => null)
      if (lane) await lane.mutex.runExclusive(() => lane.context.dispose())
    }, ASIDE_IDLE_MS)
  }

  async #grammar(model: LlamaModel, schema: NonNullable<GenerateCommand['schema']>) {
    const { LlamaGrammarEvaluationState } = await import('node-llama-cpp')
    const grammar = await model.llama.createGrammarForJsonSchema<GbnfJsonSchema>(grammarSchema(schema))
    return new LlamaGrammarEvaluationState({ model, grammar })
  }
}

/** The profile is not part of it: it shapes prompts, not what is loaded. */
const isSame = (a: ChatSource, b: ChatSource): boolean => a.path === b.path && a.contextTokens === b.contextTokens

/** Waits for running generations (their requests were aborted first), then frees contexts and weights. */
async function dispose(loaded: Promise<LoadedChat>): Promise<void> {
  const chat = await loaded.catch(() => null)
  if (!chat) return
  chat.leaving.abort()
  for (const opening of Object.values(chat.lanes)) {
    const lane = await opening.catch(() => null)
    if (lane) await lane.mutex.runExclusive(() => lane.context.dispose())
  }
  await chat.model.dispose()
}

async function clearly<T>(source: ChatSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CatchmentError('model_failed', `The chat model ${source.path} could not be loaded: ${reason}`, { cause })
  }
}
