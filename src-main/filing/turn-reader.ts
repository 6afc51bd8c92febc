import { type BucketId, type MessageId, messageId } from '@shared/ids'
import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import type { Store } from '../store/protocol'
import type { MessageWithVector, StoredMessage } from '../store/types'
import { termsOf } from './terms'
import type { FilingTurn } from './types'

/** Stored messages as filing sees them, with their vectors and homes. */
export class TurnReader {
  /** Turns know the bucket they are found in; this is the one they were filed under before merges are followed. */
  private readonly homes = new WeakMap<FilingTurn, BucketId>()
  /** Words of the names of those who speak (imports bring names along). */
  private readonly speakers = new Set<string>()

  /** @param ports `keep` stores turns whose vectors were made, and takes them into the profiles of the homes they lie in. */
  constructor(
    private readonly ports: { store: Store; embedder: Embedder; keep: (turns: readonly FilingTurn[]) => Promise<void> },
  ) {}

  /** Vectors that are missing are made now, and kept: only for who holds the lock of the desk. @throws CatchmentError `model_missing` or `model_failed` */
  async read(stored: readonly MessageWithVector[]): Promise<FilingTurn[]> {
    const { embedder, keep } = this.ports
    const missing = stored.filter((s) => s.vector === null).map((s) => s.message)
    const made = new Map<MessageId, FilingTurn>()
    if (missing.length > 0) {
      const vectors = await embedder.embed(
        missing.map((m) => m.text),
        { kind: 'passage', priority: 'normal' },
      )
      missing.forEach((message, i) => {
        const vector = vectors[i]
        if (vector) made.set(message.id, this.turn(message, vector))
      })
      await keep([...made.values()])
    }
    return stored.flatMap(({ message, vector }) => {
      const turn = vector ? this.turn(message, vector) : made.get(message.id)
      return turn ? [turn] : []
    })
  }

  /** The same; without an embedding model only what has its vector already. */
  async readWhatIsThere(stored: readonly MessageWithVector[]): Promise<FilingTurn[]> {
    try {
      return await this.read(stored)
    } catch (error) {
      if (!isWithoutModel(error)) throw error
      return this.read(stored.filter((s) => s.vector !== null))
    }
  }

  /** One stored message with its vector. */
  turn(message: StoredMessage, vector: Float32Array): FilingTurn {
    const { author, homeBucketId, filedBy } = message
    // The name of a task that a reply comes from is made of words of its topic, and no speaker's.
    const isNamed = message.role === 'user' && author !== 'user'
    if (isNamed) for (const word of termsOf(author)) this.speakers.add(word)
    const turn: FilingTurn = {
      id: messageId.parse(message.id),
      role: message.role === 'assistant' ? 'assistant' : 'user',
      ...(isNamed && { author }),
      text: message.text,
      at: new Date(message.ts).getTime(),
      vector,
      bucketId: message.bucketId,
      stretchId: message.stretchId,
      locked: filedBy === 'person' || filedBy === 'model',
    }
    if (homeBucketId) this.homes.set(turn, homeBucketId)
    return turn
  }

  /** Where it was filed before merges are followed; null if it was not filed yet. */
  homeOf(turn: FilingTurn): BucketId | null {
    return this.homes.get(turn) ?? turn.bucketId
  }

  /** The word names somebody who speaks: it says nothing about what is spoken of. */
  readonly isSpeaker = (word: string): boolean => this.speakers.has(word.toLowerCase())
}
