/** Divides what lies in one bucket in two, by what was talked about: whole exchanges stay together (01-domain, `split`). */
import type { MessageId } from '@shared/ids'
import { addInPlace, cosine, dot, norm } from './vectors'

/** A message to be divided. */
export interface Divisible {
  id: MessageId
  role: 'user' | 'assistant'
  /** Topic vector with the background subtracted. */
  vector: Float32Array
  /** Informativeness, 0 to 1. */
  weight: number
  /** First message of the stretch it was judged in. */
  stretchId: MessageId | null
  terms: ReadonlySet<string>
}

/** What one side is to be about. */
export interface Side {
  /** Centred like the messages'. */
  vector: Float32Array
  /** Words of its name. */
  terms: ReadonlySet<string>
  /** It is what a bucket holds already, and does not follow what is divided. */
  fixed: boolean
}

/** Messages that are divided as one: what the person said and what was answered. */
export interface Unit {
  ids: MessageId[]
  vector: Float32Array
  terms: ReadonlySet<string>
}

const ROUNDS = 20
/** An exchange counts with half of the stretch it stands in: “and shorter, please” belongs to what it is about. */
const STRETCH_SHARE = 0.5
/** What a side's own words, said in an exchange, weigh beside a cosine. */
const WORDS = 0.3
/** What a name weighs beside the mean of what it has gathered. */
const NAME_SHARE = 0.5
const POWER_STEPS = 30

/** Exchanges of a bucket in order: each begins with what the person says, the answers belong to it. */
export function exchanges(messages: readonly Divisible[]): Unit[] {
  const stretches = new Map<MessageId, Float32Array>()
  for (const { id, stretchId, vector, weight } of messages) {
    const sum = stretches.get(stretchId ?? id) ?? new Float32Array(vector.length)
    addInPlace(sum, vector, weight)
    stretches.set(stretchId ?? id, sum)
  }
  const groups: Divisible[][] = []
  for (const message of messages) {
    const open = groups.at(-1)
    if (open === undefined || message.role === 'user') groups.push([message])
    else open.push(message)
  }
  return groups.map((group) => {
    const vector = new Float32Array(group[0]?.vector.length ?? 0)
    for (const { vector: own, weight } of group) addInPlace(vector, own, weight)
    const [first] = group
    const stretch = first && stretches.get(first.stretchId ?? first.id)
    if (stretch) addInPlace(vector, stretch, STRETCH_SHARE)
    return {
      ids: group.map(({ id }) => id),
      vector,
      terms: new Set(group.flatMap(({ terms }) => [...terms])),
    }
  })
}

/**
 * The side of every message: by what the two sides are said to be about; where one or both are not known, by what the bucket falls
 * into by itself. Pure and deterministic; one exchange or none goes to side 0.
 */
export function divide(
  messages: readonly Divisible[],
  sides: readonly [Side | null, Side | null],
): Map<MessageId, 0 | 1> {
  const units = exchanges(messages)
  const of = divideUnits(units, sides)
  return new Map(units.flatMap(({ ids }, i) => ids.map((id): [MessageId, 0 | 1] => [id, of[i] ?? 0])))
}

/** The side of each unit, in order. */
export function divideUnits(units: readonly Unit[], sides: readonly [Side | null, Side | null]): (0 | 1)[] {
  const [first] = units
  if (first === undefined) return []
  const own = ownWords(sides)
  const seeds = seedsOf(units, sides)
  let of = assigned(units, seeds, own)
  if (sides[0]?.fixed && sides[1]?.fixed) return of
  for (let round = 0; round < ROUNDS; round++) {
    const before = of
    const centres = ([0, 1] as const).map((side) => {
      const known = sides[side]
      if (known?.fixed) return known.vector
      const mean = sumOf(units.filter((_, i) => before[i] === side))
      if (mean === null) return seeds[side]
      return known === null ? mean : blended(mean, known.vector)
    }) as [Float32Array, Float32Array]
    of = assigned(units, centres, own)
    if (of.every((side, i) => side === before[i])) break
  }
  return of
}

function assigned(
  units: readonly Unit[],
  [one, two]: readonly [Float32Array, Float32Array],
  own: readonly [ReadonlySet<string>, ReadonlySet<string>],
): (0 | 1)[] {
  return units.map(({ vector, terms }) => {
    const toOne = cosine(vector, one) + WORDS * said(own[0], terms)
    const toTwo = cosine(vector, two) + WORDS * said(own[1], terms)
    return toOne >= toTwo ? 0 : 1
  })
}

const said = (words: ReadonlySet<string>, terms: ReadonlySet<string>): number =>
  words.size === 0 ? 0 : [...words].filter((word) => terms.has(word)).length / words.size

/** Words of one side's name that the other's does not hold. */
function ownWords([one, two]: readonly [Side | null, Side | null]): [ReadonlySet<string>, ReadonlySet<string>] {
  const without = (a: Side | null, b: Side | null) => new Set([...(a?.terms ?? [])].filter((w) => !b?.terms.has(w)))
  return [without(one, two), without(two, one)]
}

function seedsOf(
  units: readonly Unit[],
  [one, two]: readonly [Side | null, Side | null],
): [Float32Array, Float32Array] {
  if (one && two) return [one.vector, two.vector]
  if (one) return [one.vector, farthest(units, one.vector)]
  if (two) return [farthest(units, two.vector), two.vector]
  return apart(units)
}

/** Both halves along the direction in which the units differ most. */
function apart(units: readonly Unit[]): [Float32Array, Float32Array] {
  const unit = units.map(({ vector }) => {
    const length = norm(vector)
    return length === 0 ? vector : vector.map((v) => v / length)
  })
  const [first] = unit
  if (first === undefined) return [new Float32Array(), new Float32Array()]
  const mean = new Float32Array(first.length)
  for (const vector of unit) addInPlace(mean, vector, 1 / unit.length)
  const apart = unit.map((vector) => vector.map((v, i) => v - (mean[i] ?? 0)))
  let axis: Float32Array = apart.reduce((best, v) => (norm(v) > norm(best) ? v : best), apart[0] ?? mean)
  for (let step = 0; step < POWER_STEPS; step++) {
    const next = new Float32Array(axis.length)
    for (const vector of apart) addInPlace(next, vector, dot(vector, axis))
    const length = norm(next)
    if (length === 0) break
    axis = next.map((v) => v / length)
  }
  const sums: [Float32Array, Float32Array] = [new Float32Array(mean.length), new Float32Array(mean.length)]
  apart.forEach((vector, i) => {
    const own = unit[i]
    if (own) addInPlace(sums[dot(vector, axis) >= 0 ? 0 : 1], own, 1)
  })
  // The first thing said is on the first side.
  return cosine(first, sums[0]) >= cosine(first, sums[1]) ? sums : [sums[1], sums[0]]
}

function farthest(units: readonly Unit[], from: Float32Array): Float32Array {
  let best = from
  let lowest = Number.POSITIVE_INFINITY
  for (const { vector } of units) {
    const likeness = cosine(vector, from)
    if (likeness < lowest) {
      lowest = likeness
      best = vector
    }
  }
  return best
}

function sumOf(units: readonly Unit[]): Float32Array | null {
  const [first] = units
  if (first === undefined) return null
  const sum = new Float32Array(first.vector.length)
  for (const { vector } of units) addInPlace(sum, vector, 1)
  return sum
}

function blended(mean: Float32Array, name: Float32Array): Float32Array {
  const out = new Float32Array(mean.length)
  addInPlace(out, mean, (1 - NAME_SHARE) / Math.max(1e-9, norm(mean)))
  addInPlace(out, name, NAME_SHARE / Math.max(1e-9, norm(name)))
  return out
}
