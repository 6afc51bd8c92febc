import { CatchmentError } from '@shared/contract/errors'
import type { Passage } from '../store/passages'
import { EmbeddingQueue, type QueuedText } from './embedding-queue'
import type { HostClient } from './host-client'
import type { EmbeddingSource } from './protocol'
import type { Embedder, EmbedOptions, Priority, TextKind } from './types'
import { VectorCache } from './vector-cache'

export interface EmbedderOptions {
  host: HostClient
  /** `<catalog id>@<revision>`. */
  modelId: string
  source: EmbeddingSource
  /** What the model wants before a text: `passage: ` and `query: ` for e5, nothing for MiniLM. */
  prefixes: Readonly<Record<TextKind, string>>
  cacheSize?: number
  queueSize?: number
}

/**
 * Embeddings on this machine (03-models, Embeddings): normalised to NFC, cached by text and kind, batched, the turn
 * being typed before everything else, even before the rest of a batch that is under way. At most one batch of work and
 * one of the turn are in flight. Vectors are the caller's to keep and change.
 */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { host, modelId, source, prefixes } = options
  const cache = new VectorCache(options.cacheSize ?? 4096)
  const queue = new EmbeddingQueue(options.queueSize ?? 2048)
  const inFlight = { turn: 0, work: 0 }
  const laneOf = (priority: Priority): keyof typeof inFlight => (priority === 'turn' ? 'turn' : 'work')

  const pump = (): void => {
    for (;;) {
      const batch = queue.takeBatch((priority) => inFlight[laneOf(priority)] === 0)
      const [first] = batch
      if (!first) return
      const lane = laneOf(first.priority)
      inFlight[lane] += 1
      void run(batch, first).finally(() => {
        inFlight[lane] -= 1
        pump()
      })
    }
  }

  const run = async (batch: readonly QueuedText[], { kind, priority }: QueuedText): Promise<void> => {
    const stop = stopWhenAllAborted(batch.map((item) => item.signal))
    try {
      const texts = batch.map((item) => item.text)
      const { vectors, dimensions, passages } = await host.request(
        { type: 'embed', model: source, texts, prefix: prefixes[kind], priority, passages: kind === 'passage' },
        { signal: stop.signal, explicit: priority === 'turn' },
      )
      batch.forEach((item, index) => {
        const vector = vectors.slice(index * dimensions, (index + 1) * dimensions)
        cache.set(kind, item.text, vector, passages[index] ?? null)
        item.resolve(vector)
      })
    } catch (error) {
      for (const item of batch) item.reject(error)
    } finally {
      stop.forget()
    }
  }

  const enqueue = (text: string, { kind, priority, signal }: EmbedOptions): Promise<Float32Array> => {
    const cached = cache.get(kind, text)
    if (cached) return Promise.resolve(cached)
    const vector = new Promise<Float32Array>((resolve, reject) => {
      queue.add({ text, kind, priority, signal, resolve, reject })
    })
    queueMicrotask(pump)
    return vector
  }

  return {
    modelId,
    passages(text) {
      const normal = text.normalize('NFC')
      const found = cache.passages(normal)
      return found && normal !== text ? { ...found, passages: inOriginal(text, found.passages) } : found
    },
    async embed(texts, embedOptions) {
      const { priority, signal } = embedOptions
      if (signal?.aborted) throw cancelled()
      const pending: Promise<Float32Array>[] = []
      const add = async (): Promise<Float32Array[]> => {
        for (const text of texts) {
          // Without waiting where there is room, so that one call's texts go into one batch.
          while (!queue.hasRoom(priority)) await queue.nextRoom()
          if (signal?.aborted) throw cancelled()
          const vector = enqueue(text.normalize('NFC'), embedOptions)
          // A failure is reported below; until then nobody else listens.
          vector.catch(() => undefined)
          pending.push(vector)
        }
        return Promise.all(pending)
      }
      if (!signal) return add()
      let onAbort = (): void => undefined
      // Also for texts in a batch that goes on for the sake of others.
      const aborted = new Promise<never>((_, reject) => {
        onAbort = () => {
          for (const item of queue.takeAborted()) item.reject(cancelled())
          reject(cancelled())
        }
      })
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await Promise.race([add(), aborted])
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}

/** Places in the NFC form of `text` as places in `text` itself. */
function inOriginal(text: string, passages: readonly Passage[]): Passage[] {
  const placeOf = new Map([[0, 0]])
  let normal = 0
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    normal += segment.normalize('NFC').length
    placeOf.set(normal, index + segment.length)
  }
  const place = (at: number): number => placeOf.get(at) ?? Math.min(at, text.length)
  return passages.map(({ start, end }) => ({ start: place(start), end: place(end) }))
}

/** A signal that is aborted once every one of `signals` is; never, if one of them is undefined. */
function stopWhenAllAborted(signals: readonly (AbortSignal | undefined)[]): { signal: AbortSignal; forget(): void } {
  const controller = new AbortController()
  const distinct = [...new Set(signals)]
  const check = (): void => {
    if (distinct.every((signal) => signal?.aborted === true)) controller.abort()
  }
  for (const signal of distinct) signal?.addEventListener('abort', check)
  return {
    signal: controller.signal,
    forget: () => {
      for (const signal of distinct) signal?.removeEventListener('abort', check)
    },
  }
}

const cancelled = (): CatchmentError => new CatchmentError('cancelled', 'Cancelled.')
