/**
 * A second look at stretches that lie in buckets already: each goes to the bucket it clearly belongs to (07-settled, Who decides,
 * finally). A stretch is judged when it is said, by what was known then; seen beside everything said since, some belong elsewhere.
 * It is the choice model that looks again, so words count as they did the first time. Measured on dialogues, this look mends more than
 * any other single step of filing (docs/filing.md).
 */
import type { BucketId, MessageId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { type CentredBucket, centre, choose } from './candidates'
import type { ReadTurn } from './informativeness'
import type { FilingModel } from './model'
import { emptyProfile } from './profile'
import type { BucketProfile } from './types'
import { addInPlace } from './vectors'

/** By how much of the log-odds another bucket has to be likelier: what is about as good where it is stays. */
const CLEARLY = 1
/** With fewer stretches nobody can say what is usual. */
const FEWEST = 20
/**
 * A bucket gives a stretch away only while it holds so many others: what a young bucket is about is not known yet, and it would be
 * drained into the large ones before it could say. Two buckets that are one topic are merged, not drained.
 */
const STAYING = 4
/** Moves change what buckets are like; two or three looks settle it. */
const LOOKS = 4

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

export interface RefilingInput {
  stretches: readonly LyingStretch[]
  /** Buckets that may give and take, whole; every stretch's bucket is among them. */
  profiles: readonly BucketProfile[]
  /** The person's own, in topic space (`judgedWithout` over all their buckets). */
  background: Float32Array
  statistics: TermStatistics
  model: FilingModel
  /** True for two buckets that a person holds apart. */
  barred(from: BucketId, to: BucketId): boolean
}

interface Item {
  stretch: LyingStretch
  profile: BucketProfile
  at: BucketId
  /** Buckets that are looked at for it; the looks after the first only weigh these again. Empty: not looked at yet. */
  near: readonly BucketId[]
}

/**
 * What should be moved. Deterministic; does not depend on the order of its input. Looks again until nothing moves, so that what it
 * leaves is left in peace. Work of some milliseconds between two steps of the generator.
 */
export function* planRefiling(input: RefilingInput): Generator<void, Refiling[]> {
  const { background, statistics, model, barred } = input
  const shelf = new Map<BucketId, CentredBucket>()
  for (const profile of [...input.profiles].sort((a, b) => (a.id < b.id ? -1 : 1)))
    shelf.set(profile.id, centre(profile, background, model))
  const items = [...input.stretches]
    .filter(({ bucket, weight }) => weight > 0 && shelf.has(bucket))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((stretch): Item => ({ stretch, profile: asProfile(stretch), at: stretch.bucket, near: [] }))
  if (items.length < FEWEST) return []
  yield
  const holds = new Map<BucketId, number>()
  for (const { at } of items) holds.set(at, (holds.get(at) ?? 0) + 1)
  for (let look = 0; look < LOOKS; look++) {
    let moved = false
    for (const item of items) {
      const { stretch, at } = item
      const from = shelf.get(at)
      if (from === undefined || (holds.get(at) ?? 0) <= STAYING) continue
      const without = centre(changed(from.profile, stretch, -1), background, model)
      const open = (item.near.length === 0 ? [...shelf.keys()] : [...new Set([...item.near, at])]).flatMap((id) =>
        id === at ? [without] : barred(stretch.bucket, id) ? [] : (shelf.get(id) ?? []),
      )
      const flow = { previous: null, earlier: new Set<string>(), boundaryLogit: 0, liesIn: at }
      const buckets = choose(item.profile, open, flow, background, statistics, model).flatMap(
        ({ bucket, probability }) => (bucket === null ? [] : [{ bucket, logit: Math.log(probability) }]),
      )
      if (item.near.length === 0) item.near = buckets.map(({ bucket }) => bucket.profile.id)
      const [best] = buckets
      const own = buckets.find(({ bucket }) => bucket.profile.id === at)
      if (best && own && best.logit > own.logit + CLEARLY) {
        const to = best.bucket.profile
        shelf.set(at, without)
        shelf.set(to.id, centre(changed(to, stretch, 1), background, model))
        holds.set(at, (holds.get(at) ?? 0) - 1)
        holds.set(to.id, (holds.get(to.id) ?? 0) + 1)
        item.at = to.id
        moved = true
      }
      yield
    }
    if (!moved) break
  }
  return items.filter(({ stretch, at }) => at !== stretch.bucket).map(({ stretch, at }) => ({ stretch, to: at }))
}

/** A stretch as the choice model reads it. When it was said plays no part: all of it lies in the past. */
const asProfile = ({ id, sum, weight, terms, messageIds }: LyingStretch): BucketProfile => ({
  ...emptyProfile({ id: `?${id}` as BucketId, title: '', status: 'ephemeral' }, sum.length),
  sum,
  weight,
  terms,
  messages: messageIds.length,
})

/** The bucket with a stretch put in (`sign` 1) or taken out (−1). */
function changed(profile: BucketProfile, stretch: LyingStretch, sign: 1 | -1): BucketProfile {
  const sum = profile.sum.slice()
  addInPlace(sum, stretch.sum, sign)
  const terms = new Map(profile.terms)
  for (const [word, count] of stretch.terms) {
    const left = (terms.get(word) ?? 0) + sign * count
    if (left > 0) terms.set(word, left)
    else terms.delete(word)
  }
  return {
    ...profile,
    sum,
    terms,
    weight: Math.max(1e-6, profile.weight + sign * stretch.weight),
    messages: profile.messages + sign * stretch.messageIds.length,
  }
}
