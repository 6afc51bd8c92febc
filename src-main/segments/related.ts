/** Which segments are about something alike (07-settled, Segments): pure. */
import type { BucketId } from '@shared/ids'

export interface Candidate<Segment extends { buckets: readonly BucketId[] }> {
  segment: Segment
  /** Of the synopses, once what all texts have in common is taken away. */
  cosine: number
}

/**
 * Seen with 380 talks of public data (dialogues and short requests), summarised without a model, multilingual-e5-small: from
 * 0.35 on 72 to 97 of 100 pairs of one topic are found, and 5 of 100 pairs of two topics.
 */
const ALIKE = 0.35
/** Enough for two talks that were filed in one bucket. */
const ALIKE_IN_A_BUCKET = 0.2

/**
 * Of the candidates, most alike first, those that are alike by themselves, or less so and filed in one bucket. Nothing is
 * shown only because nothing else is nearer.
 * @param bucketOf where a bucket's id leads to now
 */
export function relatedTo<Segment extends { buckets: readonly BucketId[] }>(
  own: Segment,
  candidates: readonly Candidate<Segment>[],
  bucketOf: (id: BucketId) => BucketId,
): Candidate<Segment>[] {
  const mine = new Set(own.buckets.map(bucketOf))
  return candidates.filter(
    ({ segment, cosine }) =>
      cosine >= ALIKE || (cosine >= ALIKE_IN_A_BUCKET && segment.buckets.some((id) => mine.has(bucketOf(id)))),
  )
}
