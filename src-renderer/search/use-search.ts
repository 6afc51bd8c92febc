import type { BucketHit, NearestTopic, SearchHit } from '@shared/contract/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { asking } from '../app/ask'
import { mergeHits } from './merge-hits'
import type { PaletteScope } from './palette-groups'

const DEBOUNCE_MS = 140
/** Answers are asked anew each time, but a text that was just typed and deleted comes back at once. */
const KEEP_MS = 30_000
const MOST_HITS = 40
const MOST_BUCKETS = 20
const MOST_NEAREST = 3

/** The value as it was once it has stood still; empty at once, because there is nothing to wait for. */
export function useDebounced(value: string, ms = DEBOUNCE_MS): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

export interface Search {
  hits: readonly SearchHit[]
  buckets: readonly BucketHit[]
  /** Where nothing was said of it: the topics that come nearest. */
  nearest: readonly NearestTopic[]
  /** What is shown is not yet what was typed. */
  searching: boolean
  /** The answer to what was typed is there, and it is empty. */
  nothing: boolean
  error: Error | null
  retry: () => void
}

const NO_NAMES: readonly string[] = []

/** Whom a filter can name beside the person and the assistant; asked for once somebody is being named. */
export const useAuthors = (wanted: boolean): readonly string[] =>
  useQuery({ ...asking('search.authors', undefined), enabled: wanted }).data ?? NO_NAMES

const NO_HITS: readonly SearchHit[] = []
const NO_BUCKETS: readonly BucketHit[] = []
const NO_TOPICS: readonly NearestTopic[] = []

/**
 * Searches everything that was said, archived or not. What the words find is there as they are typed; what the meaning finds
 * joins it below the line that Enter would take. The last answer stays while the next one is on its way; an answer to what is
 * no longer typed has another key and is never shown.
 * @param selected value of the line a person has chosen (`message <id>`), empty for the first
 */
export function useSearch(typed: string, scope: PaletteScope, selected = ''): Search {
  const wanted = typed.trim().startsWith('/') ? '' : typed.trim()
  const query = useDebounced(wanted)
  const options = { placeholderData: keepPreviousData, staleTime: 0, gcTime: KEEP_MS }
  const asksContinuum = scope !== 'buckets'
  const asksBuckets = scope === 'all' || scope === 'buckets'
  const where = { scope: scope === 'buckets' ? ('all' as const) : scope, limit: MOST_HITS }
  const words = useQuery({
    ...asking('search.continuum', { query: wanted, ...where, wordsOnly: true }),
    ...options,
    enabled: wanted !== '' && asksContinuum,
  })
  const continuum = useQuery({
    ...asking('search.continuum', { query, ...where, wordsOnly: false }),
    ...options,
    enabled: query !== '' && asksContinuum,
  })
  const buckets = useQuery({
    ...asking('search.buckets', { query, limit: MOST_BUCKETS }),
    ...options,
    enabled: query !== '' && asksBuckets,
  })
  const asked = [...(asksContinuum ? [continuum] : []), ...(asksBuckets ? [buckets] : [])]
  const searching = wanted !== query || (query !== '' && asked.some((one) => one.isPending || one.isPlaceholderData))
  const whole = continuum.data ?? NO_HITS
  // Until the words are answered, or where they find nothing, the last answer stays.
  const byWords = words.isPlaceholderData || !words.data?.length ? whole : words.data
  const isWhole = wanted === query && !continuum.isPending && !continuum.isPlaceholderData
  const chosen = byWords.findIndex((hit) => `${hit.kind} ${hit.id}` === selected)
  const merged = useMemo(
    () => (isWhole ? mergeHits(byWords, whole, Math.max(0, chosen) + 1) : byWords),
    [isWhole, byWords, whole, chosen],
  )
  const hits = wanted !== '' && asksContinuum ? merged : NO_HITS
  const found = query !== '' && asksBuckets ? (buckets.data ?? NO_BUCKETS) : NO_BUCKETS
  const failed = query === '' ? undefined : asked.find((one) => one.isError)
  const nothing = query !== '' && !searching && !failed && hits.length === 0
  const nearest = useQuery({
    ...asking('search.nearest', { query, limit: MOST_NEAREST }),
    ...options,
    enabled: nothing && found.length === 0,
  })
  return {
    hits,
    buckets: found,
    nearest: nothing && found.length === 0 ? (nearest.data ?? NO_TOPICS) : NO_TOPICS,
    searching: searching && !failed,
    nothing: nothing && found.length === 0,
    error: failed?.error ?? null,
    retry: () => {
      for (const one of asked) if (one.isError) void one.refetch()
    },
  }
}
