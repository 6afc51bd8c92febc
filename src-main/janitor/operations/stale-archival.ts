/** Stale archival: active, untouched for more than 30 days, fewer than three messages (02-janitor-memory; both are settings). */
import { isTakenBack } from '../refusals'
import { wentStale } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { byId, onBucket } from './registers'

/** A person's pin keeps a bucket; that they named or made it does not (07-settled, Who decides). */
export function planStaleArchival(snapshot: JanitorSnapshot): PlannedAct[] {
  const { archiveStaleDays, archiveStaleBelowMessages: enough } = snapshot.thresholds
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    const lastActive = Date.parse(bucket.lastActive)
    const idleMs = snapshot.now - lastActive
    if (bucket.status !== 'active' || bucket.pinned || bucket.messages >= enough) return []
    if (idleMs <= archiveStaleDays * DAY_MS) return []
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
