/** Experiment: a new topic that takes the talk over is a change in the person's life (seed 001, Velocity Detector). */
import type { StoredBucket } from '../../store/types'
import { isTakenBack } from '../refusals'
import { tookOver } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { byId, onBucket } from './registers'
import { RECENT_MS, shareOf, velocityOf } from './velocity'

const NEW_MS = 7 * DAY_MS
const SPIKE_MESSAGES = 4

/**
 * Velocity over 15 messages a day and a share of more than 0.4 of the last seven days (02-janitor-memory; settings), in a bucket of
 * those days. Two things the formula takes for granted are said here: a change needs a time before it (the continuum is
 * at least a week older than the topic), and a single sitting is no life: it was come back to in another session.
 */
export function planLifeChanges(snapshot: JanitorSnapshot): PlannedAct[] {
  const { recent, thresholds } = snapshot
  if (!recent) return []
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    if (bucket.lifeChangeDetected || bucket.status !== 'active' || bucket.returns === 0) return []
    const createdAt = Date.parse(bucket.createdAt)
    if (snapshot.now - createdAt > NEW_MS || recent.oldest === null || createdAt - recent.oldest < RECENT_MS) return []
    const share = shareOf(bucket.id, recent)
    if (velocityOf(bucket, snapshot.now) <= thresholds.lifeChangePerDay || share <= thresholds.lifeChangeShare)
      return []
    if (isTakenBack(snapshot.refusals, bucket.id, ['life_change'])) return []
    const writes = [onBucket(bucket.id, 'life_change_detected', 'true')]
    if (bucket.priority !== 'high') writes.push(onBucket(bucket.id, 'priority', 'high'))
    return [
      {
        kind: 'life_change',
        sentence: tookOver(bucket, (snapshot.now - createdAt) / DAY_MS, share),
        buckets: [bucket.id],
        creates: [],
        writes,
      },
    ]
  })
}

/** Experiment: a one-off that grows fast is promoted before it has more than five messages (01-domain, Lifecycle; 07-settled). */
export const isSpike = (bucket: StoredBucket, snapshot: JanitorSnapshot): boolean =>
  snapshot.recent !== null &&
  bucket.messages >= SPIKE_MESSAGES &&
  velocityOf(bucket, snapshot.now) > snapshot.thresholds.highGrowthPerDay
