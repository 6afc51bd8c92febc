/** Ephemeral archival: one-offs are filed away by the day (02-janitor-memory; seed 000, Janitor Operations B). */
import type { StoredBucket } from '../../store/types'
import { miscBucket } from '../misc'
import { isTakenBack } from '../refusals'
import { emptied, filedAway } from '../sentences'
import { isHandsOff } from '../strength'
import type { JanitorSnapshot, PlannedAct } from '../types'
import { byId, onBucket } from './registers'

const HOUR_MS = 3_600_000

/**
 * An ephemeral bucket whose newest message is older than the setting says (24 hours), that was never returned to and that
 * no person pinned or shaped, leads into `misc_conversations_YYYY_MM_DD` from now on: the local date of its newest message
 * (07-settled, Times). Its text stays searchable, its id keeps resolving. One that lost all its messages is archived as it is.
 */
export function planEphemeralArchival(snapshot: JanitorSnapshot): PlannedAct[] {
  const limitMs = snapshot.thresholds.ephemeralHours * HOUR_MS
  return byId(snapshot).flatMap((bucket): PlannedAct[] => {
    if (bucket.status !== 'ephemeral' || bucket.returns > 0 || isHandsOff(bucket) || isKept(snapshot, bucket)) return []
    const newest = snapshot.newestAt.get(bucket.id)
    const ageMs = snapshot.now - (newest ?? Date.parse(bucket.lastActive))
    if (ageMs <= limitMs) return []
    return [newest === undefined ? archiveEmpty(bucket) : intoTheDay(snapshot, bucket, newest)]
  })
}

/**
 * A person who took a filing-away back keeps the bucket until it is spoken of again; one who took its promotion back has
 * looked at it and wants it as it is.
 */
const isKept = ({ refusals, newestAt }: JanitorSnapshot, { id }: StoredBucket): boolean =>
  isTakenBack(refusals, id, ['archive_ephemeral'], newestAt.get(id)) || isTakenBack(refusals, id, ['promote'])

function intoTheDay(snapshot: JanitorSnapshot, bucket: StoredBucket, newest: number): PlannedAct {
  const { id, title } = miscBucket(newest, snapshot.timeZone)
  const present = snapshot.buckets.get(id)
  // Named in every act, not only in the first: the day's bucket exists as long as one of them stands. A person who took
  // it out of the archive has their way.
  const creates: PlannedAct['creates'] =
    present && present.status !== 'archived'
      ? []
      : [{ id, title, description: '', status: 'archived', shapedBy: 'automation', at: newest }]
  return {
    kind: 'archive_ephemeral',
    sentence: filedAway(bucket, snapshot.now - newest),
    buckets: [bucket.id, id],
    creates,
    writes: [onBucket(bucket.id, 'own_merged_into', id)],
  }
}

const archiveEmpty = (bucket: StoredBucket): PlannedAct => ({
  kind: 'archive_ephemeral',
  sentence: emptied(bucket),
  buckets: [bucket.id],
  creates: [],
  writes: [onBucket(bucket.id, 'own_status', 'archived')],
})
