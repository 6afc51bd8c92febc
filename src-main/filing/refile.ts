/**
 * A second look at stretches that lie in buckets already: each goes to the bucket it is clearly liker to (07-settled, Who decides,
 * finally). A stretch is judged when it is said, by what was known then; seen beside everything said since, some belong elsewhere.
 * Measured on dialogues, this look mends more than any other single step of filing (docs/filing.md).
 */
import type { BucketId, MessageId } from '@shared/ids'
import type { ReadTurn } from './informativeness'
import type { BucketProfile } from './types'
import { addInPlace, centredMean, dot, norm } from './vectors'

/** A bucket whose messages weigh less than this is judged half by what buckets are like in general: one line makes no topic. */
const GENERAL_WEIGHT = 10
/** Likeness of a stretch to a bucket of which nothing is known yet. */
const GENERAL_LIKENESS = 0.15
/** By how much another bucket has to be liker: what is about as good where it is stays. */
const CLEARLY = 0.03
/** Buckets that are looked at for each stretch; the looks after the first only weigh these again. */
const NEAREST = 8
/** With fewer stretches nobody can say what is usual. */
const FEWEST = 20
/**
 * A bucket gives a stretch away only while it holds so many others: what a young bucket is about is not known yet, and it would be
 * drained into the large ones before it could say. Two buckets that are one topic are merged, not drained.
 */
const STAYING = 4
/** Moves change what buckets are like; two or three looks settle it. */
const LOOKS = 8

/** Turns of one bucket that were judged together and that filing may move. */
export interface LyingStretch {
  /** First of its messages. */
  id: MessageId
  messageIds: readonly MessageId[]
  bucket: BucketId
  /** Σ informativeness × topic vector. */
  sum: Float32Array
  weight: number
  /** Words with the number of its messages that hold them. */
  terms: ReadonlyMap<string, number>
}

export interface Refiling {
  stretch: LyingStretch
  to: BucketId
}

/** Turns in order, gathered by the stretch they were judged in. What is locked (a person's word) is left out. */
export function byStretch(turns: readonly ReadTurn[]): [first: ReadTurn, ...ReadTurn[]][] {
  const stretches = new Map<MessageId, [ReadTurn, ...ReadTurn[]]>()
  for (const read of turns) {
    const { locked, stretchId, id } = read.turn
    if (locked) continue
    const own = stretches.get(stretchId ?? id)
    if (own) own.push(read)
    else stretches.set(stretchId ?? id, [read])
  }
  return [...stretches.values()]
}

/** One bucket's turns as stretches that may be moved. */
export function lyingStretches(bucket: BucketId, turns: readonly ReadTurn[]): LyingStretch[] {
  return byStretch(turns).map((own) => {
    const [first] = own
    const sum = new Float32Array(first.topic.length)
    const terms = new Map<string, number>()
    let weight = 0
    for (const { topic, weight: of, terms: said } of own) {
      addInPlace(sum, topic, of)
      weight += of
      for (const word of said) terms.set(word, (terms.get(word) ?? 0) + 1)
    }
    return { id: first.turn.id, messageIds: own.map(({ turn }) => turn.id), bucket, sum, weight, terms }
  })
}

/** Sums of centred vectors, so that stretches can be taken out and put in. */
interface Heap {
  sum: Float32Array
  weight: number
}

export interface RefilingInput {
  stretches: readonly LyingStretch[]
  /** Buckets that may give and take, whole; every stretch's bucket is among them. */
  profiles: readonly BucketProfile[]
  /** The person's own (`ownBackground` over all their buckets). */
  background: Float32Array
  /** True for two buckets that a person holds apart. */
  barred(from: BucketId, to: BucketId): boolean
}

/**
 * What should be moved. Deterministic; does not depend on the order of its input. Looks again until nothing moves, so that what it
 * leaves is left in peace. Work of some milliseconds between two steps of the generator.
 */
export function* planRefiling(input: RefilingInput): Generator<void, Refiling[]> {
  const { background, barred } = input
  const heaps = new Map<BucketId, Heap>()
  for (const { id, sum, weight } of [...input.profiles].sort((a, b) => (a.id < b.id ? -1 : 1)))
    heaps.set(id, { sum: centredSum(sum, weight, background), weight })
  const items = [...input.stretches]
    .filter(({ bucket, weight }) => weight > 0 && heaps.has(bucket))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((stretch) => {
      const centred = centredMean(stretch.sum, stretch.weight, background)
      const length = norm(centred)
      return {
        stretch,
        length,
        unit: centred.map((v) => v / Math.max(length, 1e-9)),
        at: stretch.bucket,
        near: [] as BucketId[],
      }
    })
  if (items.length < FEWEST) return []
  // By how much stretches of this person's talk stand out from what all of it has in common.
  const mass = items.reduce((sum, { stretch }) => sum + stretch.weight, 0)
  const usual = items.reduce((sum, { stretch, length }) => sum + stretch.weight * length, 0) / mass
  yield
  const likeness = ({ sum, weight }: Heap, unit: Float32Array, without: LyingStretch | null): number => {
    const own = without === null ? 0 : dot(without.sum, unit) - without.weight * dot(background, unit)
    const left = Math.max(0, weight - (without?.weight ?? 0))
    return ((dot(sum, unit) - own) / usual + GENERAL_WEIGHT * GENERAL_LIKENESS) / (left + GENERAL_WEIGHT)
  }
  const holds = new Map<BucketId, number>()
  for (const { at } of items) holds.set(at, (holds.get(at) ?? 0) + 1)
  for (let look = 0; look < LOOKS; look++) {
    let moved = false
    for (const item of items) {
      const { stretch, unit, at } = item
      const from = heaps.get(at)
      if (from === undefined || (holds.get(at) ?? 0) <= STAYING) continue
      const others = item.near.length === 0 ? [...heaps.keys()] : item.near
      const scored = others
        .flatMap((id) => {
          const heap = heaps.get(id)
          if (heap === undefined || heap.weight < 1e-6 || id === at || barred(stretch.bucket, id)) return []
          return [{ id, score: likeness(heap, unit, null) }]
        })
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      if (item.near.length === 0) item.near = [stretch.bucket, ...scored.slice(0, NEAREST).map(({ id }) => id)]
      const [best] = scored
      const to = best && heaps.get(best.id)
      if (best && to && best.score > likeness(from, unit, stretch) + CLEARLY) {
        carry(stretch, background, from, -1)
        carry(stretch, background, to, 1)
        holds.set(at, (holds.get(at) ?? 0) - 1)
        holds.set(best.id, (holds.get(best.id) ?? 0) + 1)
        item.at = best.id
        moved = true
      }
      yield
    }
    if (!moved) break
  }
  return items.filter(({ stretch, at }) => at !== stretch.bucket).map(({ stretch, at }) => ({ stretch, to: at }))
}

function centredSum(sum: Float32Array, weight: number, background: Float32Array): Float32Array {
  const out = sum.slice()
  addInPlace(out, background, -weight)
  return out
}

/** Puts a stretch into a heap (`sign` 1) or takes it out (−1). */
function carry({ sum, weight }: LyingStretch, background: Float32Array, heap: Heap, sign: 1 | -1): void {
  addInPlace(heap.sum, sum, sign)
  addInPlace(heap.sum, background, -sign * weight)
  heap.weight = Math.max(0, heap.weight + sign * weight)
}
