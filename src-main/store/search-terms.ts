import { wordSegments } from '@shared/text/word-segments'

/**
 * What a text is found by, in any script: folded words by `Intl.Segmenter`, pairs of characters where a script writes
 * without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) or glues particles on (Korean), and emoji. The store
 * indexes with it and queries are read with it, so both sides always agree.
 */

/** A term with the place it was read from: `[start, end)` in UTF-16 units of the text. */
export interface TermSpan {
  term: string
  start: number
  end: number
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u
const UNSPACED_RUN = new RegExp(`(?:${UNSPACED.source}\\p{M}*)+`, 'gu')
/** Nothing in such a run is a term but its pairs of characters. */
const UNSPACED_ALONE = new RegExp(`^(?:${UNSPACED.source}|[\\p{M}、。「」『』！？（）：；，])+$`, 'u')
const HAN = /\p{Script=Han}/u
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const ASCII = /^[\x20-\x7e]*$/
/** Accents are dropped where they are spelling habits; in Thai, Hindi or kana a mark is a letter of its own. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu
/** Longer “words” are data (links, hashes, pasted binary): their beginning finds them as well. */
const LONGEST_TERM = 40

/** Lower case, without accents, with one apostrophe and one `i` for all four of Turkish. */
const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTED, '$1')
    .normalize('NFC')
    .replace(/ß/g, 'ss')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/ı/g, 'i')

/**
 * One word as it is compared: compatibility forms made equal, lower case, without accents, with one `i` for all four of
 * Turkish. `Müller`, `MULLER` and `Ｍüller` are the same, so are `İstanbul` and `ISTANBUL`.
 */
export function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase().slice(0, LONGEST_TERM)
  return plainLetters(word.normalize('NFKC'))
    .replace(/\u0640|\ufe0e|\ufe0f|\s/gu, '')
    .slice(0, LONGEST_TERM)
    .replace(/[\ud800-\udbff]$/, '')
}

/** A whole text as it is compared for exact words: folded, every kind of quote and dash one, blanks and breaks one blank. */
export function foldText(text: string): string {
  return plainLetters(text.normalize('NFKC'))
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/\s+/gu, ' ')
    .trim()
}

/**
 * A text in which its terms can be looked for: folded as words are, nothing left out between them. Null where letters stand for
 * others or are written in parts (ligatures, half-width forms, single jamo): only taking it apart tells what it holds.
 */
export function foldedForTerms(text: string): string | null {
  if (ASCII_TEXT.test(text)) return text.toLowerCase()
  if (text.normalize('NFKC') !== text) return null
  return plainLetters(text)
    .replace(/ς/g, 'σ')
    .replace(/\u0640|\ufe0e|\ufe0f/gu, '')
}
const ASCII_TEXT = /^\p{ASCII}*$/u

/**
 * Whether a text may hold a term: false only if none of its words comes to it. Stems are beginnings of folded words. What is
 * not of letters alone may always be there: signs between thousands are dropped, marks go with what stands before them.
 */
export const mayHold = (folded: string | null, term: string): boolean =>
  folded === null || !LETTERS_ALONE.test(term) || folded.includes(term.replace(/ς/g, 'σ'))
const LETTERS_ALONE = /^\p{L}+$/u

/**
 * Endings that say how a word is used and not what it is about, longest first. One list for the languages of the Latin
 * alphabet: what it takes away too much is taken away on both sides, and the rarity of words makes up for it.
 */
const ENDINGS = 'ations ation ments ment ness ings edly ing ies ied ers ens ern em en ed es er ly s e y n'.split(' ')
const LATIN = /^\p{Script=Latin}+$/u
/** The beginning of a word that is left standing; elsewhere (Cyrillic, Greek, Arabic …) a beginning of six letters is the stem. */
const SHORTEST_STEM = 3
const BEGINNING = 6

/** A number with its thousands set apart: `85,000` and `85000` are the same. */
const GROUPED = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)$/

/** The part of a folded word that its inflected forms have in common: `painting`, `painted` and `paints` are `paint`. */
export function stem(word: string): string {
  // What follows an apostrophe is an ending: “Caroline's”, “İstanbul'da”. What stands before it may be: “l'eau”.
  const bare = word.replace(/^([^'’]{3,})['’].*$/u, '$1')
  if (GROUPED.test(bare)) return bare.replace(/[.,]/g, '')
  if (bare.length <= SHORTEST_STEM || /[\p{N}._:]/u.test(bare)) return bare
  if (!LATIN.test(bare)) return bare.slice(0, BEGINNING).replace(/[\ud800-\udbff]$/, '')
  const ending = ENDINGS.find((e) => bare.endsWith(e) && bare.length - e.length >= SHORTEST_STEM)
  const rest = ending === undefined ? bare : bare.slice(0, -ending.length)
  return rest.length > SHORTEST_STEM && rest.at(-1) === rest.at(-2) ? rest.slice(0, -1) : rest
}

interface ReadWord {
  /** Empty for what is found otherwise or not at all. */
  term: string
  /** Of a composed word, with their places in it. */
  parts: readonly TermSpan[]
}

/** Words come again and again: what one comes to is worked out once. Cleared when it is full, so that it never grows. */
const known = new Map<string, ReadWord>()
const MOST_KNOWN = 50_000
const NOTHING: ReadWord = { term: '', parts: [] }

function readWord(word: string): ReadWord {
  const before = known.get(word)
  if (before !== undefined) return before
  const read = UNSPACED.test(word) ? NOTHING : { term: stem(fold(word)), parts: partsOf(word) }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(word, read)
  return read
}

/** Every term of `text` with its place, in order of its words; parts and pairs of characters overlap. */
export function termSpans(text: string): TermSpan[] {
  const out: TermSpan[] = []
  for (const { segment, index, isWordLike } of wordSegments(text, UNSPACED_ALONE)) {
    const { term, parts } = isWordLike ? readWord(segment) : PICTURE.test(segment) ? readPicture(segment) : NOTHING
    if (term !== '') out.push({ term, start: index, end: index + segment.length })
    for (const part of parts) out.push({ term: part.term, start: index + part.start, end: index + part.end })
  }
  if (MAY_BE_UNSPACED.test(text) && UNSPACED.test(text)) addPairs(text, out)
  return out
}

const readPicture = (picture: string): ReadWord => ({ term: stem(fold(picture)), parts: [] })
/** All scripts without spaces lie behind it. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/

/** Addresses, file names, identifiers, elided articles: `ines.falk`, `snake_case`, `camelCase`, `l'eau`. */
const COMPOSED = /[._:'’]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{Nd}/u
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}\p{M}]+|\p{Nd}+/gu

/** A single letter tells nothing, nor do the digits of a number. */
function partsOf(word: string): TermSpan[] {
  if (!COMPOSED.test(word)) return []
  const parts = [...word.matchAll(PART)]
  if (parts.length < 2 || !parts.some((p) => LETTER.test(p[0]))) return []
  return parts.flatMap(({ 0: part, index }) =>
    part.length > 1 ? [{ term: stem(fold(part)), start: index, end: index + part.length }] : [],
  )
}

const LETTER = /\p{L}/u

const characters = new Map<string, string>()

function foldedCharacter(character: string): string {
  const before = characters.get(character)
  if (before !== undefined) return before
  const folded = fold(character)
  if (characters.size >= MOST_KNOWN) characters.clear()
  characters.set(character, folded)
  return folded
}

/** Pairs of neighbouring characters in every run; single ones too where a character is a word. */
function addPairs(text: string, out: TermSpan[]): void {
  for (const run of text.matchAll(UNSPACED_RUN)) {
    let at = run.index
    let before: TermSpan | null = null
    for (const character of run[0].match(/\P{M}\p{M}*/gu) ?? []) {
      const here: TermSpan = { term: foldedCharacter(character), start: at, end: at + character.length }
      if (before) out.push({ term: before.term + here.term, start: before.start, end: here.end })
      if (HAN.test(character) || run[0].length === character.length) out.push(here)
      before = here
      at += character.length
    }
  }
}

/** What is found of a very long text is its beginning: more would make one message a dictionary. */
const INDEXED_CHARACTERS = 100_000

/** Terms of what is said and of who says it: questions name people (01-domain, Search). */
export function messageTerms({ author, text }: { author: string; text: string }): string[] {
  const terms = new Set<string>()
  for (const { term } of termSpans(text.slice(0, INDEXED_CHARACTERS))) terms.add(term)
  if (author !== 'user' && author !== 'assistant') for (const term of termCounts(author).keys()) terms.add(term)
  return [...terms]
}

/** How often each term occurs in `text`. */
export function termCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { term } of termSpans(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
