/** Experiment: what a life change leaves behind is archived sooner (seed 001, Velocity Detection; 07-settled, High growth). */
import { isMisc } from '@shared/ids'
import { isTakenBack } from '../refusals'
import { leftBehind } from '../sentences'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { areNeighbours } from './neighbourhood'
import { byId, onBucket } from './registers'

/** Competing: not touched for two weeks when the change was noticed, so at least that much older than it. */
const QUIET_BEFORE_MS = 14 * DAY_MS

/**
 * Active buckets in the neighbourhood of a life-changing topic that were quiet before it came and have rested for thirty
 * days (a setting; in place of 90, and however often it was returned to). A person's pin keeps a bucket; so does taking its archival back, until it is spoken of again.
 */
export function planCompetingArchival(snapshot: JanitorSnapshot): PlannedAct[] {
  if (!snapshot.recent) return []
  const changes = byId(snapshot).filter((b) => b.lifeChangeDetected && b.status === 'active')
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    const lastActive = Date.parse(bucket.lastActive)
    if (bucket.status !== 'active' || bucket.pinned || bucket.lifeChangeDetected || isMisc(bucket.id)) return []
    if (
      bucket.parentBucketId !== null ||
      snapshot.now - lastActive <= snapshot.thresholds.archiveCompetingDays * DAY_MS
    )
      return []
    const rival = changes.find(
      (change) =>
        snapshot.now - lastActive >= QUIET_BEFORE_MS &&
        Date.parse(change.createdAt) > lastActive &&
        areNeighbours(snapshot, change.id, bucket.id),
    )
    if (!rival) return []
    const kinds = ['archive_competing', 'archive_stale', 'archive_low_return'] as const
    if (isTakenBack(snapshot.refusals, bucket.id, kinds, lastActive)) return []
    return [
      {
        kind: 'archive_competing',
        sentence: leftBehind(bucket, rival, snapshot.now - lastActive),
        buckets: [bucket.id],
        creates: [],
        writes: [onBucket(bucket.id, 'own_status', 'archived')],
      },
    ]
  })
}
