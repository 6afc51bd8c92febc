/** Stale archival: active, untouched for more than 30 days, fewer than three messages (02-janitor-memory). */
import { isTakenBack } from '../refusals'
import { wentStale } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { byId, onBucket } from './registers'

const IDLE_MS = 30 * DAY_MS
const ENOUGH_MESSAGES = 3

/** A person's pin keeps a bucket; that they named or made it does not (07-settled, Who decides). */
export function planStaleArchival(snapshot: JanitorSnapshot): PlannedAct[] {
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    const lastActive = Date.parse(bucket.lastActive)
    const idleMs = snapshot.now - lastActive
    if (bucket.status !== 'active' || bucket.pinned || bucket.messages >= ENOUGH_MESSAGES || idleMs <= IDLE_MS)
      return []
    if (isTakenBack(snapshot.refusals, bucket.id, ['archive_stale', 'archive_low_return'], lastActive)) return []
    return [
      {
        kind: 'archive_stale',
        sentence: wentStale(bucket, idleMs),
        buckets: [bucket.id],
        creates: [],
        writes: [onBucket(bucket.id, 'own_status', 'archived')],
      },
    ]
  })
}
