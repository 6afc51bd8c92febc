/** Low-return archival: active, untouched for more than 90 days, returned to less than once in ten weeks (02-janitor-memory; both are settings). */
import { isTakenBack } from '../refusals'
import { seldomUsed } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { byId, onBucket } from './registers'

const WEEK_MS = 7 * DAY_MS

/**
 * The bucket's life is counted until now: one return in the first week of a topic that then rested for years would
 * otherwise keep it for ever. A person's pin keeps a bucket; that they named or made it does not (07-settled).
 */
export function planLowReturnArchival(snapshot: JanitorSnapshot): PlannedAct[] {
  const { archiveLowReturnDays, archiveLowReturnPerWeek } = snapshot.thresholds
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    const lastActive = Date.parse(bucket.lastActive)
    const idleMs = snapshot.now - lastActive
    const weeks = Math.max(1, (snapshot.now - Date.parse(bucket.createdAt)) / WEEK_MS)
    if (bucket.status !== 'active' || bucket.pinned || idleMs <= archiveLowReturnDays * DAY_MS) return []
    if (bucket.returns / weeks >= archiveLowReturnPerWeek) return []
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
