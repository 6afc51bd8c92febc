/** A model host in this process that embeds by words: texts with the same words point the same way. For tests without meaning. */
import { filingModelFor } from '../../filing/fitted'
import { type PassageVectors, passagesOf } from '../../store/passages'
import type { HostTransport, StartHost } from '../host-process'
import type { HostMessage, HostRequest } from '../protocol'

const DIMENSIONS = 384

function wordPassages(text: string): PassageVectors | null {
  const passages = passagesOf(text)
  if (passages.length < 2) return null
  const vectors = new Int8Array(passages.length * DIMENSIONS)
  for (const [i, { start, end }] of passages.entries())
    vectors.set(
      wordVector(text.slice(start, end)).map((x) => Math.round(x * 127)),
      i * DIMENSIONS,
    )
  return { passages, vectors }
}

export interface WordHost {
  start: StartHost
  /** Texts that were embedded, in order. */
  seen: string[]
  /** From now on every request fails, as if the model's files were not there. */
  goMissing(missing: boolean): void
}

/** Speaks the host's own protocol, so that queue, cache and client in front of it are the real ones. */
export function startWordHost(): WordHost {
  const seen: string[] = []
  let missing = false

  function answer(request: Extract<HostRequest, { kind: 'command' }>): HostMessage {
    const { id, command } = request
    if (command.type === 'ping') return { kind: 'result', id, value: { pid: process.pid } }
    if (command.type !== 'embed' || missing)
      return { kind: 'failure', id, code: 'model_missing', message: 'The model is not installed.' }
    seen.push(...command.texts)
    const vectors = new Float32Array(command.texts.length * DIMENSIONS)
    command.texts.forEach((text, i) => {
      vectors.set(wordVector(text), i * DIMENSIONS)
    })
    const passages = command.texts.map((text) => (command.passages ? wordPassages(text) : null))
    return { kind: 'result', id, value: { vectors, dimensions: DIMENSIONS, passages } }
  }

  const start = (): HostTransport => {
    let say: (message: HostMessage) => void = () => undefined
    let exit: () => void = () => undefined
    return {
      post: (request) => {
        if (request.kind === 'shutdown') setImmediate(exit)
        if (request.kind === 'command') setImmediate(() => say(answer(request)))
      },
      onMessage: (listener) => {
        say = listener
        setImmediate(() => say({ kind: 'ready' }))
      },
      onExit: (listener) => {
        exit = () => listener({ code: 0, detail: '' })
      },
      kill: () => exit(),
    }
  }
  return {
    start,
    seen,
    goMissing: (now) => {
      missing = now
    },
  }
}

const background = filingModelFor('multilingual-e5-small')?.background ?? new Float32Array(DIMENSIONS)

/**
 * What all texts have in common, as the default model's vectors have it, plus a direction of the text's words at right
 * angles to it. Length one.
 */
export function wordVector(text: string): Float32Array {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']
  const own = new Float32Array(DIMENSIONS)
  for (const word of words) addWord(own, word)
  const common = background.reduce((sum, x) => sum + x * x, 0)
  const along = own.reduce((sum, x, i) => sum + x * (background[i] ?? 0), 0) / (common || 1)
  const free = own.map((x, i) => x - along * (background[i] ?? 0))
  const length = Math.hypot(...free) || 1
  const share = Math.sqrt(Math.max(0, 1 - common))
  return free.map((x, i) => (background[i] ?? 0) + (share * x) / length)
}

/** Pseudo-random signs that depend on the word alone; short words weigh less, as function words do. */
function addWord(into: Float32Array, word: string): void {
  let state = [...word].reduce((hash, c) => Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5) || 1
  const weight = Math.min(1, word.length / 5)
  for (let i = 0; i < DIMENSIONS; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    into[i] = (into[i] ?? 0) + ((state & 1) === 0 ? weight : -weight)
  }
}
