/** Slips of the pen: a word that is one letter away from another one the person writes as well, and writes more. */
import type { Language } from './function-words'
import { countTokens, vocabularyRank } from './tokens'

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

/** From here on a word is written with a capital so much more often that a small letter is a slip: “london”, “james”. */
const ALWAYS_CAPITAL = 4
/** Beside such a name: “United States”. */
const CAPITAL_BESIDE = 1.3

/**
 * The last word of a phrase without the ending of its case, in languages whose nouns bear one: “film seanslarını” → “film seansları”,
 * “alarmı” → “alarm”, “Sternen” → “Sterne”. Null where the plain form is not known. `lone`: the phrase has no other word.
 */
export function plainForm(
  word: string,
  language: Language | null,
  { frequency, lone }: { frequency: (word: string) => number; lone: boolean },
): string | null {
  if (language === 'de') return /en$/u.test(word) && frequency(word.slice(0, -1)) > 0 ? word.slice(0, -1) : null
  if (language !== 'tr') return null
  const possessed = word.replace(/(?<=\p{L}{2}[ıiuü])n[ıiuü]$/u, '')
  if (possessed !== word) return possessed
  const bare = word.replace(/(?<=\p{L}{3})(?:l[ae]r[ıi]|y?[ıiuü])$/u, '')
  return lone && bare !== word && frequency(bare) > 0 ? bare : null
}

/** “csv”, “html”: nobody can say them. */
const INITIALS = /^[b-df-hj-np-tv-xz]{3,5}$/u

/** Words of an English phrase with the capitals of names, where the person wrote them small; measured by a large vocabulary. */
export function withCapitals(words: readonly string[]): string[] {
  const shares = words.map((word) => (/^\p{Ll}+$/u.test(word) ? capitalShare(word) : 0))
  const always = words.map((word, i) => (shares[i] ?? 0) >= ALWAYS_CAPITAL || /^\p{Lu}/u.test(word))
  return words.map((word, i) => {
    const beside = always[i - 1] === true || always[i + 1] === true
    // “New York”, but “new dentist”.
    const isNew = word === 'new' && always[i + 1] === true && isWrittenLarge(words[i + 1]?.toLowerCase() ?? '')
    if (INITIALS.test(word)) return word.toUpperCase()
    const capital = (shares[i] ?? 0) >= ALWAYS_CAPITAL || (beside && (shares[i] ?? 0) >= CAPITAL_BESIDE) || isNew
    return capital ? word.charAt(0).toUpperCase() + word.slice(1) : word
  })
}

/** A lower-case word that is hardly ever written small: “york”. */
export const isWrittenLarge = (word: string): boolean => /^\p{Ll}+$/u.test(word) && capitalShare(word) >= ALWAYS_CAPITAL

/** How much higher in the vocabulary a word stands with a capital than without. */
function capitalShare(word: string): number {
  const large = vocabularyRank(word.charAt(0).toUpperCase() + word.slice(1))
  return large === null ? 0 : (vocabularyRank(word) ?? LAST_RANK) / large
}
const LAST_RANK = 200_000
