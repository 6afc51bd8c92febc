/**
 * Whether two sentences of different languages speak of one thing: by a table of everyday words, and by words that are alike in
 * writing (“Penicillin”, “penicilina”). For retractions that are said in another language than what they take back. Pure.
 */
import { evidenceOf, guessLanguages } from '../../language/function-words'
import { words } from '../../language/words'
import { EVERYDAY_WORDS } from './everyday-words'

interface Names {
  /** A word that serves two lines has two names. */
  whole: ReadonlyMap<string, readonly string[]>
  /** How a word begins, longest first. */
  beginnings: readonly (readonly [string, string])[]
  /** Several words (“rendez-vous” is two), or Japanese and Chinese: looked for as they stand, longest first. */
  phrases: readonly (readonly [string, string])[]
}

const EAST = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

function namesOf(table: string): Names {
  const whole = new Map<string, string[]>()
  const beginnings: [string, string][] = []
  const phrases: [string, string][] = []
  for (const line of table.trim().split('\n')) {
    const forms = line.split('|')
    const [name = ''] = forms
    for (const form of forms) {
      if (EAST.test(form) || /\S[ -]\S/u.test(form)) phrases.push([form, name])
      else if (form.endsWith('-')) beginnings.push([form.slice(0, -1), name])
      else whole.set(form, [...new Set([...(whole.get(form) ?? []), name])])
    }
  }
  const longestFirst = (a: readonly [string, string], b: readonly [string, string]) => b[0].length - a[0].length
  return { whole, beginnings: beginnings.sort(longestFirst), phrases: phrases.sort(longestFirst) }
}

let table: Names | null = null
/** Read when it is first asked for: most people speak one language. */
const names = (): Names => {
  table ??= namesOf(EVERYDAY_WORDS)
  return table
}

/** Every name of a word: “rotwein” is red and wine. Empty for a word that no line has. */
function namesOfWord(word: string): readonly string[] {
  const { whole, beginnings } = names()
  const own = whole.get(word)
  if (own) return own
  for (let at = 3; at <= word.length - 4; at += 1) {
    const [first, second] = [whole.get(word.slice(0, at)), whole.get(word.slice(at))]
    if (first && second) return [...first, ...second]
  }
  const begun = beginnings.find(([form]) => word.startsWith(form))
  return begun ? [begun[1]] : []
}

/** One name for an everyday thing in whatever language and number; null for any other word. */
export function everydayName(text: string): string | null {
  const said = text.trim().toLowerCase()
  return names().phrases.find(([form]) => form === said)?.[1] ?? namesOfWord(said)[0] ?? null
}

/** Before a name of the table, which is compared as it is. */
const NAMED = '#'
const named = (name: string): string => NAMED + name

/** Eating, drinking and going are no part of what it is that one eats, drinks or goes for. */
const LIGHT: ReadonlySet<string> = new Set(['eat', 'drink', 'go'])
/** Grammar of whatever language: a fragment does not show which one it is in. */
const SMALL: ReadonlySet<string> = new Set(
  'comme als como come gegen contre contra contro против the la le les el los las il lo gli os as der die das den dem un una une um uma ein eine einen a o i e y'.split(
    ' ',
  ),
)

/** What a sentence speaks of: names of everyday things, and the other words that tell something. */
export function thingsIn(text: string): Set<string> {
  const things = new Set<string>()
  let rest = text.normalize('NFKC').toLowerCase()
  const isEastern = EAST.test(rest)
  for (const [form, name] of names().phrases) {
    // thousands of entries are read one after another, and nearly all of them hold none
    const isEast = EAST.test(form)
    if ((isEast && !isEastern) || !rest.includes(form)) continue
    if (!isEast && !new RegExp(`(?<!\\p{L})${form}(?!\\p{L})`, 'u').test(rest)) continue
    things.add(named(name))
    rest = rest.replaceAll(form, ' ')
  }
  const spoken = words(rest)
  const languages = guessLanguages(words(text))
  for (const word of spoken) {
    const evidence = evidenceOf(word, languages)
    if (evidence === 'grammar' || evidence === 'link' || SMALL.has(word) || /^\p{sc=Hiragana}+$/u.test(word)) continue
    const known = namesOfWord(word)
    for (const name of known) things.add(named(name))
    if (known.length === 0 && evidence === null) things.add(word)
  }
  const telling = [...things].filter((thing) => !LIGHT.has(thing.slice(NAMED.length)))
  return telling.length > 0 ? new Set(telling) : things
}

const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  'а=a б=b в=v г=g д=d е=e ё=e ж=j з=z и=i й=i к=c л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=c ч=c ш=s щ=s ъ= ы=i ь= э=e ю=u я=a'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** A word as it would be written in any of the languages: without marks, one letter for one sound. */
const folded = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[а-яё]/gu, (letter) => CYRILLIC[letter] ?? '')
    .replaceAll('ß', 'ss')
    .replaceAll('ph', 'f')
    .replaceAll('qu', 'c')
    .replaceAll('k', 'c')
    .replaceAll('y', 'i')
    .replaceAll('h', '')
    .replace(/(.)\1/gu, '$1')

const LEAST_LETTERS = 5
const ALIKE = 0.75

/** Alike in writing: the same name, or a word that went from one language into the other. */
function isCognate(a: string, b: string): boolean {
  if (a.startsWith(NAMED) || b.startsWith(NAMED)) return false
  if (EAST.test(a) || EAST.test(b)) return a === b
  const [one, other] = [folded(a), folded(b)]
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  if (shorter < LEAST_LETTERS) return false
  let same = 0
  while (same < shorter && one[same] === other[same]) same += 1
  return same >= LEAST_LETTERS && same >= ALIKE * shorter && shorter >= ALIKE * Math.max(one.length, other.length) - 1
}

/** Every thing of `part` is one of `whole`, and there is one. */
export function areAmong(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  if (part.size === 0) return false
  return [...part].every((thing) => whole.has(thing) || [...whole].some((other) => isCognate(thing, other)))
}

/** The languages a sentence may be in; none where it does not show. */
function languagesOf(text: string): readonly string[] {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return ['ja']
  if (/\p{sc=Han}/u.test(text)) return ['zh']
  // Italian has an “i” too, and writes it large before a few words only
  if (/^I(?:['’]\p{L}| (?!miei|nostri))/u.test(text)) return ['en']
  return guessLanguages(words(text))
}

/** Both show their language, and it is not the same. */
export function areOfOtherLanguages(a: string, b: string): boolean {
  const [one, other] = [languagesOf(a), languagesOf(b)]
  return one.length > 0 && other.length > 0 && !one.some((language) => other.includes(language))
}
