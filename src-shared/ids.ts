import { z } from 'zod'

/**
 * Branded identifiers: a bucket id cannot be passed where a message id is meant.
 * Primary keys are UUIDv7; a bucket id is a slug with a three-digit suffix that only the system gives (01-domain, Identifiers).
 */
const uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)

export const profileId = uuid.brand<'ProfileId'>()
export const messageId = uuid.brand<'MessageId'>()
export const segmentId = uuid.brand<'SegmentId'>()
export const operationId = uuid.brand<'OperationId'>()
export const suggestionId = uuid.brand<'SuggestionId'>()
export const turnId = uuid.brand<'TurnId'>()
export const jobId = uuid.brand<'JobId'>()
export const memoryId = uuid.brand<'MemoryId'>()
export const contextId = uuid.brand<'ContextId'>()
/** Letters and digits of any script, underscores, then `_` and three or more digits: `dog_breeds_001`, `犬の散歩_001`. */
export const bucketId = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[\p{L}\p{N}\p{M}_-]+$/u)
  .brand<'BucketId'>()
/** Eight lower-case hex characters, what a model sees as `[a1b2c3d4]`. */
export const shortId = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .brand<'ShortId'>()

export type ProfileId = z.infer<typeof profileId>
export type MessageId = z.infer<typeof messageId>
export type SegmentId = z.infer<typeof segmentId>
export type OperationId = z.infer<typeof operationId>
export type SuggestionId = z.infer<typeof suggestionId>
export type TurnId = z.infer<typeof turnId>
export type JobId = z.infer<typeof jobId>
export type MemoryId = z.infer<typeof memoryId>
/** One compression level of a memory or a segment. */
export type ContextId = z.infer<typeof contextId>
export type BucketId = z.infer<typeof bucketId>

/** What the ids of the days' buckets of filed-away one-offs begin with; nothing is filed or merged into them by name (07-settled). */
export const MISC_PREFIX = 'misc_conversations_'
export const isMisc = (id: string): boolean => id.startsWith(MISC_PREFIX)
export type ShortId = z.infer<typeof shortId>
