import type { BucketId, MessageId } from '@shared/ids'
import type { Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import { ownBackground } from './background'
import { type Divisible, divide, type Side } from './division'
import { readTurn, wholeTurn } from './informativeness'
import { findMixture, type Lying, type Mixture } from './mixture'
import type { FilingModel } from './model'
import type { SimilarityCalibration } from './similarity'
import type { WordCounts } from './statistics'
import type { TurnReader } from './turn-reader'
import type { BucketProfile } from './types'

/** A bucket's newest so many messages are looked at. */
const NEWEST = 2_000
/** Messages read before everything else has its turn. */
const READ_AT_ONCE = 20

export interface DividingPorts {
  store: Store
  embedder: Embedder
  fitted(): { model: FilingModel; calibration: SimilarityCalibration }
  statistics: WordCounts
  reader: TurnReader
  profiles(): readonly BucketProfile[]
}

/** Reads buckets as they can be divided. */
export class Dividing {
  constructor(private readonly ports: DividingPorts) {}

  /** In order; a message without a vector is left out if none can be made now. */
  async messages(bucket: BucketId): Promise<Divisible[]> {
    return (await this.lying(bucket)).map(({ read: { turn, centred, weight, terms } }) => ({
      id: turn.id,
      role: turn.role,
      vector: centred,
      weight,
      stretchId: turn.stretchId,
      terms,
    }))
  }

  /** The two topics a bucket has become; null if it is one, as far as can be seen. */
  async mixture(bucket: BucketId, breathe: () => Promise<void> = async () => undefined): Promise<Mixture | null> {
    const { statistics, fitted } = this.ports
    const lying = await this.lying(bucket, breathe)
    return findMixture(lying, this.background(), statistics, fitted().calibration)
  }

  /** How it falls into two: as the topics it has become, else along what differs most. */
  async byItself(bucket: BucketId): Promise<Map<MessageId, 0 | 1>> {
    const mixture = await this.mixture(bucket)
    const messages = await this.messages(bucket)
    if (mixture === null) return divide(messages, [null, null])
    const [one, two] = ([0, 1] as const).map((side) => sideOf(messages, mixture, side))
    const rest = divide(messages, [one ?? null, two ?? null])
    return new Map(messages.map(({ id }) => [id, mixture.sides.get(id) ?? rest.get(id) ?? 0]))
  }

  private background(): Float32Array {
    return ownBackground(this.ports.profiles(), this.ports.fitted().model.background)
  }

  private async lying(bucket: BucketId, breathe: () => Promise<void> = async () => undefined): Promise<Lying[]> {
    const { store, embedder, fitted, reader, statistics } = this.ports
    const { model } = fitted()
    const background = this.background()
    const newest = (await store.messages.ofBucketWithVectors(bucket, embedder.modelId, 100_000)).slice(-NEWEST)
    // a vector that is missing is made by who holds the lock, and taken into the bucket's profile
    const stored = newest.filter(({ vector }) => vector !== null)
    const sittings = new Map(stored.map(({ message }) => [message.id, message.segmentId ?? message.ts.slice(0, 10)]))
    const out: Lying[] = []
    for (const turn of await reader.readWhatIsThere(stored)) {
      const read = wholeTurn(readTurn(turn, statistics, model), background)
      out.push({ read, sitting: sittings.get(turn.id) ?? '' })
      if (out.length % READ_AT_ONCE === 0) await breathe()
    }
    return out
  }
}

/** What one half of a mixture holds, for messages that were not looked at. */
function sideOf(messages: readonly Divisible[], { sides }: Mixture, side: 0 | 1): Side {
  const vector = new Float32Array(messages[0]?.vector.length ?? 0)
  for (const { id, vector: own, weight } of messages)
    if (sides.get(id) === side)
      for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) + weight * (own[i] ?? 0)
  return { vector, terms: new Set(), fixed: true }
}
