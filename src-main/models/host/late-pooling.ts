/**
 * Vectors of passages from the same pass over a text that gives the text's own vector: the model reads whole windows, and
 * what it says of the tokens of a passage is averaged. So passages cost no second reading, and each is read in its context.
 */
import type { Passage, PassageVectors } from '../../store/passages'

/** One window as the model read it. */
export interface ReadWindow {
  /** Its text without the prefix, and where that begins in the text. */
  text: string
  start: number
  /** What the model said of each token, row by row. */
  tokens: { data: Float32Array; from: number; count: number; dimensions: number }
  /** Tokens before the window's own (beginning mark, prefix); one token ends it. */
  before: number
}

/** Mean of `count` rows from row `from` on, normalised. */
export function meanOf({ data, from, count, dimensions }: ReadWindow['tokens']): Float32Array {
  const sum = new Float32Array(dimensions)
  addRows(sum, data, from, from + count, dimensions)
  return normalised(sum)
}

/** A vector for each passage; `count` gives the tokens of a piece of text without special tokens. */
export function poolPassages(
  passages: readonly Passage[],
  windows: readonly ReadWindow[],
  count: (piece: string) => number,
): PassageVectors {
  const dimensions = windows[0]?.tokens.dimensions ?? 0
  const sums = passages.map(() => new Float32Array(dimensions))
  for (const window of windows)
    for (const { passage, from, to } of rowsOfPassages(passages, window, count)) {
      const sum = sums[passage]
      if (sum) addRows(sum, window.tokens.data, window.tokens.from + from, window.tokens.from + to, dimensions)
    }
  const vectors = new Int8Array(passages.length * dimensions)
  for (const [i, sum] of sums.entries()) vectors.set(inBytes(sum), i * dimensions)
  return { passages: [...passages], vectors }
}

/** The tokens of a window that belong to each passage. Tokenizers give no places: pieces between the cuts are counted. */
function* rowsOfPassages(
  passages: readonly Passage[],
  { text, start, tokens, before }: ReadWindow,
  count: (piece: string) => number,
): Generator<{ passage: number; from: number; to: number }> {
  const end = start + text.length
  const inside = passages.flatMap((p) => [p.start, p.end]).filter((cut) => cut > start && cut < end)
  const cuts = [...new Set([start, ...inside, end])].sort((a, b) => a - b)
  const pieces = cuts.slice(1).map((cut, i) => {
    const from = cuts[i] ?? start
    return { from, to: cut, tokens: count(text.slice(from - start, cut - start)) }
  })
  const counted = pieces.reduce((sum, p) => sum + p.tokens, 0)
  const there = Math.max(0, tokens.count - before - 1)
  let done = 0
  for (const piece of pieces) {
    // Pieces may count a token more than the whole: their shares are what counts.
    const from = before + Math.round((done * there) / Math.max(1, counted))
    done += piece.tokens
    const to = before + Math.round((done * there) / Math.max(1, counted))
    for (const [passage, p] of passages.entries())
      if (piece.from >= p.start && piece.to <= p.end) yield { passage, from, to }
  }
}

function addRows(sum: Float32Array, data: Float32Array, from: number, to: number, dimensions: number): void {
  for (let row = from; row < to; row++)
    for (let i = 0, at = row * dimensions; i < dimensions; i++, at++) sum[i] = (sum[i] ?? 0) + (data[at] ?? 0)
}

function normalised(vector: Float32Array): Float32Array {
  let squares = 0
  for (const x of vector) squares += x * x
  const norm = Math.sqrt(squares)
  return norm > 0 ? vector.map((x) => x / norm) : vector
}

/** The direction of a vector in a byte a dimension. */
export function inBytes(vector: Float32Array): Int8Array {
  let most = 0
  for (const x of vector) most = Math.max(most, Math.abs(x))
  return Int8Array.from(vector, (x) => Math.round((x / (most || 1)) * 127))
}
