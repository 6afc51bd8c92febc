/**
 * What can be typed into a search beside words: `in:garden`, `from:me`, `before:2026-03`, `after:2025`, `has:code`,
 * `"exact words"`, `-without`; in other languages by their own words (`von:mir`, `search-words.ts`). The window shows these parts as chips, the engine filters by them; both read with this.
 * What is not quite one of them is words like everything else: a search never fails for how it is written.
 */
import { filterKeyOf, filterKeyWords, filterValueOf } from './search-words'

export const HAS_KINDS = ['code', 'link', 'file'] as const
export type HasKind = (typeof HAS_KINDS)[number]

/** One part that filters, and where it stands: `[start, end)` in UTF-16 units. */
export type QueryFilter = { start: number; end: number } & (
  | { kind: 'in' | 'from'; value: string }
  /** The first local day it names, as `YYYY-MM-DD`: days before it, or from it on. */
  | { kind: 'before' | 'after'; value: string }
  | { kind: 'has'; value: HasKind }
  | { kind: 'phrase' | 'without'; value: string }
)

export interface ParsedQuery {
  filters: QueryFilter[]
  /** What is left: words to look for. A phrase's words are looked for as well. */
  words: string
}

/** Input methods and pasted text bring their own colons and quotes along. */
const COLON = '[:：]'
const OPEN = '["“”„«»「『＂]'
const CLOSE = '["“”«»」』＂]'
const INSIDE = '[^"“”„«»「」『』＂]'
/** The longest first, and accents may be missing. */
const KEY = [...new Set(filterKeyWords().flatMap((word) => [word, word.normalize('NFD').replace(/\p{M}/gu, '')]))]
  .sort((a, b) => b.length - a.length)
  .join('|')
const PART = new RegExp(
  `(?<=^|\\s)(?:(?<key>${KEY})${COLON}(?:${OPEN}(?<quoted>${INSIDE}+)${CLOSE}|(?<bare>[^\\s"“”„«»]+))|${OPEN}(?<phrase>${INSIDE}+)${CLOSE}|[-−–](?<without>[\\p{L}\\p{N}][^\\s"“”]*))(?=$|\\s)`,
  'giu',
)

/** @param today the local date, `YYYY-MM-DD`, that `today` and `yesterday` are said of */
export function parseSearchQuery(text: string, today: string): ParsedQuery {
  const filters: QueryFilter[] = []
  const words: string[] = []
  let at = 0
  for (const match of text.matchAll(PART)) {
    const filter = filterOf(match.groups ?? {}, today)
    if (!filter) continue
    const start = match.index
    const end = start + match[0].length
    words.push(text.slice(at, start))
    if (filter.kind === 'phrase') words.push(filter.value)
    filters.push({ ...filter, start, end })
    at = end
  }
  words.push(text.slice(at))
  return { filters, words: words.join(' ').replace(/\s+/gu, ' ').trim() }
}

type Unplaced = QueryFilter extends infer F ? (F extends QueryFilter ? Omit<F, 'start' | 'end'> : never) : never

function filterOf(groups: Record<string, string | undefined>, today: string): Unplaced | null {
  const { phrase, without } = groups
  if (phrase !== undefined) return phrase.trim() === '' ? null : { kind: 'phrase', value: phrase.trim() }
  if (without !== undefined) return { kind: 'without', value: without }
  const key = filterKeyOf(groups.key ?? '')
  const value = (groups.quoted ?? groups.bare ?? '').trim()
  if (!key || value === '') return null
  if (key === 'in') return { kind: key, value }
  const said = filterValueOf(value)
  if (key === 'from') return { kind: key, value: said === 'me' || said === 'assistant' ? said : value }
  if (key === 'has') {
    const kind = HAS_KINDS.find((k) => k === said)
    return kind ? { kind: key, value: kind } : null
  }
  const day = dayOf(value, today)
  return day === null ? null : { kind: key, value: day }
}

/** The first day of what is named: a day, a month, a year, `today`, `yesterday`. */
function dayOf(written: string, today: string): string | null {
  const said = filterValueOf(written)
  if (said === 'today') return today
  if (said === 'yesterday') return new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const [, year, month = '1', day = '1'] = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(written) ?? []
  if (year === undefined) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== date ? null : date
}
