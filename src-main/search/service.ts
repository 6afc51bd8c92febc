import type { BucketHit, NearestTopic, SearchHit, SearchScope } from '@shared/contract/search'
import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import type { Store } from '../store/protocol'
import type { SearchFilter } from '../store/repositories/search/filter'
import { type BucketSearchPorts, createBucketSearch } from './buckets'
import { type FilterPorts, readFiltered } from './filter'
import { createPassageKeeping } from './passage-keeping'
import { readQuery } from './query'
import { type TimeSpan, timesNamed } from './time-words'
import type { Query, SearchSource } from './types'

export interface SearchPorts extends BucketSearchPorts {
  store: Pick<Store, 'search'>
  embedder: Embedder
  /** What can be found, in the order in which equal scores are listed. */
  sources: readonly SearchSource[]
  filters: FilterPorts
}

/** Rows a step takes: some tens of milliseconds each. */
const ROWS_INDEXED = 100
const ROWS_READ = 5000
const MOST_AUTHORS = 200

export interface SearchService {
  /** `continuum_search` (01-domain, Search): best first; an empty query finds nothing. */
  continuum(input: { query: string; scope: SearchScope; limit: number; wordsOnly?: boolean }): Promise<SearchHit[]>
  /** The topics that come nearest to what nothing answers, best first. */
  nearest(input: { query: string; limit: number }): Promise<NearestTopic[]>
  /** Whom `from:` can name beside the person and the assistant: authors of imported talk, who said most first. */
  authors(): Promise<string[]>
  /** `bucket_search`: the best buckets, archived included. */
  buckets(input: { query: string; limit: number }): Promise<BucketHit[]>
  /** Reads and embeds a query once; null if there is nothing in it to search for. */
  prepare(text: string): Promise<Query | null>
  /**
   * Completes the index and reads it ahead, in small steps that leave others their turn; ends early once `close` was called.
   * What was written before there was an index is not found until then.
   */
  ready(): Promise<void>
  /** Gives long messages that wait for them the vectors of their passages; until then they are found by their own. */
  keepPassages(): Promise<void>
  close(): Promise<void>
  /** `continuum` with a query that is read already. */
  find(query: Query, scope: SearchScope, limit: number): Promise<SearchHit[]>
}

/** Search for people and for models with tools: one engine, every source. Without an embedding model it goes by words alone. */
export function createSearch(ports: SearchPorts): SearchService {
  const buckets = createBucketSearch(ports)
  const passages = createPassageKeeping(ports)
  const timesIn = (text: string): TimeSpan[] =>
    timesNamed(text, { now: ports.filters.now(), timeZone: ports.filters.timeZone() })
  let closed = false
  let readying: Promise<void> | null = null
  async function makeReady(): Promise<void> {
    const { search } = ports.store
    while (!closed && !(await search.catchUp(ROWS_INDEXED)));
    while (!closed && !(await search.warm(ports.embedder.modelId, ROWS_READ)));
  }
  const service: SearchService = {
    ready() {
      // What was written without an index (a backup that was merged in) is completed by asking again.
      readying = (readying ?? Promise.resolve()).catch(() => undefined).then(makeReady)
      return readying
    },
    keepPassages: () => passages.keep(),
    async close() {
      closed = true
      await passages.close()
      await readying?.catch(() => undefined)
    },
    async prepare(text) {
      const read = readQuery(text)
      if (read === null) return null
      const { embedder } = ports
      const query: Query = {
        ...read,
        times: timesIn(read.text),
        vector: null,
        modelId: embedder.modelId,
        mode: 'hybrid',
      }
      try {
        const [vector] = await embedder.embed([read.text], { kind: 'query', priority: 'normal' })
        return { ...query, vector: vector ?? null }
      } catch (error) {
        if (!isWithoutModel(error)) throw error
        return query
      }
    },
    async find(query, scope, limit) {
      const asked = ports.sources.filter((s) => scope === 'all' || s.scope === scope)
      const found = await Promise.all(asked.map((s) => s.find(query, limit)))
      return found.flat().sort(bestFirst).slice(0, limit)
    },
    async continuum({ query: text, scope, limit, wordsOnly = false }) {
      const { words, filter } = readFiltered(text, ports.filters)
      const read = wordsOnly
        ? withoutVector(words, timesIn(words), ports.embedder.modelId)
        : await service.prepare(words)
      const query = read ?? (filter ? NO_WORDS(ports.embedder.modelId) : null)
      if (!query) return []
      if (!filter) return service.find(query, scope, limit)
      // Only messages have an author, code or exact words; what summarises them is narrowed by topic and time.
      const hits = await service.find(
        { ...query, filter },
        isAboutMessages(filter) ? onlyMessages(scope) : scope,
        limit,
      )
      return hits.filter((hit) => hit.kind === 'message' || qualifies(hit, filter))
    },
    async nearest({ query: text, limit }) {
      const query = await service.prepare(readFiltered(text, ports.filters).words)
      return query ? nearestTopics(await buckets({ ...query, loose: true }, limit)) : []
    },
    authors: () => ports.store.search.authors(MOST_AUTHORS),
    async buckets({ query: text, limit }) {
      const query = await service.prepare(readFiltered(text, ports.filters).words)
      return query ? buckets(query, limit) : []
    },
  }
  return service
}

function withoutVector(words: string, times: readonly TimeSpan[], modelId: string): Query | null {
  const read = readQuery(words)
  return read && { ...read, times, vector: null, modelId, mode: 'text' }
}

/** Filters alone: the newest that qualify. */
const NO_WORDS = (modelId: string): Query => ({
  text: '',
  terms: [],
  grammar: new Set(),
  vector: null,
  modelId,
  mode: 'text',
})

const isAboutMessages = ({ from, has, phrases, without }: SearchFilter): boolean =>
  from.length + has.length + phrases.length + without.length > 0
const onlyMessages = (scope: SearchScope): SearchScope => (scope === 'all' ? 'messages' : scope)

function qualifies(hit: SearchHit, filter: SearchFilter): boolean {
  const { buckets, before, after } = filter
  return (
    !isAboutMessages(filter) &&
    (buckets === null || (hit.bucketId !== null && buckets.includes(hit.bucketId))) &&
    (before === null || Date.parse(hit.ts) < Date.parse(before)) &&
    (after === null || Date.parse(hit.ts) >= Date.parse(after))
  )
}

const nearestTopics = (found: readonly BucketHit[]): NearestTopic[] =>
  found.map(({ bucket, score }) => ({ bucket, score }))

/** Of equals the newer, then by id: the same question always gets the same list. */
function bestFirst(a: SearchHit, b: SearchHit): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.ts !== b.ts) return a.ts < b.ts ? 1 : -1
  return a.id < b.id ? -1 : 1
}
