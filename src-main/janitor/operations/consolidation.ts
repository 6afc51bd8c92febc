/** Consolidation: buckets that are one topic become one (02-janitor-memory; seed 000, Janitor Operations A). */
import type { BucketId } from '@shared/ids'
import type { StoredBucket } from '../../store/types'
import { type PairKey, pairKey, pairsOf } from '../pairs'
import { merged } from '../sentences'
import { byStrength, higherPriority, isHandsOff } from '../strength'
import type { JanitorSnapshot, PlannedAct, ProposedMerge } from '../types'
import type { Likeness } from './likeness'
import { onBucket } from './registers'

/** Buckets that become one in a single act. */
export interface MergeGroup {
  /** Keeps id, title and description. */
  target: StoredBucket
  /** Strongest first. */
  sources: StoredBucket[]
  /** The lowest similarity of any two of them. */
  similarity: number
}

/**
 * Complete link: a group forms only where *every* two of its buckets reach the threshold, so A~B~C does not drift. The
 * likest pair is joined first, ties by id; a bucket is in one group at most. Two buckets a person pinned or shaped never
 * meet in a group: neither may be merged away. `vetoed` pairs count as unlike.
 */
export function groupsOf(
  snapshot: JanitorSnapshot,
  { pairs, between }: Likeness,
  vetoed: ReadonlySet<PairKey>,
): MergeGroup[] {
  const threshold = snapshot.thresholds.consolidateThreshold
  const groups = new Map<BucketId, StoredBucket[]>()
  const groupOf = (id: BucketId): StoredBucket[] => groups.get(id) ?? [snapshot.buckets.get(id)].flatMap((b) => b ?? [])
  const link = (a: StoredBucket, b: StoredBucket): number => (vetoed.has(pairKey(a.id, b.id)) ? 0 : between(a.id, b.id))
  for (const { a, b, similarity } of pairs) {
    if (similarity < threshold) break
    const [one, two] = [groupOf(a), groupOf(b)]
    if (one === two || (one.some(isHandsOff) && two.some(isHandsOff))) continue
    if (!one.every((x) => two.every((y) => link(x, y) >= threshold))) continue
    const together = [...one, ...two]
    for (const { id } of together) groups.set(id, together)
  }
  return [...new Set(groups.values())]
    .map((members) => {
      const [target, ...sources] = [...members].sort(byStrength)
      const similarity = Math.min(...[...pairsOf(members)].map(([x, y]) => link(x, y)))
      return target && { target, sources, similarity }
    })
    .filter((group): group is MergeGroup => group !== undefined)
    .sort((x, y) => (x.target.id < y.target.id ? -1 : 1))
}

/** What a model is asked about each group. */
export const proposedMerges = ({ target, sources }: MergeGroup, { between }: Likeness): ProposedMerge[] =>
  sources.map((source) => ({ source, target, similarity: between(source.id, target.id) }))

/** `said`: a model's reasons by pair, which follow the evidence in the sentence. */
export const consolidationActs = (
  snapshot: JanitorSnapshot,
  groups: readonly MergeGroup[],
  said: ReadonlyMap<PairKey, string> = new Map(),
): PlannedAct[] =>
  groups.map((group) => {
    const reasons = group.sources.map((source) => said.get(pairKey(source.id, group.target.id)) ?? '')
    return actOf(snapshot, group, reasons.find((reason) => reason !== '') ?? '')
  })

/** The destination takes the higher priority, and is active as soon as one of them was: its topic was spoken of. */
function actOf(snapshot: JanitorSnapshot, { target, sources, similarity }: MergeGroup, because: string): PlannedAct {
  const writes = sources.map((source) => onBucket(source.id, 'own_merged_into', target.id))
  const priority = sources.map((s) => s.priority).reduce(higherPriority, target.priority)
  if (priority !== target.priority) writes.push(onBucket(target.id, 'priority', priority))
  if (sources.some((s) => s.status !== target.status) && target.status !== 'active')
    writes.push(onBucket(target.id, 'own_status', 'active'))
  return {
    kind: 'consolidate',
    sentence: merged(sources, target, {
      terms: sharedByAll(snapshot, target, sources),
      similarity,
      moved: sources.reduce((sum, s) => sum + s.messages, 0),
      because,
    }),
    buckets: [...sources.map((s) => s.id), target.id],
    similarity,
    creates: [],
    writes,
  }
}

/** Words that the destination shares with each source, most telling first. */
function sharedByAll({ topics }: JanitorSnapshot, target: StoredBucket, sources: readonly StoredBucket[]): string[] {
  const into = topics.profiles.get(target.id)
  const lists = sources.map((source) => {
    const profile = topics.profiles.get(source.id)
    return into && profile ? topics.sharedTerms(profile, into) : []
  })
  const [first = [], ...rest] = lists
  return first.filter((term) => rest.every((list) => list.includes(term)))
}
