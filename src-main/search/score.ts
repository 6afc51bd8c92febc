/** How well found messages answer a query: pure arithmetic on what the index gave (docs/search.md). */
import type { MessageId } from '@shared/ids'
import type { ReadMessage } from '../store/repositories/search/reading'
import type { Evidence, EvidenceRow } from '../store/repositories/search/search'
import type { Wanted } from '../store/repositories/search/vocabulary'
import { termCounts } from '../store/search-terms'
import { retellings } from './retelling'
import type { TimeSpan } from './time-words'

/** What speaks for one message. Words count as shares of all the query asks for, likeness as a cosine. */
export interface Features {
  /** Its own words. */
  own: number
  /** Those of its best passage, each as often as it stands there. Before it is read: its own words. */
  passage: number
  /** Its words and those around it: talk goes on, and “the second one” is about what was said before. */
  window: number
  /** Of its best passage. */
  likeness: number
  /** Likeness of what was said just after it and just before: an answer tells what a question was about. */
  next: number
  previous: number
  /** 1 for a person's words, 0 for the assistant's. */
  person: number
  /** 1 if the question names who said it. */
  speaker: number
  /** How near it lies to a time that the question names: 1 within it. */
  when: number
  /** Words in the title and synopsis of its segment. */
  synopsis: number
  /** How much of what is asked for a later talk holds as well, and an earlier one: what is told first is what is come back to. */
  takenUp: number
  repeats: number
}
export type Weights = Features & { bias: number }

/** Fitted numbers of one embedding model; `text` is for queries without a vector. */
export interface SearchCalibration {
  embeddingModelId: string
  /** Mean of query vectors: what all questions have in common. */
  queryCentre: Float32Array
  hybrid: Weights
  text: Weights
  vector: Weights
  /** For what is short and stands alone: memories, and what sums a segment up. */
  short: Record<'hybrid' | 'text' | 'vector', Weights>
}

export interface Scored {
  row: EvidenceRow
  messageId: MessageId
  features: Features
  /** About how probable it is that this answers the query, 0 to 1. */
  score: number
  /** It holds a word of the query that hardly anything else holds. */
  telling: boolean
  /** Where in the message the answer stands, for those that were read. */
  place: { start: number; end: number } | null
}

/** Neighbours at both sides whose words count. */
export const NEIGHBOURS = 3
/** BM25: how fast repetition saturates, and how much length counts for a message and for a window. */
const K1 = 1.2
const B_OWN = 0.4
const B_WINDOW = 0.5
const B_PASSAGE = 0.4
/** A window holds about so many messages' worth of chances to hold a word; fewer at the ends of a talk. */
const WINDOW_MESSAGES = 6

/**
 * Cold start: before much was said, a word counts as if it had been seen in so many of so many imagined messages. Short
 * words of an alphabet are the common ones, so they start as less telling.
 */
const IMAGINED = 30
const SHARE = 0.02
const SHARE_SHORT = 0.3
const SHARE_GRAMMAR = 0.95
const SHORT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,2}$/u

/** Share of all messages that hold a word. */
function shareOf({ term, documents }: Wanted, n: number, grammar: ReadonlySet<string>): number {
  const imagined = IMAGINED * (grammar.has(term) ? SHARE_GRAMMAR : SHORT.test(term) ? SHARE_SHORT : SHARE)
  return Math.min(1, (documents + imagined) / (n + IMAGINED))
}

/** BM25's inverse document frequency for a share of `n` documents. */
const rarity = (share: number, n: number): number => Math.log(1 + (n * (1 - share) + 0.5) / (n * share + 0.5))

/** How telling each wanted word is, and all of them together. */
interface Rarities {
  own: number[]
  around: number[]
  mass: number
  /** Of a word that one message holds. */
  most: number
}

function raritiesOf({ wanted, documents: n, rows }: Evidence, grammar: ReadonlySet<string>): Rarities {
  const names = namesIn(wanted, rows, grammar)
  const shares = wanted.map((w) => shareOf(w, n, grammar))
  const weigh = (of: (share: number) => number) =>
    shares.map((s, i) => (names.has(i) ? 0 : rarity(of(s), n + IMAGINED)))
  const own = weigh((s) => s)
  const around = weigh((s) => 1 - (1 - s) ** WINDOW_MESSAGES)
  const rarest = shareOf({ term: 'rarest', forms: [], documents: 1 }, n, grammar)
  return { own, around, mass: own.reduce((sum, r) => sum + r, 0) || 1, most: rarity(rarest, n + IMAGINED) }
}

/**
 * Places of the words that name somebody who speaks. Who says a name is mostly speaking to whom it belongs (“Wow, Caroline!”),
 * so that names are looked for among the authors and not in what was said; unless nothing else is asked for.
 */
function namesIn(wanted: readonly Wanted[], rows: readonly EvidenceRow[], grammar: ReadonlySet<string>): Set<number> {
  const authors = new Set([...new Set(rows.map((r) => r.author))].flatMap((author) => [...termCounts(author).keys()]))
  const names = new Set(wanted.flatMap(({ term }, i) => (authors.has(term) ? [i] : [])))
  const isMore = wanted.some(({ term }, i) => !names.has(i) && !grammar.has(term))
  return isMore ? names : new Set()
}

/** Scores every candidate, best first; of equals the newer. */
export function scoreEvidence(
  evidence: Evidence,
  grammar: ReadonlySet<string>,
  weightsFor: (row: EvidenceRow) => Weights,
  { neighbours = true, times = [] }: { neighbours?: boolean; times?: readonly TimeSpan[] } = {},
): Scored[] {
  const { rows } = evidence
  const asked = new Set(evidence.wanted.map((w) => w.term))
  const rarities = raritiesOf(evidence, grammar)
  const meanLength = Math.max(1, evidence.meanLength)
  const told = neighbours ? retellings(rows, rarities.own) : []
  const scored = rows.flatMap((row, i) => {
    const { messageId } = row
    if (messageId === null) return []
    const window = neighbours ? rowsAround(rows, i) : [row]
    const own = bm25(rarities.own, countsOf([row]), row.length / meanLength, B_OWN) / rarities.mass
    const length = window.reduce((sum, r) => sum + r.length, 0) / (meanLength * (2 * NEIGHBOURS + 1))
    const features: Features = {
      own,
      passage: own,
      window: bm25(rarities.around, countsOf(window), length, B_WINDOW) / rarities.mass,
      likeness: row.likeness ?? 0,
      next: neighbours ? likenessBeside(rows, i, 1) : 0,
      previous: neighbours ? likenessBeside(rows, i, -1) : 0,
      person: row.bySomebody ? 1 : 0,
      speaker: row.author !== '' && [...termCounts(row.author).keys()].some((term) => asked.has(term)) ? 1 : 0,
      when: row.at === null ? 0 : nearnessTo(times, row.at),
      synopsis: row.talkHolds.reduce((sum, word) => sum + (rarities.own[word] ?? 0), 0) / rarities.mass,
      takenUp: told[i]?.takenUp ?? 0,
      repeats: told[i]?.repeats ?? 0,
    }
    const telling = row.holds.some((word) => (rarities.own[word] ?? 0) >= TELLING * rarities.most)
    return [{ row, messageId, features, score: probability(features, weightsFor(row)), telling, place: null }]
  })
  return scored.sort(bestFirst)
}

/** Scores those that were read again, by their passages; the others stay as they are. Best first. */
export function rescore(
  scored: readonly Scored[],
  read: readonly ReadMessage[],
  evidence: Evidence,
  grammar: ReadonlySet<string>,
  weightsFor: (row: EvidenceRow) => Weights,
): Scored[] {
  const rarities = raritiesOf(evidence, grammar)
  const passages = read.flatMap((m) => m.passages)
  const meanLength = Math.max(1, passages.reduce((sum, p) => sum + p.length, 0) / Math.max(1, passages.length))
  const byNumber = new Map(read.map((m) => [m.number, m.passages]))
  return scored
    .map((candidate): Scored => {
      const own = byNumber.get(candidate.row.number)
      if (!own) return candidate
      const weights = weightsFor(candidate.row)
      let passage = 0
      let likeness: number | null = null
      let best: { start: number; end: number; sum: number } | null = null
      for (const p of own) {
        const words = bm25(rarities.own, p.counts, p.length / meanLength, B_PASSAGE) / rarities.mass
        passage = Math.max(passage, words)
        if (p.likeness !== null) likeness = Math.max(likeness ?? -1, p.likeness)
        const sum = (weights.own + weights.passage) * words + weights.likeness * (p.likeness ?? 0)
        if (!best || sum > best.sum) best = { start: p.start, end: p.end, sum }
      }
      const features = {
        ...candidate.features,
        passage,
        likeness: likeness ?? candidate.features.likeness,
      }
      const place = best && own.length > 1 ? { start: best.start, end: best.end } : null
      return { ...candidate, features, place, score: probability(features, weights) }
    })
    .sort(bestFirst)
}

/**
 * Less probable answers are noise, unless they hold a rare word or most of what was asked for. Of questions with an
 * answer 0.94 (LoCoMo) and 1.00 (assistant) had a hit this probable, of those of the other file 0.12 and 0.20 (docs/search.md).
 */
export const FLOOR = 0.15
const MOST_OF_IT = 0.45
/** A word this near to the rarest there can be is looked for itself. */
const TELLING = 0.75

/** Worth showing: the rest is left out, so that nothing relevant means an empty list. */
export function isAnswer({ score, features, telling }: Scored): boolean {
  return telling || score >= FLOOR || Math.max(features.own, features.passage) >= MOST_OF_IT
}

const bestFirst = (a: Scored, b: Scored): number => b.score - a.score || b.row.number - a.row.number

export function probability(f: Features, w: Weights): number {
  let sum = w.bias
  for (const name of FEATURES) sum += w[name] * f[name]
  return 1 / (1 + Math.exp(-sum))
}

/** In the order the fitting script lists them. */
export const FEATURES = [
  'own',
  'passage',
  'window',
  'likeness',
  'next',
  'previous',
  'person',
  'speaker',
  'when',
  'synopsis',
  'takenUp',
  'repeats',
] as const satisfies readonly (keyof Features)[]

/** How many of the rows hold each wanted word. */
function countsOf(rows: readonly EvidenceRow[]): Iterable<[word: number, times: number]> {
  const times = new Map<number, number>()
  for (const row of rows) for (const word of row.holds) times.set(word, (times.get(word) ?? 0) + 1)
  return times
}

/** @param length in mean lengths */
function bm25(
  rarities: readonly number[],
  counts: Iterable<[word: number, times: number]>,
  length: number,
  b: number,
): number {
  const damping = K1 * (1 - b + b * length)
  let sum = 0
  for (const [word, times] of counts) sum += ((rarities[word] ?? 0) * times * (K1 + 1)) / (times + damping)
  return sum
}

const DAY = 86_400_000
/** Days in which nearness falls to a third: of what lies before the time that is named, and after it, when it is told of. */
const BEFORE = 2 * DAY
const AFTER = 7 * DAY

function nearnessTo(times: readonly TimeSpan[], at: number): number {
  let nearest = 0
  for (const { from, to } of times) {
    const away = at < from ? (from - at) / BEFORE : at >= to ? (at - to) / AFTER : 0
    nearest = Math.max(nearest, Math.exp(-away))
  }
  return nearest
}

/** The message and up to three before and after it in its segment. */
function rowsAround(rows: readonly EvidenceRow[], i: number): EvidenceRow[] {
  const here = rows[i]
  if (!here) return []
  const around = [here]
  for (const step of [-1, 1]) {
    for (let d = 1; d <= NEIGHBOURS; d++) {
      const row = rows[i + step * d]
      // A sentinel between two messages takes a number; more than that is a gap that was not read.
      if (!row || here.segmentId === null || row.segmentId !== here.segmentId) break
      if (Math.abs(row.number - here.number) > NEIGHBOURS + 1) break
      around.push(row)
    }
  }
  return around
}

/** What stands at an end of a talk has no neighbour there, which is no evidence against it. */
const IN_PLACE_OF_A_NEIGHBOUR = 0.5

/** Likeness of the message just after (1) or before (-1) in the same segment; where there is none, a share of its own. */
function likenessBeside(rows: readonly EvidenceRow[], i: number, step: 1 | -1): number {
  const here = rows[i]
  const beside = rows[i + step]
  const own = IN_PLACE_OF_A_NEIGHBOUR * (here?.likeness ?? 0)
  if (!here || !beside || here.segmentId === null || beside.segmentId !== here.segmentId) return own
  // A sentinel between two messages takes a number.
  return Math.abs(beside.number - here.number) > 2 ? own : (beside.likeness ?? own)
}
