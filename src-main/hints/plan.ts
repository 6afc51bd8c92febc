/** Which hint a new bucket deserves, if any (seed 001, Self-healing assignment). Pure. */
import { type BucketId, isMisc } from '@shared/ids'
import { type PairKey, pairKey } from '../janitor/pairs'
import { byStrength, isHandsOff } from '../janitor/strength'
import type { StoredBucket, StoredHint } from '../store/types'

export interface HintInput {
  /** The young bucket. */
  bucket: StoredBucket
  /** Every bucket, merged ones too. */
  buckets: readonly StoredBucket[]
  /** Calibrated similarity to the young bucket, 0 to 1; 0 where one of them has no vectors yet. */
  similarityTo(other: BucketId): number
  /** Pairs that a person refused or that were pointed out before. */
  refused: ReadonlySet<PairKey>
  /** From here on a pair is pointed out. */
  bar: number
}

export interface PlannedHint {
  bucket: BucketId
  existing: BucketId
  similarity: number
  /** What the person is asked to merge: a pinned bucket is never the source. */
  source: StoredBucket
  target: StoredBucket
  /** A model may carry it out: automation moves nothing that a person pinned, named or made. */
  forModel: boolean
}

/** A bucket is young until it holds so many messages; after that the janitor's passes are enough. */
export const YOUNG_MESSAGES = 8

/**
 * The most similar bucket at or above the bar, or null. Filed-away one-offs, merged buckets and pairs that were refused or
 * pointed out before are never proposed, nor a merge that would take a pinned bucket away.
 */
export function planHint({ bucket, buckets, similarityTo, refused, bar }: HintInput): PlannedHint | null {
  if (!isProposable(bucket)) return null
  let best: PlannedHint | null = null
  for (const other of buckets) {
    if (other.id === bucket.id || !isProposable(other) || refused.has(pairKey(bucket.id, other.id))) continue
    const similarity = similarityTo(other.id)
    if (similarity < bar || (best && !isBetter(similarity, other.id, best))) continue
    const [source, target] = sides(bucket, other)
    if (source.pinned) continue
    best = { bucket: bucket.id, existing: other.id, similarity, source, target, forModel: !isHandsOff(bucket) }
  }
  return best
}

const isProposable = (bucket: StoredBucket): boolean => bucket.status !== 'merged' && !isMisc(bucket.id)

const isBetter = (similarity: number, id: BucketId, than: PlannedHint): boolean =>
  similarity > than.similarity || (similarity === than.similarity && id < than.existing)

/** The new one into the one that was there, unless a person's hand lies on the new one only. */
function sides(fresh: StoredBucket, existing: StoredBucket): [source: StoredBucket, target: StoredBucket] {
  if (!isHandsOff(fresh)) return [fresh, existing]
  if (!isHandsOff(existing)) return [existing, fresh]
  return byStrength(fresh, existing) < 0 ? [existing, fresh] : [fresh, existing]
}

/** So many of the newest decisions teach. */
export const LEARNED_FROM = 20
const STEP = 0.01
const HIGHEST_BAR = 0.97

/**
 * Learns from yes and no: each hint that was passed over more often than others were taken up raises the bar a little, each
 * one that is taken up lowers it again, never below the setting. (What a person refused is never proposed again at all.)
 * @param newest decided and undecided hints, newest first
 */
export function hintBar(threshold: number, newest: readonly Pick<StoredHint, 'status'>[]): number {
  const decided = newest.filter(({ status }) => status === 'accepted' || status === 'ignored').slice(0, LEARNED_FROM)
  const balance = decided.reduce((sum, { status }) => sum + (status === 'ignored' ? 1 : -1), 0)
  return Math.max(threshold, Math.min(HIGHEST_BAR, threshold + STEP * Math.max(0, balance)))
}
