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

/** Of several valid bucket ids the last one wins; null if there is none (01-domain, Tags). */
export function lastBucket(tags: readonly Tag[]): { id: string; isNew: boolean } | null {
  const tag = tags.findLast((t) => t.kind === 'bucket')
  return tag ? { id: tag.id, isNew: tag.isNew } : null
}
