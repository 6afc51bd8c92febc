/** Which buckets a session starts with and how much of each the model sees (01-domain, Context restoration). */
import { defaultSettings } from '@shared/contract/settings'
import { type BucketId, isMisc, type SegmentId } from '@shared/ids'
import type { StoredBucket } from '../store/types'

/** What the tiers need to know of a bucket; a merged one is only a signpost to another. */
export type TierBucket = Pick<
  StoredBucket,
  | 'id'
  | 'title'
  | 'description'
  | 'status'
  | 'pinned'
  | 'starred'
  | 'messages'
  | 'lastActive'
  | 'mergedInto'
  | 'summary'
  | 'returnFrequency'
  | 'lifeChangeDetected'
>

export interface TierInput {
  /** The raw window, oldest first. */
  window: readonly { bucketId: BucketId | null; segmentId: SegmentId | null }[]
  /** The segments its messages belong to, with the buckets their sentinels name. */
  segments: readonly { id: SegmentId; buckets: readonly BucketId[] }[]
  /** Every bucket of the profile, merged ones too. */
  buckets: readonly TierBucket[]
  /** Times of the newest messages of the continuum in milliseconds, newest first; 201 are enough. */
  newestTimes: readonly number[]
  /** How many of each the tiers take at most: settings. */
  most: { starred: number; available: number }
  /** What speaks for a bucket: settings. */
  points?: PriorityPoints
}

export interface Tiers {
  /** Full summaries, most recently discussed first. */
  primary: TierBucket[]
  /** Full summaries: pinned, then starred. */
  background: TierBucket[]
  /** Metadata only, best first. */
  available: TierBucket[]
  /** Active buckets that are in none of the three. */
  more: number
}

/**
 * PRIMARY are the buckets of the window's messages and those that the sentinels of their segments name in
 * `buckets_discussed` (the ADR calls this critical). BACKGROUND are pinned buckets, then at most three starred ones.
 * AVAILABLE are the five best other active buckets by `priorityScore`; both numbers are settings. Ids of merged buckets count for the
 * bucket they lead to; `misc_…` holds filed-away one-offs and is no topic. Nothing here depends on what time it is
 * (07-settled, Same footprint, same selection).
 */
export function selectTiers(input: TierInput): Tiers {
  const byId = new Map(input.buckets.map((b) => [b.id, b]))
  const resolve = (id: BucketId): TierBucket | undefined => {
    const bucket = byId.get(id)
    return bucket?.mergedInto ? byId.get(bucket.mergedInto) : bucket
  }
  const taken = new Set<BucketId>()
  const take = (list: readonly TierBucket[]): TierBucket[] =>
    list.filter((b) => !taken.has(b.id) && isTopic(b) && taken.add(b.id))

  const primary = take(discussed(input).flatMap((id) => resolve(id) ?? []))
  const rest = input.buckets
    .filter((b) => b.status === 'active' || (b.pinned && b.status !== 'merged'))
    .map((bucket) => ({
      bucket,
      score: priorityScore(bucket, { recent: false, newestTimes: input.newestTimes }, input.points),
    }))
    .sort((a, b) => b.score - a.score || newerFirst(a.bucket, b.bucket))
    .map(({ bucket }) => bucket)
  const starred = rest.filter((b) => b.starred && !b.pinned && !taken.has(b.id)).slice(0, input.most.starred)
  const background = take([...rest.filter((b) => b.pinned), ...starred])
  const others = take(rest)
  return {
    primary,
    background,
    available: others.slice(0, input.most.available),
    more: Math.max(0, others.length - input.most.available),
  }
}

/** Bucket ids of the window, the newest message's first; after each message what its segment's sentinel names. */
function discussed({ window, segments }: TierInput): BucketId[] {
  const bySegment = new Map(segments.map((s) => [s.id, s.buckets]))
  return window
    .toReversed()
    .flatMap((m) => [
      ...(m.bucketId === null ? [] : [m.bucketId]),
      ...(m.segmentId === null ? [] : (bySegment.get(m.segmentId) ?? [])),
    ])
}

const isTopic = (bucket: TierBucket): boolean => !isMisc(bucket.id)

const newerFirst = (a: TierBucket, b: TierBucket): number =>
  a.lastActive === b.lastActive ? (a.id < b.id ? -1 : 1) : a.lastActive < b.lastActive ? 1 : -1

export interface Footprint {
  /** The bucket occurs in the raw window. */
  recent: boolean
  newestTimes: readonly number[]
}

/** What each part of the priority score counts at most. */
interface PriorityPoints {
  starred: number
  returns: number
  /** Talk among the last 50 messages; among the last 200 it counts half. */
  recent: number
  lifeChange: number
}
const POINTS: PriorityPoints = {
  starred: defaultSettings.priorityStarred,
  returns: defaultSettings.priorityReturns,
  recent: defaultSettings.priorityRecent,
  lifeChange: defaultSettings.priorityLifeChange,
}

/**
 * The blueprint's priority score with what 07-settled changed: "recently active" counts the continuum's messages since the
 * bucket's last activity (≤ 50: +20, ≤ 200: +10) in place of days, and the return term is capped at 20.
 */
export function priorityScore(
  bucket: TierBucket,
  { recent, newestTimes }: Footprint,
  points: PriorityPoints = POINTS,
): number {
  const since = messagesSince(Date.parse(bucket.lastActive), newestTimes)
  return (
    (recent ? 50 : 0) +
    (bucket.starred ? points.starred : 0) +
    Math.min(bucket.returnFrequency, 1) * points.returns +
    (since <= 50 ? points.recent : since <= 200 ? points.recent / 2 : 0) +
    (bucket.lifeChangeDetected ? points.lifeChange : 0) +
    Math.min(bucket.messages / 10, 10)
  )
}

function messagesSince(time: number, newestTimes: readonly number[]): number {
  const first = newestTimes.findIndex((at) => at <= time)
  return first < 0 ? newestTimes.length : first
}
