import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeatureExtractionPipeline } from '@huggingface/transformers'
import { CatchmentError } from '@shared/contract/errors'
import { Mutex } from 'async-mutex'
import { MOST_PASSAGES, type Passage, passagesOf } from '../../store/passages'
import type { EmbeddingSource, HostAnswers, HostCommand } from '../protocol'
import type { Priority } from '../types'
import { requireFiles } from './files'
import { meanOf, poolPassages, type ReadWindow } from './late-pooling'
import { planCalls, type Row } from './rows'
import { embeddingThreads } from './threads'
import { type BoundedText, boundText, poolWindows, splitIntoWindows } from './windows'

type EmbedCommand = Extract<HostCommand, { type: 'embed' }>

interface EmbeddedText {
  bounded: BoundedText
  windows: string[]
  /** Its first row. */
  first: number
  passages: Passage[]
}

/** Room for the tokens a tokenizer puts around its input. */
const SPECIAL_TOKENS = 2

/** Who goes first of those that wait for the runtime; within one priority in order of arrival. */
export const RANK: Readonly<Record<Priority, number>> = { turn: 2, normal: 1, backlog: 0 }

/** The names transformers.js looks for. */
const ONNX_FILES = { q4: 'model_q4.onnx', q8: 'model_quantized.onnx', fp32: 'model.onnx' } as const

/** transformers.js behind the host's commands: loaded at first use, one call at a time, the turn being typed first. */
export class EmbeddingRuntime {
  /** One inference at a time; of those waiting, the highest priority first. */
  readonly #lock = new Mutex()
  #loaded: { key: string; pipe: Promise<FeatureExtractionPipeline> } | null = null

  get loaded(): string | null {
    return this.#loaded?.key ?? null
  }

  /** Mean-pooled, normalised vectors in the order of the texts. Stops between two calls when `signal` is aborted. */
  async embed(command: EmbedCommand, signal: AbortSignal): Promise<HostAnswers['embed']> {
    const pipe = await this.#load(command.model)
    const count = (piece: string): number => pipe.tokenizer.encode(piece, { add_special_tokens: false }).length
    const prefixTokens = count(command.prefix)
    const limit = command.model.maxTokens - SPECIAL_TOKENS - prefixTokens
    const rows: Row[] = []
    const texts: EmbeddedText[] = []
    for (const whole of command.texts) {
      const bounded = boundText(whole)
      const windows = splitIntoWindows(bounded.text, limit, count)
      const passages = command.passages ? passagesWithin(bounded) : []
      texts.push({ bounded, windows, first: rows.length, passages })
      for (const window of windows) {
        const prefixed = command.prefix + window
        const tokens = Math.min(command.model.maxTokens, count(prefixed) + SPECIAL_TOKENS)
        rows.push({ text: prefixed, tokens, eachToken: passages.length > 1 })
      }
      // Splitting a long text takes tens of milliseconds: aborts and other commands get through in between.
      if (windows.length > 1) await nextTurn()
    }
    const read = await this.#run(pipe, rows, command.priority, signal)
    const before = prefixTokens + 1
    const dimensions = read[0]?.vector.length ?? 0
    const vectors = new Float32Array(texts.length * dimensions)
    const passages = texts.map(({ windows, first, bounded, passages: within }, index) => {
      const own = read.slice(first, first + windows.length)
      const weights = rows.slice(first, first + windows.length).map((row) => row.tokens)
      vectors.set(
        poolWindows(
          own.map((o) => o.vector),
          weights,
        ),
        index * dimensions,
      )
      if (within.length < 2) return null
      let start = 0
      const readWindows = windows.flatMap((text, i) => {
        const { tokens } = own[i] ?? {}
        const window = tokens ? [{ text, start, tokens, before }] : []
        start += text.length
        return window
      })
      const pooled = poolPassages(within, readWindows, count)
      return { ...pooled, passages: within.map((p) => inWholeText(p, bounded)) }
    })
    return { vectors, dimensions, passages }
  }

  async unload(): Promise<void> {
    const loaded = this.#loaded
    this.#loaded = null
    if (loaded) await this.#lock.runExclusive(async () => (await loaded.pipe).dispose(), RANK.backlog)
  }

  /** What the model says of each row: its mean, and where it was asked for every token's. */
  async #run(
    pipe: FeatureExtractionPipeline,
    rows: readonly Row[],
    priority: EmbedCommand['priority'],
    signal: AbortSignal,
  ): Promise<{ vector: Float32Array; tokens?: ReadWindow['tokens'] }[]> {
    const read: { vector: Float32Array; tokens?: ReadWindow['tokens'] }[] = rows.map(() => ({
      vector: new Float32Array(),
    }))
    for (const call of planCalls(rows)) {
      await this.#lock.runExclusive(async () => {
        signal.throwIfAborted()
        const each = call.some((index) => rows[index]?.eachToken)
        const output = await pipe(
          call.map((index) => rows[index]?.text ?? ''),
          each ? { pooling: 'none', normalize: false } : { pooling: 'mean', normalize: true },
        )
        const dimensions = output.dims.at(-1) ?? 0
        const data = Float32Array.from(output.data as Float32Array)
        call.forEach((index, position) => {
          if (!each) {
            read[index] = { vector: data.slice(position * dimensions, (position + 1) * dimensions) }
            return
          }
          // Shorter rows of a call are padded at their ends.
          const length = output.dims[1] ?? 0
          const count = Math.min(length, rows[index]?.tokens ?? length)
          const tokens = { data, from: position * length, count, dimensions }
          read[index] = { vector: meanOf(tokens), tokens }
        })
        output.dispose()
        // The call blocked this thread: let waiting messages in before the next one.
        await nextTurn()
      }, RANK[priority])
    }
    return read
  }

  #load(source: EmbeddingSource): Promise<FeatureExtractionPipeline> {
    const key = `${source.root}/${source.id}:${source.dtype}`
    if (this.#loaded?.key === key) return this.#loaded.pipe
    const previous = this.#loaded
    const pipe = (async () => {
      if (previous) await this.#lock.runExclusive(async () => (await previous.pipe).dispose(), RANK.turn)
      return loadPipeline(source)
    })()
    const loaded = { key, pipe }
    this.#loaded = loaded
    // A failed load is forgotten, so that the next command tries again (the files may have arrived meanwhile).
    pipe.catch(() => {
      if (this.#loaded === loaded) this.#loaded = null
    })
    return pipe
  }
}

async function loadPipeline(source: EmbeddingSource): Promise<FeatureExtractionPipeline> {
  const folder = join(source.root, source.id)
  const onnx = join(folder, 'onnx', ONNX_FILES[source.dtype])
  await requireFiles([join(folder, 'config.json'), join(folder, 'tokenizer.json'), onnx])
  const { env, pipeline } = await import('@huggingface/transformers')
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.localModelPath = source.root
  // Its own cache would lie inside node_modules.
  env.useFSCache = false
  try {
    return await pipeline('feature-extraction', source.id, {
      dtype: source.dtype,
      device: 'cpu',
      local_files_only: true,
      use_external_data_format: existsSync(`${onnx}_data`),
      session_options: {
        intraOpNumThreads: embeddingThreads(),
        interOpNumThreads: 1,
        extra: { session: { intra_op: { allow_spinning: '0' } } },
      },
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CatchmentError('model_failed', `The embedding model ${source.id} could not be loaded: ${reason}`, {
      cause,
    })
  }
}

/** Passages of what is embedded of a text; none reaches over the place where its middle was left out. */
function passagesWithin({ text, from, shift }: BoundedText): Passage[] {
  if (shift === 0) return passagesOf(text)
  const tail = passagesOf(text.slice(from)).map((p) => ({ start: p.start + from, end: p.end + from }))
  return [...passagesOf(text.slice(0, from - 1)), ...tail].slice(0, MOST_PASSAGES)
}

function inWholeText({ start, end }: Passage, { from, shift }: BoundedText): Passage {
  return start >= from ? { start: start + shift, end: end + shift } : { start, end }
}
