/** What a model can say beside its prose: the tags of 01-domain, Tags (grammar: seed blueprint, appendix A). */
import type { ParsedCommand } from '../commands'
import type { ShortId } from '../ids'

/**
 * One recognised tag. References to buckets are given as the model wrote them (`dog_breeds_XXX`, `Dog Breeds`): only the
 * bucket service can say what they mean.
 */
export type Tag =
  /** A closed `<mira:analysis>` block; `text` is what it held besides tags. Tags inside it are reported before it. */
  | { kind: 'analysis'; text: string }
  | { kind: 'bucket'; id: string; isNew: boolean }
  /** One bucket command; `parsed` carries the reason if it is malformed (logged and skipped, the turn is not lost). */
  | { kind: 'command'; line: string; parsed: ParsedCommand }
  | { kind: 'boundary'; shortId: ShortId }
  | { kind: 'assignment'; ids: string[] }
  | { kind: 'title'; text: string }
  /** Hidden and to be logged: a name nobody knows, or a known one without a usable value. */
  | { kind: 'unknown'; name: string }

export interface TagOutput {
  /** What a person sees, to be appended to what was returned before. */
  text: string
  tags: Tag[]
}

/** A bucket as a model wrote it. */
export interface BucketTag {
  id: string
  isNew: boolean
}

/**
 * The buckets a reply names, in order. Of several valid ones the last wins (01-domain, Tags); which are valid only the
 * bucket service can say.
 */
export function bucketTags(tags: readonly Tag[]): BucketTag[] {
  return tags.flatMap((t) => (t.kind === 'bucket' ? [{ id: t.id, isNew: t.isNew }] : []))
}
