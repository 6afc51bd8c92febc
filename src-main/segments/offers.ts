/** Short neighbouring segments of one bucket that might be one (07-settled, Segments): pure. */
import type { SegmentOffer } from '@shared/contract/segments'
import type { BucketId, SegmentId } from '@shared/ids'
import type { StoredSegment } from '../store/types'

const SHORT = 4

export interface OfferMaterial {
  /** Closed segments of any conversations. */
  segments: readonly StoredSegment[]
  /** What a bucket's id leads to now, with its title. */
  bucket(id: BucketId): { id: BucketId; title: string } | null
  timeoutMs: number
  /** Pairs that a person wants apart. */
  apart: readonly [segment: SegmentId, previous: SegmentId][]
}

/** Newest first. Both under four messages, the silence between them under two thresholds, one and the same bucket. */
export function planOffers({ segments, bucket, timeoutMs, apart }: OfferMaterial): SegmentOffer[] {
  const refused = new Set(apart.map(([segment, previous]) => `${segment} ${previous}`))
  const newest = new Map<string, StoredSegment>()
  const offers: SegmentOffer[] = []
  const oldestFirst = [...segments].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
  for (const segment of oldestFirst) {
    const previous = newest.get(segment.conv ?? '')
    newest.set(segment.conv ?? '', segment)
    if (!previous || !isShort(segment) || !isShort(previous)) continue
    if (Date.parse(segment.startedAt) - Date.parse(previous.endedAt) >= 2 * timeoutMs) continue
    const shared = only(segment, bucket)
    if (!shared || shared.id !== only(previous, bucket)?.id || refused.has(`${segment.id} ${previous.id}`)) continue
    offers.push({
      segmentId: segment.id,
      previousId: previous.id,
      bucketId: shared.id,
      sentence: `“${previous.title}” and “${segment.title}” are short, follow each other and lie in “${shared.title}”. One segment?`,
    })
  }
  return offers.reverse()
}

const isShort = (segment: StoredSegment): boolean =>
  segment.status === 'collapsed' && segment.messages > 0 && segment.messages < SHORT

function only(segment: StoredSegment, bucket: OfferMaterial['bucket']): { id: BucketId; title: string } | null {
  const found = segment.buckets.flatMap((id) => bucket(id) ?? [])
  const [first] = found
  return first && found.every((b) => b.id === first.id) ? first : null
}
