/** What a pass only proposes: pairs between the thresholds, and those that it must not merge by itself (07-settled). */
import { type BucketId, isMisc } from '@shared/ids'
import type { NewSuggestion } from '../../store/repositories/buckets/janitor'
import { type PairKey, pairKey } from '../pairs'
import { suggested } from '../sentences'
import { byStrength, isHandsOff } from '../strength'
import type { JanitorSnapshot } from '../types'
import type { Likeness } from './likeness'

export interface SuggestionInput {
  /** As the pass left it. */
  snapshot: JanitorSnapshot
  likeness: Likeness
  /** Where this pass has brought the buckets that were judged: a bucket's id, or that of the one it was merged into. */
  end(id: BucketId): BucketId
  /** Proposed already, or kept apart by a model. */
  except: ReadonlySet<PairKey>
}

/**
 * Two buckets are proposed as one if everything that was merged into either is like everything in the other (complete
 * link, as for merges). Automatic merges and suggestions never overlap: what reaches the upper threshold is proposed only
 * where both sides are a person's. Filed-away one-offs are left in peace. Weaker into stronger, likest first.
 */
export function planSuggestions({ snapshot, likeness, end, except }: SuggestionInput): NewSuggestion[] {
  const { suggestThreshold, consolidateThreshold } = snapshot.thresholds
  const members = new Map<BucketId, Set<BucketId>>()
  for (const id of likeness.pairs.flatMap(({ a, b }) => [a, b]))
    members.set(end(id), (members.get(end(id)) ?? new Set()).add(id))
  const seen = new Set<PairKey>(except)
  const found: NewSuggestion[] = []
  for (const { a, b } of likeness.pairs) {
    const [one, two] = [snapshot.buckets.get(end(a)), snapshot.buckets.get(end(b))]
    if (!one || !two || one.id === two.id || isMisc(one.id) || isMisc(two.id)) continue
    const key = pairKey(one.id, two.id)
    if (seen.has(key)) continue
    seen.add(key)
    const across = [...(members.get(one.id) ?? [])].flatMap((x) =>
      [...(members.get(two.id) ?? [])].map((y) => (except.has(pairKey(x, y)) ? 0 : likeness.between(x, y))),
    )
    const similarity = Math.min(...across)
    const barred = isHandsOff(one) && isHandsOff(two)
    if (similarity < suggestThreshold || (similarity >= consolidateThreshold && !barred)) continue
    const [target, source] = byStrength(one, two) < 0 ? [one, two] : [two, one]
    const profiles = [a, b].map((id) => snapshot.topics.profiles.get(id) ?? snapshot.topics.profiles.get(end(id)))
    const terms = profiles[0] && profiles[1] ? snapshot.topics.sharedTerms(profiles[0], profiles[1]) : []
    found.push({
      kind: 'merge',
      source: source.id,
      target: target.id,
      similarity,
      sentence: suggested(source, target, terms, similarity),
    })
  }
  return found.sort(
    (x, y) =>
      (y.similarity ?? 0) - (x.similarity ?? 0) || (`${x.source} ${x.target}` < `${y.source} ${y.target}` ? -1 : 1),
  )
}
