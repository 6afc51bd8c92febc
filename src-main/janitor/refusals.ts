/** What a person said no to: undone acts, dismissed suggestions, their own moves (02-janitor-memory, Remembers no). */
import type { OperationKind, ReceiptView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { type PairKey, pairKey, pairsOf } from './pairs'

interface TakenBack {
  kind: OperationKind
  /** When it was undone, milliseconds. */
  at: number
}

export interface Refusals {
  /** Never to be merged or suggested again. */
  pairs: ReadonlySet<PairKey>
  /** Acts on a bucket that a person took back. */
  acts: ReadonlyMap<BucketId, readonly TakenBack[]>
}

export interface RefusalSources {
  /** The log, undone entries included, in any order. */
  log: readonly ReceiptView[]
  /** Source and target of undone merges, whoever made them. */
  undoneMerges: readonly (readonly [BucketId, BucketId])[]
  dismissed: readonly (readonly [BucketId, BucketId])[]
  /** The bucket an id leads to once merges are followed. */
  end(id: BucketId): BucketId
}

/**
 * Gathers the refusals. A refused pair stays refused when one of its buckets is merged into a third: the third then holds
 * what was to be kept apart. An undone group merge refuses every pair of the group, because the act called them all one topic.
 */
export function collectRefusals({ log, undoneMerges, dismissed, end }: RefusalSources): Refusals {
  const pairs = new Set<PairKey>()
  const acts = new Map<BucketId, TakenBack[]>()
  const refuse = (a: BucketId, b: BucketId): void => {
    const [one, two] = [end(a), end(b)]
    if (one !== two) pairs.add(pairKey(one, two))
  }
  for (const [a, b] of [...undoneMerges, ...dismissed]) refuse(a, b)
  for (const entry of log) {
    if (isSeparation(entry)) for (const [a, b] of pairsOf(entry.buckets)) refuse(a, b)
    if (entry.undoneAt === null) continue
    const taken: TakenBack = { kind: entry.kind, at: Date.parse(entry.undoneAt) }
    for (const id of entry.buckets) acts.set(id, [...(acts.get(id) ?? []), taken])
  }
  return { pairs, acts }
}

/** A group merge or a refiling that was undone, or a person's own move or split that stands: they hold these buckets to be different. */
const isSeparation = ({ kind, actor, undone }: ReceiptView): boolean =>
  undone
    ? kind === 'consolidate' || (kind === 'refile' && actor === 'janitor')
    : actor === 'person' && (kind === 'move_message' || kind === 'split')

/** True if one of these acts on the bucket was undone after `since` (milliseconds); without it, ever. */
export const isTakenBack = (
  refusals: Refusals,
  bucket: BucketId,
  kinds: readonly OperationKind[],
  since = Number.NEGATIVE_INFINITY,
): boolean => (refusals.acts.get(bucket) ?? []).some(({ kind, at }) => kinds.includes(kind) && at >= since)
