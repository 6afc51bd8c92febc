import type { BucketId } from '@shared/ids'
import { parseSearchQuery } from '@shared/search-query'
import { Temporal } from 'temporal-polyfill'
import type { SearchFilter } from '../store/repositories/search/filter'
import { foldText, termCounts } from '../store/search-terms'
import type { StoredBucket } from '../store/types'

/** What a filter needs to know of the person: their topics, and when their days begin. */
export interface FilterPorts {
  buckets(): readonly Pick<StoredBucket, 'id' | 'title'>[]
  now(): number
  timeZone(): string
}

/** Reads what was typed: words to look for, and what narrows the search (null where nothing does). */
export function readFiltered(text: string, ports: FilterPorts): { words: string; filter: SearchFilter | null } {
  const zone = ports.timeZone()
  const today = Temporal.Instant.fromEpochMilliseconds(ports.now()).toZonedDateTimeISO(zone).toPlainDate().toString()
  const { filters, words } = parseSearchQuery(text, today)
  if (filters.length === 0) return { words, filter: null }
  const values = (kind: (typeof filters)[number]['kind']): string[] =>
    filters.flatMap((f) => (f.kind === kind ? [f.value] : []))
  const named = values('in')
  const times = (kind: 'before' | 'after') => values(kind).map((day) => startOf(day, zone))
  const filter: SearchFilter = {
    buckets: named.length === 0 ? null : [...new Set(named.flatMap((name) => bucketsNamed(name, ports.buckets())))],
    from: values('from'),
    before: times('before').sort()[0] ?? null,
    after: times('after').sort().at(-1) ?? null,
    has: filters.flatMap((f) => (f.kind === 'has' ? [f.value] : [])),
    phrases: values('phrase'),
    without: values('without').flatMap((word) => [...termCounts(word).keys()]),
  }
  return { words, filter }
}

const startOf = (day: string, zone: string): string =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds).toISOString()

/** The bucket of that id; else those whose title is it; else those whose title holds it. */
function bucketsNamed(name: string, buckets: readonly Pick<StoredBucket, 'id' | 'title'>[]): BucketId[] {
  const wanted = foldText(name)
  const ids = (test: (bucket: Pick<StoredBucket, 'id' | 'title'>) => boolean) => buckets.filter(test).map((b) => b.id)
  const own = ids((b) => b.id === wanted)
  if (own.length > 0) return own
  const whole = ids((b) => foldText(b.title) === wanted)
  return whole.length > 0 ? whole : ids((b) => foldText(b.title).includes(wanted))
}
