import { z } from 'zod'
import type { BucketView, IsoTime } from '../domain'
import type { BucketId, MessageId, SegmentId } from '../ids'
import { nothing, request } from './request'

export const SEARCH_SCOPES = ['messages', 'segments', 'memories', 'all'] as const
export type SearchScope = (typeof SEARCH_SCOPES)[number]
export type SearchHitKind = 'message' | 'segment' | 'memory'

/** A short piece of what was found. A highlight is `[start, end)` in UTF-16 units of `text`; they never overlap and rise. */
export interface SearchSnippet {
  text: string
  highlights: [start: number, end: number][]
}

/** One thing that was found, best first in its list. */
export interface SearchHit {
  kind: SearchHitKind
  /** Id of the message, the segment or the memory. */
  id: string
  /** Where the window jumps to: the message itself, or the first one of a segment. */
  messageId: MessageId | null
  segmentId: SegmentId | null
  /** Where it is found now, merges followed. A segment names its first bucket. */
  bucketId: BucketId | null
  bucketTitle: string | null
  ts: IsoTime
  /** Whose words: `user`, `assistant` or an imported name; null where nobody in particular speaks. */
  author: string | null
  /** A segment's title; null for a message. */
  title: string | null
  snippet: SearchSnippet
  /** The passage of a long message that answers, `[start, end)` in UTF-16 units of its text; null for the whole of it. */
  place: { start: number; end: number } | null
  /** It stands on another branch of its conversation; `messageId` is what is shown in its place. */
  onOtherBranch?: true
  /** Calibrated: about how probable it is that this answers the query, 0 to 1. */
  score: number
}

export interface BucketHit {
  bucket: BucketView
  score: number
  /** What speaks for it: its description, its summary, or the best message in it. */
  snippet: SearchSnippet
  /** The message the snippet is from, if it is from one. */
  messageId: MessageId | null
}

/** Where nothing answers: what comes nearest. */
export interface NearestTopic {
  bucket: BucketView
  score: number
}

/**
 * Words, and what narrows them (`src-shared/search-query.ts`); nothing in them is an error. What is longer is cut by the
 * engine, not refused.
 */
const query = z.string().max(100_000)

export const searchRequests = {
  /** `continuum_search` (01-domain, Search). An empty query finds nothing. */
  'search.continuum': request<SearchHit[]>()(
    z.object({
      query,
      scope: z.enum(SEARCH_SCOPES).default('all'),
      limit: z.number().int().min(1).max(200).default(20),
      /** By words alone: there at once, while the same question by meaning too is on its way. */
      wordsOnly: z.boolean().default(false),
    }),
  ),
  /** The topics nearest to a question that nothing answers, best first. */
  'search.nearest': request<NearestTopic[]>()(z.object({ query, limit: z.number().int().min(1).max(10).default(3) })),
  /** Whom `from:` can name beside `me` and `assistant`: authors of imported talk, who said most first. */
  'search.authors': request<string[]>()(nothing),
  /** `bucket_search`: the best buckets, archived ones included, those merged away under what they were merged into. */
  'search.buckets': request<BucketHit[]>()(z.object({ query, limit: z.number().int().min(1).max(50).default(5) })),
}
