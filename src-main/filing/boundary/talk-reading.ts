/**
 * What the boundary model sees of a talk: likeness of what was said before and after each turn, shared words, lengths, roles.
 * Only the talk itself is read, no word list and no other message, so that it works in every language and on the first day.
 */

import type { TermStatistics } from '../../language/term-statistics'
import { WordCounts } from '../statistics'
import { rarity, termsOf } from '../terms'
import { addInPlace, cosine, dot, minus, norm } from '../vectors'

/** One message of a talk as the boundary model reads it. */
export interface SpokenTurn {
  role: 'user' | 'assistant'
  text: string
  /** Normalised passage vector, Float32Array of 384. */
  vector: Float32Array
}

const WIDTHS = [1, 2, 3, 5] as const
/** Turns looked back at for the nearest like one, and for words that were used before. */
const BACK = 6
const WORDS_BACK = 4
const WORDS_AFTER = 3
/** So many rare words make a turn count half. */
const TELLING_WORDS = 8
const QUESTION = /[?？؟՞][\s\p{Quotation_Mark}\p{Close_Punctuation}]*$/u

export interface ReadSpeech {
  user: 0 | 1
  /** Vector minus background, and the same at length 1. */
  centred: Float32Array
  unit: Float32Array
  length: number
  terms: ReadonlySet<string>
  logWords: number
  /** Asks something, by its last character. */
  asks: 0 | 1
}

/** What does not depend on the rest of the talk. */
export function readSpeech(turn: SpokenTurn, background: Float32Array): ReadSpeech {
  const centred = minus(turn.vector, background)
  const length = norm(centred)
  const words = termsOf(turn.text)
  return {
    user: turn.role === 'user' ? 1 : 0,
    centred,
    unit: length === 0 ? centred : centred.map((v) => v / length),
    length,
    terms: new Set(words),
    logWords: Math.log1p(words.length),
    asks: QUESTION.test(turn.text) ? 1 : 0,
  }
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const deviation = (values: readonly number[]): number => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

/** How deep each value lies between the nearest hills on both sides (TextTiling's depth, halved). */
export function depths(values: readonly number[]): number[] {
  const climb = (from: number, step: -1 | 1): number => {
    let at = from
    while ((values[at + step] ?? Number.NEGATIVE_INFINITY) >= (values[at] ?? 0)) at += step
    return values[at] ?? 0
  }
  return values.map((value, i) => (climb(i, -1) + climb(i, 1) - 2 * value) / 2)
}

/** A talk (or as much of it as was said) with what its cuts are judged by. */
export class TalkReading {
  private readonly statistics: TermStatistics
  private readonly weights: number[]
  /** Likeness of the windows around the cut before turn i + 1, for each width. */
  private readonly windows: { width: number; values: number[]; depth: number[]; middle: number; spread: number }[]
  private readonly adjacent: number[]
  private readonly meanLength: [assistant: number, user: number]
  private readonly askRate: [assistant: number, user: number]

  constructor(readonly turns: readonly ReadSpeech[]) {
    const counts = new Map<string, number>()
    for (const { terms } of turns) for (const word of terms) counts.set(word, (counts.get(word) ?? 0) + 1)
    const statistics = new WordCounts()
    statistics.load([...counts], turns.length)
    this.statistics = statistics
    this.weights = turns.map(({ terms }) => {
      const rarest = [...terms].map((word) => rarity(word, statistics)).sort((a, b) => b - a)
      const telling = rarest.slice(0, TELLING_WORDS).reduce((sum, value) => sum + value, 0)
      return telling / (telling + TELLING_WORDS)
    })
    const cuts = turns.slice(1).map((_, i) => i + 1)
    this.windows = WIDTHS.map((width) => {
      const values = cuts.map((at) => cosine(this.window(at - width, at), this.window(at, at + width)))
      return { width, values, depth: depths(values), middle: mean(values), spread: deviation(values) + 0.05 }
    })
    this.adjacent = cuts.map((at) => this.likeness(at - 1, at))
    const of = (user: 0 | 1) => turns.filter((turn) => turn.user === user)
    this.meanLength = [mean(of(0).map((t) => t.logWords)), mean(of(1).map((t) => t.logWords))]
    this.askRate = [mean(of(0).map((t) => t.asks)), mean(of(1).map((t) => t.asks))]
  }

  private window(from: number, to: number): Float32Array {
    const sum = new Float32Array(this.turns[0]?.unit.length ?? 0)
    for (let i = Math.max(0, from); i < Math.min(to, this.turns.length); i++) {
      const turn = this.turns[i]
      if (turn !== undefined) addInPlace(sum, turn.unit, this.weights[i] ?? 0)
    }
    return sum
  }

  private likeness(a: number, b: number): number {
    const [one, two] = [this.turns[a], this.turns[b]]
    return one === undefined || two === undefined ? 0 : dot(one.unit, two.unit)
  }

  private words(from: number, to: number): Set<string> {
    return new Set(this.turns.slice(Math.max(0, from), to).flatMap(({ terms }) => [...terms]))
  }

  private share(of: ReadonlySet<string>, within: ReadonlySet<string>): number {
    let total = 0
    let shared = 0
    for (const word of of) {
      const rare = rarity(word, this.statistics)
      total += rare
      if (within.has(word)) shared += rare
    }
    return total === 0 ? 0 : shared / total
  }

  /** The inputs for a cut before turn `at` (1 or more); what lies beyond the end of the reading counts as nothing. */
  features(at: number): Record<string, number> {
    const { turns } = this
    const own = turns[at]
    const previous = turns[at - 1]
    if (own === undefined || previous === undefined) throw new RangeError(`no cut before turn ${at}`)
    const next = turns[at + 1]
    const earlier = turns[at - 2]
    const n = turns.length
    const back = Array.from({ length: Math.min(at, BACK) }, (_, i) => at - 1 - i)
    const all = Array.from({ length: at }, (_, i) => this.likeness(i, at))
    const ofRole = back.filter((i) => turns[i]?.user === own.user).map((i) => all[i] ?? 0)
    const before = this.words(at - WORDS_BACK, at)
    const out: Record<string, number> = {
      bias: 1,
      user: own.user,
      userBefore: previous.user,
      userNext: next?.user ?? 0.5,
      userEarlier: earlier?.user ?? 0.5,
      sameRole: own.user === previous.user ? 1 : 0,
      adjacent: this.adjacent[at - 1] ?? 0,
      adjacentMean: mean(this.adjacent),
      adjacentBefore: this.adjacent[at - 2] ?? 0,
      adjacentNext: this.adjacent[at] ?? 0,
      bridge: this.likeness(at - 1, at + 1),
      skip: this.likeness(at - 2, at),
      nearest: Math.max(...back.map((i) => all[i] ?? 0)),
      nearestEver: Math.max(...all),
      sameRoleLast: ofRole[0] ?? 0,
      sameRoleNearest: ofRole.length === 0 ? 0 : Math.max(...ofRole),
      weight: this.weights[at] ?? 0,
      weightBefore: this.weights[at - 1] ?? 0,
      weightNext: this.weights[at + 1] ?? 0,
      words: own.logWords,
      wordsBefore: previous.logWords,
      wordsNext: next?.logWords ?? 0,
      wordsEarlier: earlier?.logWords ?? 0,
      wordsBesideMean: own.logWords - this.meanLength[own.user],
      asks: own.asks,
      asksBefore: previous.asks,
      asksNext: next?.asks ?? 0,
      asksEarlier: earlier?.asks ?? 0,
      askRateUser: this.askRate[1],
      askRateAssistant: this.askRate[0],
      userAsks: own.asks * own.user,
      sharedBefore: this.share(own.terms, previous.terms),
      shared: this.share(own.terms, before),
      sharedEver: this.share(own.terms, this.words(0, at)),
      sharedAfter: this.share(this.words(at, at + WORDS_AFTER), before),
      place: at / n,
      logAt: Math.log(at),
      logLeft: Math.log(n - at),
      logTurns: Math.log(n),
      first: at === 1 ? 1 : 0,
      second: at === 2 ? 1 : 0,
      last: at === n - 1 ? 1 : 0,
      distance: own.length,
      userShare: mean(turns.map(({ user }) => user)),
    }
    for (const { width, values, depth, middle, spread } of this.windows) {
      const value = values[at - 1] ?? 0
      out[`windows${width}`] = value
      out[`depth${width}`] = depth[at - 1] ?? 0
      out[`standing${width}`] = (value - middle) / spread
    }
    out.windowsMean = this.windows[1]?.middle ?? 0
    out.windowsSpread = this.windows[2]?.spread ?? 0
    out.windowsLeast = Math.min(...(this.windows[3]?.values ?? [0]))
    return out
  }
}
