/** Low-return archival: active, untouched for more than 90 days, returned to less than once in ten weeks (02-janitor-memory). */
import { isTakenBack } from '../refusals'
import { seldomUsed } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { byId, onBucket } from './registers'

const IDLE_MS = 90 * DAY_MS
const WEEK_MS = 7 * DAY_MS
const SELDOM_PER_WEEK = 0.1

/**
 * The bucket's life is counted until now: one return in the first week of a topic that then rested for years would
 * otherwise keep it for ever. A person's pin keeps a bucket; that they named or made it does not (07-settled).
 */
export function planLowReturnArchival(snapshot: JanitorSnapshot): PlannedAct[] {
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    const lastActive = Date.parse(bucket.lastActive)
    const idleMs = snapshot.now - lastActive
    const weeks = Math.max(1, (snapshot.now - Date.parse(bucket.createdAt)) / WEEK_MS)
    if (bucket.status !== 'active' || bucket.pinned || idleMs <= IDLE_MS) return []
    if (bucket.returns / weeks >= SELDOM_PER_WEEK) return []
    if (isTakenBack(snapshot.refusals, bucket.id, ['archive_stale', 'archive_low_return'], lastActive)) return []
    return [
      {
        kind: 'archive_low_return',
        sentence: seldomUsed(bucket, idleMs, weeks),
        buckets: [bucket.id],
        creates: [],
        writes: [onBucket(bucket.id, 'own_status', 'archived')],
      },
    ]
  })
}
