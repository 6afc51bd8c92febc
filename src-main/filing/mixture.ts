/**
 * Has a bucket become several topics? A bucket is offered for division only where its two halves would not be taken for one topic by
 * the map that merges buckets, each is large enough to be one, and they are hardly ever talked about together
 * (docs/filing.md: what it finds, and what it offers falsely).
 */
import type { MessageId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { divideUnits, type Unit } from './division'
import type { CentredTurn } from './informativeness'
import { addReadTurns, emptyProfile } from './profile'
import { bucketSimilarity, type SimilarityCalibration } from './similarity'
import type { BucketProfile } from './types'
import { addInPlace } from './vectors'

/** Numbers behind the judgement; the bench tries others. */
export interface MixtureLimits {
  /** Each half has at least so many messages and stretches. */
  messages: number
  stretches: number
  /** Calibrated similarity of the halves is below this. */
  similarity: number
  /** At most this share of the smaller half's sittings are the other's as well. */
  together: number
}

export const MIXTURE: MixtureLimits = { messages: 10, stretches: 4, similarity: 0.05, together: 0.6 }

export interface Mixture {
  /** Side of every message that was looked at. */
  sides: Map<MessageId, 0 | 1>
  messages: [number, number]
  /** Calibrated probability that the two halves are one topic. */
  similarity: number
  /** Share of the smaller half's sittings in which the other was talked about as well. */
  together: number
}

/** A message of the bucket, in order, and the sitting it was said in. */
export interface Lying {
  read: CentredTurn
  sitting: string
}

/** Pure. Null: it is one topic, as far as can be seen. */
export function findMixture(
  lying: readonly Lying[],
  background: Float32Array,
  statistics: TermStatistics,
  calibration: SimilarityCalibration,
  limits: MixtureLimits = MIXTURE,
): Mixture | null {
  if (lying.length < 2 * limits.messages) return null
  const stretches = stretchesOf(lying)
  if (stretches.length < 2 * limits.stretches) return null
  const of = divideUnits(stretches.map(asUnit), [null, null])
  const halves = ([0, 1] as const).map((side) => stretches.filter((_, i) => of[i] === side)) as [Lying[][], Lying[][]]
  const messages = halves.map((half) => half.flat().length) as [number, number]
  if (halves.some((half) => half.length < limits.stretches) || messages.some((n) => n < limits.messages)) return null
  const sittings = halves.map((half) => new Set(half.flat().map(({ sitting }) => sitting))) as [
    Set<string>,
    Set<string>,
  ]
  const [few, many] = sittings[0].size <= sittings[1].size ? sittings : [sittings[1], sittings[0]]
  const shared = [...few].filter((sitting) => many.has(sitting)).length
  const together = shared / few.size
  if (together > limits.together) return null
  const [one, two] = halves.map((half) => profileOf(half.flat(), background, statistics)) as [
    BucketProfile,
    BucketProfile,
  ]
  const similarity = bucketSimilarity(one, two, background, calibration)
  if (similarity >= limits.similarity) return null
  const sides = new Map(
    stretches.flatMap((stretch, i) => stretch.map(({ read }): [MessageId, 0 | 1] => [read.turn.id, of[i] ?? 0])),
  )
  return { sides, messages, similarity, together }
}

/** Messages that were judged together, in the order of the first of them. */
function stretchesOf(lying: readonly Lying[]): Lying[][] {
  const out = new Map<MessageId, Lying[]>()
  for (const one of lying) {
    const key = one.read.turn.stretchId ?? one.read.turn.id
    const known = out.get(key)
    if (known) known.push(one)
    else out.set(key, [one])
  }
  return [...out.values()]
}

function asUnit(stretch: readonly Lying[]): Unit {
  const vector = new Float32Array(stretch[0]?.read.centred.length ?? 0)
  for (const { read } of stretch) addInPlace(vector, read.centred, read.weight)
  return { ids: stretch.map(({ read }) => read.turn.id), vector, terms: new Set() }
}

const profileOf = (half: readonly Lying[], background: Float32Array, statistics: TermStatistics): BucketProfile =>
  addReadTurns(
    emptyProfile({ id: '?' as BucketProfile['id'], title: '', status: 'active' }, background.length),
    half.map(({ read }) => read),
    statistics,
  )
