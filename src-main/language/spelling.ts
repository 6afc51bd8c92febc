/** Slips of the pen: a word that is one letter away from another one the person writes as well, and writes more. */
import { countTokens } from './tokens'

const MIN_LETTERS = 6
const LETTERS = /^\p{Script=Latin}+$/u
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * The right form of `word` (lower case) if it looks misspelt, else null. `frequency` says how often the person writes a word.
 * The right form occurs, and is either much more usual or, where both are rare, a word that a large vocabulary knows as a
 * whole while the other one falls into pieces. Endings (“plan”, “plans”) are never slips.
 */
export function rightForm(word: string, frequency: (word: string) => number): string | null {
  if (word.length < MIN_LETTERS || !LETTERS.test(word)) return null
  const own = frequency(word)
  let best: { form: string; count: number } | null = null
  for (const form of oneLetterAway(word)) {
    const count = frequency(form)
    if (count > (best?.count ?? 0) && !isEnding(word, form)) best = { form, count }
  }
  if (!best) return null
  if (best.count >= Math.max(4, own * 4)) return best.form
  return best.count * 2 >= own && pieces(best.form) === 1 && pieces(word) > 1 ? best.form : null
}

/** How many parts a vocabulary of 200,000 words and parts of words in all languages needs to write it. */
const pieces = (word: string): number => countTokens(` ${word}`)

function isEnding(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return long.startsWith(short.slice(0, Math.max(1, short.length - 2))) && long.length - short.length <= 1
}

/** One letter dropped, doubled or added, changed, or two neighbours swapped; the first letter stands. */
function* oneLetterAway(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail !== '') yield head + tail.slice(1)
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2)
    for (const letter of ALPHABET) {
      yield head + letter + tail
      if (tail !== '' && letter !== tail.charAt(0)) yield head + letter + tail.slice(1)
    }
  }
}
