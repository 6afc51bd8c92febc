/** Words as evidence: how rare a word is in the person's own text, and how much two word counts have in common. */
import { withoutBoilerplate } from '../language/boilerplate'
import { evidenceOf, guessLanguages } from '../language/function-words'
import type { TermStatistics } from '../language/term-statistics'
import { words } from '../language/words'

/** Enough to know what a turn is about; a pasted text of 10,000 characters is not read to its end. */
const WORDS_READ = 300
/**
 * Cold start: before the person has written anything, a word counts as if it had been seen in so many of so many imagined
 * messages. Short words are the common ones in every alphabet, so they start as less telling.
 */
const PRIOR_DOCUMENTS = 30
const PRIOR_SHARE = 0.02
const PRIOR_SHARE_SHORT = 0.15

/** Texts whose words are remembered: with every turn the whole talk under way is read again. */
const REMEMBERED = 1024
const remembered = new Map<string, readonly string[]>()
let limit = REMEMBERED

/** Scripts that read the same thousands of texts many times may remember more of them. */
export function rememberTerms(texts: number): void {
  limit = texts
}

/** The words of a text that filing reads, in order, repeats included; none that a program put there. */
export function termsOf(text: string): readonly string[] {
  const read = text.slice(0, WORDS_READ * 12)
  const known = remembered.get(read)
  if (known !== undefined) return known
  const terms = words(withoutBoilerplate(read)).slice(0, WORDS_READ)
  const [oldest] = remembered.size >= limit ? remembered.keys() : []
  if (oldest !== undefined) remembered.delete(oldest)
  remembered.set(read, terms)
  return terms
}

/** A letter of an alphabet or a digit by itself is no evidence to a person; one character of Chinese may be. */
const ONE_LETTER = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u

const isShort = (word: string): boolean =>
  word.length <= 3 && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(word)

/** Inverse document frequency in the person's own messages, 0 or more; about 3.9 for an unseen word, near 0 for one in every message. */
export function rarity(word: string, statistics: TermStatistics): number {
  const prior = PRIOR_DOCUMENTS * (isShort(word) ? PRIOR_SHARE_SHORT : PRIOR_SHARE)
  const share = (statistics.frequency(word) + prior) / (statistics.documents + PRIOR_DOCUMENTS)
  return Math.max(0, -Math.log(Math.min(1, share)))
}

/** Number of messages that contain each word. */
export type TermCounts = ReadonlyMap<string, number>

/**
 * Cosine of two word counts, each word weighted by the square of its rarity: 0 to 1. The square is what makes the few words that are a
 * topic's own outweigh the many that any long text holds (docs/filing.md).
 */
export function termSimilarity(a: TermCounts, b: TermCounts, statistics: TermStatistics): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const [word, count] of small) {
    const other = large.get(word)
    if (other !== undefined && !statistics.isCommon?.(word)) shared += count * other * rarity(word, statistics) ** 4
  }
  if (shared === 0) return 0
  return shared / Math.sqrt(termMass(a, statistics) * termMass(b, statistics))
}

function termMass(counts: TermCounts, statistics: TermStatistics): number {
  let mass = 0
  for (const [word, count] of counts) mass += count ** 2 * rarity(word, statistics) ** 4
  return mass
}

/** Words both sides hold, most telling first, at most `limit`; words everybody uses all the time, and words of grammar and courtesy, are left out. */
export function sharedTerms(a: TermCounts, b: TermCounts, statistics: TermStatistics, limit: number): string[] {
  const shared: { word: string; score: number }[] = []
  const languages = guessLanguages([...a.keys(), ...b.keys()])
  for (const [word, count] of a) {
    if (evidenceOf(word, languages) !== null || ONE_LETTER.test(word) || statistics.isCommon?.(word)) continue
    const other = b.get(word)
    const rare = rarity(word, statistics)
    if (other !== undefined && rare > 1) shared.push({ word, score: Math.sqrt(count * other) * rare })
  }
  shared.sort((x, y) => y.score - x.score || (x.word < y.word ? -1 : 1))
  return shared.slice(0, limit).map((term) => term.word)
}
