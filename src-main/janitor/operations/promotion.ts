/** Ephemeral promotion: a one-off with more than five messages (a setting) was no one-off (02-janitor-memory; 07-settled, message_count). */
import type { StoredBucket } from '../../store/types'
import { isTakenBack } from '../refusals'
import { promoted } from '../sentences'
import { isHandsOff } from '../strength'
import type { JanitorSnapshot, PlannedAct } from '../types'
import { isSpike } from './life-change'
import { byId, onBucket } from './registers'

/** Buckets that are to be promoted, by id. */
export const promotable = (snapshot: JanitorSnapshot): StoredBucket[] =>
  byId(snapshot).filter(
    (b) =>
      b.status === 'ephemeral' &&
      (b.messages > snapshot.thresholds.promoteAboveMessages || isSpike(b, snapshot)) &&
      !isTakenBack(snapshot.refusals, b.id, ['promote']),
  )

/** What a person pinned or named becomes active as it is; everything else gets a proper name first. */
export const needsName = (bucket: StoredBucket): boolean => !isHandsOff(bucket)

/**
 * A new active bucket with a proper title and id, into which the ephemeral id leads: old tags and links stay true. Buckets
 * that still wait for their name (`snapshot.names`) are left out.
 */
export function planPromotion(snapshot: JanitorSnapshot): PlannedAct[] {
  return promotable(snapshot).flatMap((bucket): PlannedAct[] => {
    if (!needsName(bucket)) return [inPlace(bucket)]
    const name = snapshot.names.get(bucket.id)
    if (!name) return []
    const writes = [onBucket(bucket.id, 'own_merged_into', name.id)]
    if (bucket.priority !== 'normal') writes.push(onBucket(name.id, 'priority', bucket.priority))
    return [
      {
        kind: 'promote',
        sentence: promoted(name.title, bucket.messages),
        buckets: [bucket.id, name.id],
        creates: [{ ...name, status: 'active', shapedBy: 'automation', at: Date.parse(bucket.createdAt) }],
        writes,
      },
    ]
  })
}

const inPlace = (bucket: StoredBucket): PlannedAct => ({
  kind: 'promote',
  sentence: promoted(bucket.title, bucket.messages),
  buckets: [bucket.id],
  creates: [],
  writes: [onBucket(bucket.id, 'own_status', 'active')],
})
