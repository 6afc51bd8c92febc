/** Token counts by one fixed yardstick, o200k_base, for every budget of the product (07-settled, Memory). */
import { createRequire } from 'node:module'
import type * as O200k from 'gpt-tokenizer/encoding/o200k_base'

// Not named `require`: the bundle of the main process has one already.
const load = createRequire(import.meta.url)
let loaded: typeof O200k | null = null

/** Reading the vocabulary takes some 170 ms: only who counts pays for it, once. */
function tokenizer(): typeof O200k {
  loaded ??= load('gpt-tokenizer/encoding/o200k_base') as typeof O200k
  return loaded
}

/** Text is data: `<|endoftext|>` in it is counted as the characters it is made of, never as a control token. */
const AS_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
/**
 * The tokenizer takes quadratic time on a run of letters, blanks or signs without a break (100,000 Chinese characters: half a
 * minute), so such runs are counted in pieces. A seam can cost one token too many.
 */
const MAX_RUN = 200
/** One character (Tangut component 144) that is in the vocabulary by its bytes only. */
const SEVERAL_TOKENS = '\u{1888F}'
const CLASSES = ['[\\p{L}\\p{M}]', '\\s', '[^\\s\\p{L}\\p{M}\\p{N}]']
const LONG_RUN = new RegExp(CLASSES.map((c) => `${c}{${MAX_RUN + 1},}`).join('|'), 'gu')
const PIECE_OF_RUN = new RegExp(`[\\s\\S]{1,${MAX_RUN}}`, 'gu')

/** Number of o200k_base tokens of `text`. Linear in its length. */
export function countTokens(text: string): number {
  let count = 0
  for (const piece of pieces(text)) count += tokenizer().countTokens(piece, AS_TEXT)
  return count
}

/**
 * Where a lower-case word stands in the vocabulary of o200k_base, the commonest first; null for a word that is not in it as a
 * whole. The vocabulary was learnt from text in all languages, so the rank is a rough measure of how usual a word is in the world.
 */
export function vocabularyRank(word: string): number | null {
  const [rank, more] = tokenizer().encode(` ${word}`, AS_TEXT)
  return rank === undefined || more !== undefined ? null : rank
}

/**
 * The longest beginning of `text` that has at most `max` tokens, cut between graphemes; all of it if it fits. White space
 * at the cut goes.
 */
export function cutTokens(text: string, max: number): string {
  if (max <= 0) return ''
  let left = max
  let kept = ''
  for (const piece of pieces(text)) {
    const tokens = tokenizer().encode(piece, AS_TEXT)
    if (tokens.length <= left) {
      kept += piece
      left -= tokens.length
      continue
    }
    // A character cut in the middle decodes to a replacement mark: only what is really there is kept.
    const cut = commonPrefix(decoded(tokens.slice(0, left)), piece)
    return withinBudget(text, kept.length + cut, max)
  }
  return text
}

/**
 * The library keeps the first bytes of a character that was cut in the middle for its next call. A whole character of several tokens
 * before takes them out, so that no answer depends on what was asked before.
 */
function decoded(tokens: readonly number[]): string {
  tokenizer().decode(tokenizer().encode(SEVERAL_TOKENS, AS_TEXT))
  return tokenizer().decode(tokens)
}

/** Everything up to `end`, less what is needed to end between graphemes and to stay within `max` tokens. */
function withinBudget(text: string, end: number, max: number): string {
  let kept = text.slice(0, graphemeStart(text, end)).trimEnd()
  while (kept !== '' && countTokens(kept) > max) kept = kept.slice(0, graphemeStart(kept, kept.length - 1)).trimEnd()
  return kept
}

/** The last place between two graphemes at or before `end`. */
function graphemeStart(text: string, end: number): number {
  if (end >= text.length) return text.length
  // The longest graphemes in use, families of emoji, are some thirty code units long.
  const from = Math.max(0, end - 64)
  let start = from
  for (const { index } of graphemes.segment(text.slice(from, end + 64))) {
    if (from + index > end) break
    start = from + index
  }
  return start
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function commonPrefix(a: string, b: string): number {
  let i = 0
  while (i < a.length && a[i] === b[i]) i += 1
  return i
}

/** The parts of `text` between the seams of its long runs. Together they are the text. */
function pieces(text: string): string[] {
  const out: string[] = []
  let from = 0
  for (const run of text.matchAll(LONG_RUN)) {
    if (run.index > from) out.push(text.slice(from, run.index))
    out.push(...(run[0].match(PIECE_OF_RUN) ?? []))
    from = run.index + run[0].length
  }
  if (from < text.length) out.push(text.slice(from))
  return out
}
