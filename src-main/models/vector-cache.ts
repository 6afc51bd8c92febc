import { createHash } from 'node:crypto'
import type { TextKind } from './types'

/** The newest vectors by text: a turn is embedded for recall, filing and search within a second. */
export class VectorCache {
  readonly #vectors = new Map<string, Float32Array>()

  constructor(private readonly capacity: number) {}

  /** A copy, or undefined. Reading makes it the newest. */
  get(kind: TextKind, text: string): Float32Array | undefined {
    const key = keyOf(kind, text)
    const vector = this.#vectors.get(key)
    if (!vector) return undefined
    this.#vectors.delete(key)
    this.#vectors.set(key, vector)
    return vector.slice()
  }

  /** Keeps a copy; the one that was not read for longest makes room. */
  set(kind: TextKind, text: string, vector: Float32Array): void {
    const key = keyOf(kind, text)
    this.#vectors.delete(key)
    this.#vectors.set(key, vector.slice())
    if (this.#vectors.size <= this.capacity) return
    const [oldest] = this.#vectors.keys()
    if (oldest !== undefined) this.#vectors.delete(oldest)
  }
}

const keyOf = (kind: TextKind, text: string): string =>
  `${kind}:${createHash('sha256').update(text).digest('base64url')}`
