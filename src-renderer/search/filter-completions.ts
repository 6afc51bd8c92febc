/** What can stand where a filter is being typed: `in:ga` → the topics with “ga” in their names. Pure. */

import type { BucketView } from '@shared/domain'
import { HAS_KINDS } from '@shared/search-query'
import { type FilterValue, filterKeyOf, valueWordsFor } from '@shared/search-words'
import { rankBuckets } from './rank'

export interface FilterCompletion {
  /** The whole line once it is taken, with a blank behind it. */
  line: string
  /** The part that is put in: `in:"Garden and roses"`. */
  filter: string
}

/** What there is to name. */
export interface CompletionSource {
  buckets: Iterable<BucketView>
  /** Of imported talk. */
  authors: readonly string[]
  /** The local day, `YYYY-MM-DD`. */
  today: string
}

/** Whether whom a filter can name is being typed. */
export const namesAuthor = (typed: string): boolean => {
  const key = TYPED.exec(typed)?.groups?.key
  return key !== undefined && filterKeyOf(key) === 'from'
}

const MOST = 6
const TYPED = /(?:^|\s)((?<key>\p{L}+)[:：](?<value>[^\s"“”„«»]*|["“”„«»][^"“”„«»]*))$/iu

/** Completions of the filter at the end of what is typed; none where there is none, or where it is whole. */
export function filterCompletions(typed: string, { buckets, authors, today }: CompletionSource): FilterCompletion[] {
  const match = TYPED.exec(typed)
  const word = match?.groups?.key ?? ''
  const key = filterKeyOf(word)
  if (!match || !key) return []
  const written = match[1] ?? ''
  const value = (match.groups?.value ?? '').replace(/^["“”„«»]/u, '')
  const before = typed.slice(0, typed.length - written.length)
  const filters = valuesFor(word, value, { buckets, authors, today }).map(
    (v) => `${word.toLowerCase()}:${/\s/u.test(v) ? `"${v.replaceAll('"', '')}"` : v}`,
  )
  // What is whole is meant: Enter goes to what was found, also where a longer name begins the same (“me”, “Melanie”); a
  // year may still become a month.
  if (key !== 'before' && key !== 'after' && filters.includes(written)) return []
  return filters
    .filter((filter) => filter !== written)
    .slice(0, MOST)
    .map((filter) => ({ filter, line: `${before}${filter} ` }))
}

/** @param word the filter's name as it was typed: what is offered is of its language */
function valuesFor(word: string, value: string, { buckets, authors, today }: CompletionSource): string[] {
  const key = filterKeyOf(word)
  if (key === 'in') return rankBuckets(buckets, value).map((bucket) => bucket.title)
  const named = (values: readonly FilterValue[]): string[] => values.flatMap((of) => valueWordsFor(word, of))
  const all =
    key === 'from'
      ? [...named(['me', 'assistant']), ...authors]
      : key === 'has'
        ? named(HAS_KINDS)
        : [...named(['today', 'yesterday']), ...datesBefore(today)]
  const wanted = value.toLowerCase()
  return all.filter((v) => v.toLowerCase().startsWith(wanted))
}

/** Months and years somebody may mean. */
const datesBefore = (today: string): string[] => [
  today.slice(0, 7),
  today.slice(0, 4),
  String(Number(today.slice(0, 4)) - 1),
]
