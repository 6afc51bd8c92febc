import { i18n } from '../i18n'
import { acts } from './acts'
import { models } from './models'
import type { Phrase } from './phrase'
import { refusals } from './refusals'
import { stores } from './stores'
import { transfer } from './transfer'

/** What main says to a person, with its German and Japanese. Main writes English: in files and receipts it stands so for good. */
export const phrases: readonly Phrase[] = [...acts, ...refusals, ...stores, ...models, ...transfer]

type Translated = 'de' | 'ja'

interface Place {
  name: string
  kind: 'text' | 'number' | 'names' | 'phrase'
}

interface Reading {
  /** What it begins and ends with, looked at before the pattern. */
  head: string
  tail: string
  pattern: RegExp
  places: Place[]
  de: string
  ja: string
}

const PLACE = /\{([a-z]+\d?)(~?)\}/g
const FORMS: Record<Place['kind'], string> = {
  text: '(.+?)',
  phrase: '(.+?)',
  number: String.raw`(\d[\d,]*(?:\.\d+)?)`,
  names: '(“[^”]*”(?:, “[^”]*”)*)',
}

function kindOf(name: string, isPhrase: boolean): Place['kind'] {
  if (isPhrase) return 'phrase'
  return /^n\d?$/.test(name) ? 'number' : /^q\d?$/.test(name) ? 'names' : 'text'
}

function readingOf([en, de, ja]: Phrase): Reading {
  const places: Place[] = []
  let source = ''
  let at = 0
  for (const found of en.matchAll(PLACE)) {
    const [whole, name = '', mark] = found
    const place: Place = { name, kind: kindOf(name, mark === '~') }
    places.push(place)
    source += escaped(en.slice(at, found.index)) + FORMS[place.kind]
    at = found.index + whole.length
  }
  const tail = en.slice(at)
  const head = places.length === 0 ? en : en.slice(0, en.indexOf('{'))
  return { head, tail, pattern: new RegExp(`^${source}${escaped(tail)}$`, 'su'), places, de, ja }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** The most particular first: whatever says most in its own words is the one that was meant. */
const ownLength = ([en]: Phrase): number => en.replace(PLACE, '').length

let readings: Reading[] | null = null
const made = (): Reading[] => {
  readings ??= [...phrases].sort((a, b) => ownLength(b) - ownLength(a)).map(readingOf)
  return readings
}

/** Longer than any sentence of main: words of others, which are not looked through. */
const MOST_CHARS = 4_000
const MOST_KEPT = 2_000
const kept = new Map<string, string>()

/**
 * A sentence of main in the window's language: refusals, receipts, reasons, notices. What no phrase fits stays as it is: a title, the
 * words of a model or of the system. English stays as main wrote it.
 */
export function said(sentence: string): string {
  const { language } = i18n
  if ((language !== 'de' && language !== 'ja') || sentence === '' || sentence.length > MOST_CHARS) return sentence
  const key = `${language}${sentence}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const { text } = translated(sentence, language)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, text)
  return text
}

/**
 * `isWhole`: nothing of it stayed in English that a phrase should have said.
 * @param sentence one sentence, or several of which each is looked up if they are none together
 */
export function translated(sentence: string, language: Translated): { text: string; isWhole: boolean } {
  const whole = looked(sentence, language)
  if (whole) return whole
  const parts = sentence.split(/(?<=[.?!]|[.?!]”) (?=[\p{Lu}“(])/u)
  if (parts.length === 1) return { text: sentence, isWhole: !/\p{L}/u.test(sentence) }
  const each = parts.map((part) => looked(part, language) ?? { text: part, isWhole: !/\p{L}/u.test(part) })
  // no space between two Japanese sentences
  const text = each.reduce((all, { text }) => (all === '' ? text : `${all}${/[。?]$/.test(all) ? '' : ' '}${text}`), '')
  return { text, isWhole: each.every(({ isWhole }) => isWhole) }
}

function looked(sentence: string, language: Translated): { text: string; isWhole: boolean } | null {
  for (const { head, tail, pattern, places, ...words } of made()) {
    if (!sentence.startsWith(head) || !sentence.endsWith(tail)) continue
    const found = pattern.exec(sentence)
    if (!found) continue
    let isWhole = true
    const values = new Map(
      places.map(({ name, kind }, at): [string, string] => {
        const value = found[at + 1] ?? ''
        if (kind === 'number') return [name, numberIn(value, language)]
        if (kind === 'names') return [name, quotedIn(value, language)]
        if (kind === 'text') return [name, value]
        const inner = translated(value, language)
        isWhole &&= inner.isWhole
        return [name, inner.text]
      }),
    )
    return { text: words[language].replace(PLACE, (_, name: string) => values.get(name) ?? ''), isWhole }
  }
  return null
}

/** With as many decimals as main wrote. */
function numberIn(written: string, language: Translated): string {
  const decimals = written.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    Number(written.replaceAll(',', '')),
  )
}

const quotedIn = (names: string, language: Translated): string =>
  language === 'de' ? names.replace(/“([^”]*)”/g, '„$1“') : names.replace(/“([^”]*)”(?:, )?/g, '「$1」')
