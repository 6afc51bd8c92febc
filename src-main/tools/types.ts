/** Tools a model may use while it answers: what they are and what they need of the rest of the product. */
import type { BucketView, SuggestionView } from '@shared/domain'
import type { ToolRun } from '../conversation/toolbox'
import type { ToolSpec } from '../models/types'
import type { StoredBucket } from '../store/types'

export const SEARCH_SCOPES = ['messages', 'segments', 'memories'] as const
export type SearchScope = (typeof SEARCH_SCOPES)[number]

/** A bucket that a search found; archived ones are among them. */
export interface FoundBucket {
  bucket: BucketView
  /** How relevant, 0 to 1. */
  score: number
  /** What in it speaks for it; '' if nothing in particular. */
  excerpt: string
}

/** A message, a segment's summary or a memory that a search found. */
export interface FoundPassage {
  /** When it was said or came into being, ISO 8601. */
  ts: string
  /** Whose words; null for a summary or a memory. */
  author: string | null
  /** Title of the bucket it lies in; null if it lies in none. */
  bucketTitle: string | null
  text: string
  score: number
}

export interface ToolPorts {
  /** Best first. */
  searchBuckets(query: string, limit: number): Promise<FoundBucket[]>
  /** Best first. */
  searchTalk(query: string, scope: SearchScope, limit: number): Promise<FoundPassage[]>
  /** Every bucket, merged ones too. */
  buckets(): readonly StoredBucket[]
  suggestions(): Promise<SuggestionView[]>
  now(): number
  /** True for a model with the `tags` ability: it can load what it found. */
  canPin(): boolean
  /** A tool that broke; the model is told, the turn goes on. */
  onFault(error: unknown): void
}

export interface Tool {
  spec: ToolSpec
  /** What is looked for, for a person: “searching …”; null if nothing in particular. */
  query(args: unknown): string | null
  /** @throws ToolRefusal for arguments that say nothing usable */
  run(args: unknown, run: ToolRun): Promise<string>
}

/** What a model is told of a call that cannot be carried out; no fault of ours. */
export class ToolRefusal extends Error {}
