import { z } from 'zod'
import { bucketCommand, moveMessages } from '../commands'
import type { BucketView, MessageView, SuggestionView } from '../domain'
import { type BucketId, bucketId, type MessageId, type OperationId, suggestionId } from '../ids'
import { nothing, request } from './request'

export interface CommandAnswer {
  /** Null for `show`, which changes nothing. */
  operationId: OperationId | null
  /** What was done, for a person. */
  sentence: string
  bucketId: BucketId
}

/** What a command would do, before it is done. */
export interface CommandPreview {
  sentence: string
  messagesMoved: number
  sides: { bucketId: BucketId | null; title: string; messages: number; lastActive: string | null; samples: string[] }[]
  /** For `split`: the proposed division. */
  division: { messageId: MessageId; role: 'user' | 'assistant'; text: string; side: 0 | 1 }[]
  /** Why it cannot be done, if it cannot. */
  refused: string | null
}

/** How a bucket falls into two by itself. */
export interface SplitProposal {
  bucketId: BucketId
  /** Of the two parts; a person may write others. */
  titles: [string, string]
  division: CommandPreview['division']
  /** Why it cannot be done, if it cannot. */
  refused: string | null
}

export interface BucketDetails {
  bucket: BucketView
  /** Ids that were merged into it and still resolve. */
  formerIds: BucketId[]
  /** Other buckets that its messages touch as well, most often first. */
  related: { bucketId: BucketId; title: string }[]
  newest: MessageView[]
  /** How often the person came back to it, in all and a week: why it is starred, or archived as seldom returned to. */
  returns: number
  returnsPerWeek: number
}

export const bucketRequests = {
  'buckets.list': request<BucketView[]>()(nothing),
  /** Ids that were merged away, each with the bucket that holds its messages now: old names stand in many places. */
  'buckets.redirects': request<[from: BucketId, to: BucketId][]>()(nothing),
  /** `bucket_status`: active buckets with their sizes and the janitor's suggestions, as text (seed 000). */
  'buckets.status': request<{ text: string }>()(nothing),
  'buckets.show': request<BucketDetails>()(z.object({ bucketId })),
  'buckets.command': request<CommandAnswer>()(bucketCommand),
  /** A slash command as typed: `/merge a b "New name"`. */
  'buckets.line': request<CommandAnswer>()(z.object({ line: z.string().min(1).max(1000) })),
  'buckets.preview': request<CommandPreview>()(bucketCommand),
  /** How a bucket would divide by itself: shown before anybody names the parts. */
  'buckets.proposeSplit': request<SplitProposal>()(z.object({ source: z.string().trim().min(1).max(200) })),
  'buckets.moveMessages': request<CommandAnswer>()(moveMessages),
  'suggestions.list': request<SuggestionView[]>()(nothing),
  'suggestions.accept': request<CommandAnswer>()(z.object({ suggestionId })),
  'suggestions.dismiss': request<null>()(z.object({ suggestionId })),
}

export type BucketEvent =
  /** These buckets changed; their new state comes along. Ids in `removed` are gone from the list. */
  { type: 'buckets.changed'; buckets: BucketView[]; removed: BucketId[] } | { type: 'suggestions.changed' }
