/** Does a new stretch begin at this turn? A logistic model, fitted offline (01-domain, Filing; bench/fit/boundary.ts). */

import type { TermStatistics } from '../language/term-statistics'
import { answerFeatures } from './boundary-answers'
import { type CentredBucket, likenessTo } from './candidates'
import type { CentredTurn } from './informativeness'
import { linear, type TurnModel } from './model'
import { rarity } from './terms'
import { addInPlace, cosine, dot, norm } from './vectors'

/** Turns seen on either side of the cut; nearer ones count more. */
const BEFORE = 6
const AFTER = 4
const DECAY = 0.8

interface Side {
  vector: Float32Array
  mass: number
  terms: Set<string>
}

function side(turns: readonly CentredTurn[], nearestFirst: boolean): Side {
  const vector = new Float32Array(turns[0]?.centred.length ?? 0)
  const terms = new Set<string>()
  let mass = 0
  turns.forEach((read, i) => {
    const weight = read.weight * DECAY ** (nearestFirst ? i : turns.length - 1 - i)
    addInPlace(vector, read.centred, weight)
    mass += weight
    for (const word of read.terms) terms.add(word)
  })
  return { vector, mass, terms }
}

function sharedShare(of: ReadonlySet<string>, within: ReadonlySet<string>, statistics: TermStatistics): number {
  let total = 0
  let shared = 0
  for (const word of of) {
    const rare = rarity(word, statistics)
    total += rare
    if (within.has(word)) shared += rare
  }
  return total === 0 ? 0 : shared / total
}

/**
 * The inputs of the boundary model for a cut before `turns[at]`; also what the fitting script reads.
 * `start` is where the stretch under way began, `end` the first turn that may not be looked at (live: `at` + 1).
 */
export function boundaryFeatures(
  turns: readonly CentredTurn[],
  start: number,
  at: number,
  end: number,
  buckets: readonly CentredBucket[],
  statistics: TermStatistics,
): Record<string, number> {
  const own = turns[at]
  const previous = turns[at - 1]
  if (own === undefined || previous === undefined) throw new RangeError(`no cut before turn ${at}`)
  const before = side(turns.slice(Math.max(0, at - BEFORE), at), false)
  const after = side(turns.slice(at, Math.min(end, at + AFTER)), true)
  const stretch = side(turns.slice(start, at), false)
  const windows = cosine(before.vector, after.vector)
  let nearest = 0
  for (let i = Math.max(0, at - BEFORE); i < at; i++) {
    const read = turns[i]
    if (read !== undefined) nearest = Math.max(nearest, cosine(read.centred, own.centred) * Math.sqrt(read.weight))
  }
  const afterLength = norm(after.vector)
  let best: CentredBucket | undefined
  let bestScore = 0
  for (const bucket of buckets) {
    const score = likenessTo(bucket, after.vector, afterLength)
    if (score > bestScore) {
      best = bucket
      bestScore = score
    }
  }
  const pull = best === undefined ? 0 : bestScore - cosine(before.vector, best.centred)
  const ownBefore = cosine(own.centred, before.vector)
  const later = side(turns.slice(at + 1, Math.min(end, at + 1 + AFTER)), true)
  const wasAside = start === at - 1 && previous.turn.role === 'user' ? 1 : 0
  const answers = turns.slice(Math.max(0, at - BEFORE), at).filter(({ turn }) => turn.role === 'assistant').length
  return {
    bias: 1,
    windows,
    ownBefore,
    ownAway: own.weight * (1 - ownBefore),
    ownStretch: cosine(own.centred, stretch.vector),
    bridge: cosine(before.vector, later.vector),
    laterMass: Math.log1p(later.mass),
    wasAside,
    resumes: wasAside * Math.min(1, answers),
    dialogue: Math.min(1, answers),
    unanswered: previous.turn.role === 'user' ? Math.min(1, answers) : 0,
    stretchTurns: Math.log(at - start),
    stretch: cosine(stretch.vector, after.vector),
    nearest,
    weight: own.weight,
    weightAway: own.weight * (1 - windows),
    massBefore: Math.log1p(before.mass),
    massAfter: Math.log1p(after.mass),
    shared: sharedShare(own.terms, before.terms, statistics),
    sharedAfter: sharedShare(after.terms, stretch.terms, statistics),
    logGap: Math.log1p(Math.max(0, own.turn.at - previous.turn.at) / 60_000),
    longGap: own.turn.at - previous.turn.at > 20 * 60_000 ? 1 : 0,
    answered: previous.turn.role === 'assistant' ? 1 : 0,
    pull: pull * own.weight,
    pullScore: bestScore,
    buckets: buckets.length > 0 ? 1 : 0,
    ...answerFeatures(
      turns,
      at,
      end,
      { before: before.vector, stretch: stretch.vector, later: later.vector },
      before.terms,
      statistics,
    ),
  }
}

/** Log-odds that a new stretch begins before `turns[at]`. */
export function boundaryLogit(
  model: TurnModel,
  turns: readonly CentredTurn[],
  start: number,
  at: number,
  end: number,
  buckets: readonly CentredBucket[],
  statistics: TermStatistics,
): number {
  const own = turns[at]
  const previous = turns[at - 1]
  if (own === undefined || previous === undefined) return Number.NEGATIVE_INFINITY
  const features = boundaryFeatures(turns, start, at, end, buckets, statistics)
  return linear(model.features, features) + dot(model.own, own.centred) + dot(model.previous, previous.centred)
}
