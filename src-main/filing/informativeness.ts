/**
 * How much topic a turn carries: "Yes, that's fine" has none (01-domain, Filing). Read from the rarity of its words in the
 * person's own text, its length and its vector, never from a word list of one language.
 */

import type { TermStatistics } from '../language/term-statistics'
import { type FilingModel, linear, sigmoid } from './model'
import { rarity, termsOf } from './terms'
import { inTopicSpace } from './topic-space'
import type { FilingTurn } from './types'
import { dot, minus, norm } from './vectors'

/** What filing reads from a turn once and uses many times. */
export interface ReadTurn {
  turn: FilingTurn
  /** Different words of the turn. */
  terms: ReadonlySet<string>
  /** Its passage vector, as profiles sum it up. Float32Array of 384, length 1. */
  topic: Float32Array
  /** Informativeness: 0 (none) to 1. */
  weight: number
}

/** A turn with its vector less what all of the person's texts have in common; in which space, says who made it. */
export interface CentredTurn extends ReadTurn {
  centred: Float32Array
}

/** The inputs of the informativeness model; also what the fitting script reads. */
export function informativenessFeatures(
  role: FilingTurn['role'],
  terms: readonly string[],
  centred: Float32Array,
  statistics: TermStatistics,
): Record<string, number> {
  const rarities = [...new Set(terms)].map((word) => rarity(word, statistics)).sort((a, b) => b - a)
  const total = rarities.reduce((sum, value) => sum + value, 0)
  return {
    bias: 1,
    assistant: role === 'assistant' ? 1 : 0,
    logWords: Math.log1p(terms.length),
    logTotalRarity: Math.log1p(total),
    topRarity: ((rarities[0] ?? 0) + (rarities[1] ?? 0)) / 2,
    meanRarity: total / Math.max(1, rarities.length),
    distance: norm(centred),
  }
}

/**
 * Reads a turn: its words and its informativeness, which always goes by the shipped background, so that a turn weighs the same whenever
 * it is read.
 */
export function readTurn(turn: FilingTurn, statistics: TermStatistics, model: FilingModel): ReadTurn {
  const terms = termsOf(turn.text)
  const plain = minus(turn.vector, model.background)
  const features = informativenessFeatures(turn.role, terms, plain, statistics)
  const { informativeness } = model
  const weight = sigmoid(linear(informativeness.features, features) + dot(informativeness.own, plain))
  return { turn, terms: new Set(terms), topic: turn.vector, weight }
}

/** As turns are judged: in topic space. `background`: what is subtracted there (`judgedWithout`). */
export const judgedTurn = (read: ReadTurn, background: Float32Array, model: FilingModel): CentredTurn => ({
  ...read,
  centred: minus(inTopicSpace(read.topic, model), background),
})

/** As a bucket's messages are divided: whole vectors (ADR 14). `background`: the person's own (`ownBackground`). */
export const wholeTurn = (read: ReadTurn, background: Float32Array): CentredTurn => ({
  ...read,
  centred: minus(read.topic, background),
})

/** Informativeness of a turn, 0 to 1. */
export const turnWeight = (turn: FilingTurn, statistics: TermStatistics, model: FilingModel): number =>
  readTurn(turn, statistics, model).weight
