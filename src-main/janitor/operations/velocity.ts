/** How fast a topic grows and how much of the talk it takes: the measurements of the life-change experiment. */
import type { BucketId } from '@shared/ids'
import type { StoredBucket } from '../../store/types'
import { DAY_MS, type RecentTalk } from '../types'

/** Days of talk that a topic's share is taken of. */
export const RECENT_MS = 7 * DAY_MS
const HALF_A_DAY = 0.5

/** Messages a day since the bucket was made; a topic of the last hours counts as half a day old (02-janitor-memory, Velocity). */
export function velocityOf(bucket: Pick<StoredBucket, 'messages' | 'createdAt'>, now: number): number {
  const days = Math.max(HALF_A_DAY, (now - Date.parse(bucket.createdAt)) / DAY_MS)
  return bucket.messages / days
}

/** The bucket's part of the last seven days' messages, 0 to 1; 0 where nothing was said. */
export const shareOf = (bucket: BucketId, recent: RecentTalk): number =>
  recent.total === 0 ? 0 : (recent.byBucket.get(bucket) ?? 0) / recent.total
