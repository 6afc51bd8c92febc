/** Priority boost: a topic of the last seven days with more than ten messages a day (a setting). Nothing is demoted (02-janitor-memory). */
import { isTakenBack } from '../refusals'
import { boosted } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { byId, onBucket } from './registers'

const NEW_MS = 7 * DAY_MS

/** Rates divide by at least one day (07-settled). */
export function planPriorityBoost(snapshot: JanitorSnapshot): PlannedAct[] {
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    const ageMs = snapshot.now - Date.parse(bucket.createdAt)
    const days = Math.max(1, ageMs / DAY_MS)
    if (bucket.status !== 'active' || bucket.priority === 'high') return []
    if (ageMs > NEW_MS || bucket.messages / days <= snapshot.thresholds.boostAbovePerDay) return []
    if (isTakenBack(snapshot.refusals, bucket.id, ['boost'])) return []
    return [
      {
        kind: 'boost',
        sentence: boosted(bucket, days),
        buckets: [bucket.id],
        creates: [],
        writes: [onBucket(bucket.id, 'priority', 'high')],
      },
    ]
  })
}
