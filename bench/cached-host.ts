/** A model host whose vectors are kept in a file, so that a run for tuning does not embed the same texts again. */

import type { HostTransport, StartHost } from '../src-main/models/host-process'
import type { HostMessage, HostRequest } from '../src-main/models/protocol'
import { openVectorCache, type VectorCache } from './fit/vector-cache'

type EmbedCommand = Extract<Extract<HostRequest, { kind: 'command' }>['command'], { type: 'embed' }>

/** Queries and passages have vectors of their own; passages stand under the model's plain name, as in the fitting scripts. */
const nameOf = ({ model, prefix }: EmbedCommand): string =>
  prefix.startsWith('query') ? `${model.id} query` : model.id

/** Starts the host and puts the cache at `path` before its embeddings; everything else goes through unchanged. */
export function cachedHost(start: StartHost, path: string): StartHost {
  const caches = new Map<string, VectorCache>()
  return () => {
    const host = start()
    const listeners: ((message: HostMessage) => void)[] = []
    const asked = new Map<number, { resolve(vectors: Float32Array[]): void; reject(message: HostMessage): void }>()
    let nextOwn = -1
    host.onMessage((message) => {
      const own = 'id' in message ? asked.get(message.id) : undefined
      if (own === undefined || !('id' in message)) {
        for (const listener of listeners) listener(message)
      } else if (message.kind !== 'progress' && message.kind !== 'delta') {
        asked.delete(message.id)
        if (message.kind === 'result' && isEmbedding(message.value)) own.resolve(rowsOf(message.value))
        else own.reject(message)
      }
    })
    const embed = (command: EmbedCommand, texts: readonly string[]): Promise<Float32Array[]> =>
      new Promise((resolve, reject) => {
        const id = nextOwn--
        asked.set(id, { resolve, reject: (message) => reject(new Error(`no embedding: ${JSON.stringify(message)}`)) })
        host.post({ kind: 'command', id, command: { ...command, texts } })
      })
    const answer = async (id: number, command: EmbedCommand): Promise<HostMessage> => {
      const name = nameOf(command)
      const cache = caches.get(name) ?? openVectorCache(path, name, (texts) => embed(command, texts))
      caches.set(name, cache)
      try {
        const known = await cache.vectors([...command.texts])
        const vectors = command.texts.flatMap((text) => known.get(text) ?? [])
        const dimensions = vectors[0]?.length ?? 0
        const flat = new Float32Array(vectors.length * dimensions)
        vectors.forEach((vector, i) => {
          flat.set(vector, i * dimensions)
        })
        return { kind: 'result', id, value: { vectors: flat, dimensions, passages: command.texts.map(() => null) } }
      } catch (error) {
        return { kind: 'failure', id, code: 'model_failed', message: error instanceof Error ? error.message : 'failed' }
      }
    }
    const transport: HostTransport = {
      post(request) {
        if (request.kind !== 'command' || request.command.type !== 'embed') return host.post(request)
        void answer(request.id, request.command).then((message) => {
          for (const listener of listeners) listener(message)
        })
      },
      onMessage: (listener) => void listeners.push(listener),
      onExit: (listener) => host.onExit(listener),
      kill: () => host.kill(),
    }
    return transport
  }
}

const isEmbedding = (value: unknown): value is { vectors: Float32Array; dimensions: number } =>
  typeof value === 'object' && value !== null && 'vectors' in value && 'dimensions' in value

const rowsOf = ({ vectors, dimensions }: { vectors: Float32Array; dimensions: number }): Float32Array[] =>
  Array.from({ length: vectors.length / dimensions }, (_, i) => vectors.slice(i * dimensions, (i + 1) * dimensions))
