import type { BucketHit, SearchHit } from '@shared/contract/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asking } from '../app/ask'
import type { PaletteScope } from './palette-groups'

const DEBOUNCE_MS = 140
/** Answers are asked anew each time, but a text that was just typed and deleted comes back at once. */
const KEEP_MS = 30_000
const MOST_HITS = 40
const MOST_BUCKETS = 20

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
  /** What is shown is not yet what was typed. */
  searching: boolean
  /** The answer to what was typed is there, and it is empty. */
  nothing: boolean
  error: Error | null
  retry: () => void
}

const NO_HITS: readonly SearchHit[] = []
const NO_BUCKETS: readonly BucketHit[] = []

/**
 * Searches everything that was said, archived or not. The last answer stays while the next one is on its way; an answer
 * to what is no longer typed has another key and is never shown.
 */
export function useSearch(typed: string, scope: PaletteScope): Search {
  const wanted = typed.trim().startsWith('/') ? '' : typed.trim()
  const query = useDebounced(wanted)
  const options = { placeholderData: keepPreviousData, staleTime: 0, gcTime: KEEP_MS }
  const asksContinuum = scope !== 'buckets'
  const asksBuckets = scope === 'all' || scope === 'buckets'
  const continuum = useQuery({
    ...asking('search.continuum', { query, scope: scope === 'buckets' ? 'all' : scope, limit: MOST_HITS }),
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
  const hits = query !== '' && asksContinuum ? (continuum.data ?? NO_HITS) : NO_HITS
  const found = query !== '' && asksBuckets ? (buckets.data ?? NO_BUCKETS) : NO_BUCKETS
  const failed = query === '' ? undefined : asked.find((one) => one.isError)
  return {
    hits,
    buckets: found,
    searching: searching && !failed,
    nothing: query !== '' && !searching && !failed && hits.length === 0 && found.length === 0,
    error: failed?.error ?? null,
    retry: () => {
      for (const one of asked) if (one.isError) void one.refetch()
    },
  }
}
