/** Experiment: new topics around a life change are grouped under it (seed 001, Velocity Detection and Flow 3). */
import { isMisc } from '@shared/ids'
import { isTakenBack } from '../refusals'
import { grouped } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { areNeighbours } from './neighbourhood'
import { byId, onBucket } from './registers'

/** Sub-topics come with the change: within a week before the topic was made, or any time after. */
const AROUND_MS = 7 * DAY_MS
/** One related topic is a neighbour; several are a group. */
const LEAST = 2

/**
 * Active buckets in the neighbourhood of a life-changing topic get it as parent; a bucket keeps the first parent it was
 * given. Only the order of the list changes: nothing is moved. Those a person shaped stay where they are.
 */
export function planSubTopics(snapshot: JanitorSnapshot): PlannedAct[] {
  if (!snapshot.recent) return []
  const given = new Set<string>()
  const all = byId(snapshot)
  return all
    .filter((b) => b.lifeChangeDetected && b.status === 'active' && b.parentBucketId === null)
    .flatMap((parent): PlannedAct[] => {
      const from = Date.parse(parent.createdAt) - AROUND_MS
      const around = all.filter(
        (b) =>
          b.id !== parent.id &&
          b.status === 'active' &&
          !b.lifeChangeDetected &&
          b.shapedBy === 'automation' &&
          !isMisc(b.id) &&
          Date.parse(b.createdAt) >= from &&
          areNeighbours(snapshot, parent.id, b.id),
      )
      const fresh = around.filter(
        (b) => b.parentBucketId === null && !given.has(b.id) && !isTakenBack(snapshot.refusals, b.id, ['group']),
      )
      if (around.length < LEAST || fresh.length === 0) return []
      for (const { id } of fresh) given.add(id)
      return [
        {
          kind: 'group',
          sentence: grouped(fresh, parent),
          buckets: [...fresh.map((b) => b.id), parent.id],
          creates: [],
          writes: fresh.map((b) => onBucket(b.id, 'parent_bucket_id', parent.id)),
        },
      ]
    })
}
