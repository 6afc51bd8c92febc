import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeatureExtractionPipeline } from '@huggingface/transformers'
import { CatchmentError } from '@shared/contract/errors'
import { Mutex } from 'async-mutex'
import type { EmbeddingSource, HostAnswers, HostCommand } from '../protocol'
import type { Priority } from '../types'
import { requireFiles } from './files'
import { planCalls, type Row } from './rows'
import { embeddingThreads } from './threads'
import { boundText, poolWindows, splitIntoWindows } from './windows'

type EmbedCommand = Extract<HostCommand, { type: 'embed' }>

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
    const limit = command.model.maxTokens - SPECIAL_TOKENS - count(command.prefix)
    const rows: Row[] = []
    const spans: { first: number; windows: number }[] = []
    for (const text of command.texts) {
      const windows = splitIntoWindows(boundText(text), limit, count)
      spans.push({ first: rows.length, windows: windows.length })
      for (const window of windows) {
        const prefixed = command.prefix + window
        rows.push({ text: prefixed, tokens: Math.min(command.model.maxTokens, count(prefixed) + SPECIAL_TOKENS) })
      }
      // Splitting a long text takes tens of milliseconds: aborts and other commands get through in between.
      if (windows.length > 1) await nextTurn()
    }
    const perRow = await this.#run(pipe, rows, command.priority, signal)
    const pooled = spans.map(({ first, windows }) =>
      poolWindows(
        perRow.slice(first, first + windows),
        rows.slice(first, first + windows).map((row) => row.tokens),
      ),
    )
    const dimensions = pooled[0]?.length ?? 0
    const vectors = new Float32Array(pooled.length * dimensions)
    pooled.forEach((vector, index) => {
      vectors.set(vector, index * dimensions)
    })
    return { vectors, dimensions }
  }

  async unload(): Promise<void> {
    const loaded = this.#loaded
    this.#loaded = null
    if (loaded) await this.#lock.runExclusive(async () => (await loaded.pipe).dispose(), RANK.backlog)
  }

  async #run(
    pipe: FeatureExtractionPipeline,
    rows: readonly Row[],
    priority: EmbedCommand['priority'],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = rows.map(() => new Float32Array())
    for (const call of planCalls(rows)) {
      await this.#lock.runExclusive(async () => {
        signal.throwIfAborted()
        const output = await pipe(
          call.map((index) => rows[index]?.text ?? ''),
          { pooling: 'mean', normalize: true },
        )
        const dimensions = output.dims[1] ?? 0
        const data = Float32Array.from(output.data as Float32Array)
        call.forEach((index, position) => {
          vectors[index] = data.slice(position * dimensions, (position + 1) * dimensions)
        })
        output.dispose()
        // The call blocked this thread: let waiting messages in before the next one.
        await nextTurn()
      }, RANK[priority])
    }
    return vectors
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
