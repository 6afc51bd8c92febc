import { createHash } from 'node:crypto'
import type { PassageVectors } from '../store/passages'
import type { TextKind } from './types'

interface Kept {
  vector: Float32Array
  /** Null where the text is one passage. */
  passages: PassageVectors | null
}

/** The newest vectors by text: a turn is embedded for recall, filing and search within a second. */
export class VectorCache {
  readonly #kept = new Map<string, Kept>()

  constructor(private readonly capacity: number) {}

  /** A copy, or undefined. Reading makes it the newest. */
  get(kind: TextKind, text: string): Float32Array | undefined {
    return this.#touch(keyOf(kind, text))?.vector.slice()
  }

  /** The vectors of a stored text's passages; undefined if the text is not here. */
  passages(text: string): PassageVectors | null | undefined {
    return this.#touch(keyOf('passage', text))?.passages
  }

  /** Keeps a copy; the one that was not read for longest makes room. */
  set(kind: TextKind, text: string, vector: Float32Array, passages: PassageVectors | null = null): void {
    const key = keyOf(kind, text)
    this.#kept.delete(key)
    this.#kept.set(key, { vector: vector.slice(), passages })
    if (this.#kept.size <= this.capacity) return
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#kept.delete(oldest)
  }

  #touch(key: string): Kept | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }
}

const keyOf = (kind: TextKind, text: string): string =>
  `${kind}:${createHash('sha256').update(text).digest('base64url')}`
