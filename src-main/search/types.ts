import type { SearchHit, SearchScope } from '@shared/contract/search'
import type { BucketId } from '@shared/ids'
import type { SearchFilter } from '../store/repositories/search/filter'
import type { TimeSpan } from './time-words'

/** Which halves of the engine answer: both, but for measurements. Without a vector it is `text` whatever is asked. */
export type SearchMode = 'hybrid' | 'text' | 'vector'

/** What was asked, read once and handed to every source. */
export interface Query {
  text: string
  /** Terms as the index knows them, in their order, each once. */
  terms: readonly string[]
  /** Those of the terms that every sentence has: they tell little, also before much was said. */
  grammar: ReadonlySet<string>
  /** Normalised query vector of `modelId`; null while there is no embedding model. */
  vector: Float32Array | null
  modelId: string
  mode: SearchMode
  /** Times that it names: what was said then is likelier to be meant. */
  times?: readonly TimeSpan[]
  /** Only what qualifies; absent or null for everything. */
  filter?: SearchFilter | null
  /** Also what is hardly likely to answer: to say what comes nearest where nothing does. */
  loose?: boolean
}

/** Terms to be marked in a snippet, each with how much it tells. */
export type Marked = ReadonlyMap<string, number>

/** A kind of thing that can be found. New kinds plug in by one more entry in the list given to `createSearch`. */
export interface SearchSource {
  scope: Exclude<SearchScope, 'all'>
  /** Best first, at most `limit`; scores are calibrated, so lists of several sources can be merged by them. */
  find(query: Query, limit: number): Promise<SearchHit[]>
}

/** Looks buckets up; merges are followed. */
export interface Titles {
  titleOf(id: BucketId | null): string | null
}
