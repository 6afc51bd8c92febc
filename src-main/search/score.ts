/** How well found messages answer a query: pure arithmetic on what the index gave (docs/search.md). */
import type { MessageId } from '@shared/ids'
import type { Evidence, EvidenceRow } from '../store/repositories/search/search'
import type { Wanted } from '../store/repositories/search/vocabulary'

/** What speaks for one message. Words count as shares of all the query asks for, likeness as a cosine. */
export interface Features {
  /** Its own words. */
  own: number
  /** Its words and those around it: talk goes on, and “the second one” is about what was said before. */
  window: number
  likeness: number
  /** Mean likeness of the messages just before and after it. */
  near: number
}
export type Weights = Features & { bias: number }

/** Fitted numbers of one embedding model; `text` is for queries without a vector. */
export interface SearchCalibration {
  embeddingModelId: string
  /** Mean of query vectors: what all questions have in common, taken away before they are compared. */
  queryCentre: Float32Array
  hybrid: Weights
  text: Weights
  vector: Weights
}

export interface Scored {
  row: EvidenceRow
  messageId: MessageId
  features: Features
  /** About how probable it is that this answers the query, 0 to 1. */
  score: number
}

/** Neighbours at both sides whose words count. */
export const NEIGHBOURS = 3
/** BM25: how fast repetition saturates, and how much length counts for a message and for a window. */
const K1 = 1.2
const B_OWN = 0.4
const B_WINDOW = 0.5
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

/** Scores every candidate, best first; of equals the newer. */
export function scoreEvidence(
  evidence: Evidence,
  grammar: ReadonlySet<string>,
  weightsFor: (row: EvidenceRow) => Weights,
  neighbours = true,
): Scored[] {
  const { rows, wanted, documents: n } = evidence
  const shares = wanted.map((w) => shareOf(w, n, grammar))
  const own = shares.map((s) => rarity(s, n + IMAGINED))
  const around = shares.map((s) => rarity(1 - (1 - s) ** WINDOW_MESSAGES, n + IMAGINED))
  const mass = own.reduce((sum, r) => sum + r, 0) || 1
  const meanLength = Math.max(1, evidence.meanLength)
  const scored = rows.flatMap((row, i) => {
    const { messageId } = row
    if (messageId === null) return []
    const window = neighbours ? rowsAround(rows, i) : [row]
    const features: Features = {
      own: bm25(own, [row], B_OWN, meanLength) / mass,
      window: bm25(around, window, B_WINDOW, meanLength * (2 * NEIGHBOURS + 1)) / mass,
      likeness: row.likeness ?? 0,
      near: meanLikeness(row, window),
    }
    return [{ row, messageId, features, score: probability(features, weightsFor(row)) }]
  })
  return scored.sort((a, b) => b.score - a.score || b.row.number - a.row.number)
}

export function probability(f: Features, w: Weights): number {
  const sum = w.bias + w.own * f.own + w.window * f.window + w.likeness * f.likeness + w.near * f.near
  return 1 / (1 + Math.exp(-sum))
}

function bm25(rarities: readonly number[], rows: readonly EvidenceRow[], b: number, meanLength: number): number {
  const times = new Map<number, number>()
  let length = 0
  for (const row of rows) {
    length += row.length
    for (const word of row.holds) times.set(word, (times.get(word) ?? 0) + 1)
  }
  const damping = K1 * (1 - b + (b * length) / meanLength)
  let sum = 0
  for (const [word, tf] of times) sum += ((rarities[word] ?? 0) * tf * (K1 + 1)) / (tf + damping)
  return sum
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

function meanLikeness(here: EvidenceRow, window: readonly EvidenceRow[]): number {
  let sum = 0
  let n = 0
  for (const row of window) {
    if (row === here || row.likeness === null || Math.abs(row.number - here.number) > 2) continue
    sum += row.likeness
    n += 1
  }
  return n === 0 ? 0 : sum / n
}
