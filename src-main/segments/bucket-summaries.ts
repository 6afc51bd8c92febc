import { CatchmentError } from '@shared/contract/errors'
import type { SummaryVersionView } from '@shared/contract/segments'
import { type BucketId, isMisc } from '@shared/ids'
import { asWritten } from '../language/bucket-summary'
import { rewriteSummary } from './downstream'
import type { SegmentPorts } from './ports'

/** What a person does to a bucket's rolling summary: read its versions, write into it, have it made anew. */
export function createBucketSummaries(ports: SegmentPorts) {
  const { store, clock, directory } = ports

  const versionsOf = (id: BucketId): Promise<SummaryVersionView[]> => store.summaries.list(id)

  function found(id: BucketId) {
    const bucket = directory.resolve(id)
    if (!bucket) throw new CatchmentError('not_found', `There is no bucket “${id}”.`)
    return bucket
  }

  /** Any but the days of filed-away one-offs: their summary lists what lies in them and follows it. */
  function writable(id: BucketId) {
    const bucket = found(id)
    if (isMisc(bucket.id))
      throw new CatchmentError('conflict', 'Filed-away one-offs have the day’s summary, which is kept by itself.')
    return bucket
  }

  return {
    /** @throws CatchmentError `not_found` */
    list: async (id: BucketId) => versionsOf(found(id).id),

    /**
     * A person's own words: they stay in front whatever is summarised later. Putting an earlier version back is the same
     * act. @throws CatchmentError `not_found`, `conflict` for the day's summary of filed-away one-offs
     */
    async write(id: BucketId, summary: string): Promise<SummaryVersionView[]> {
      const bucket = writable(id)
      const known = [bucket.summary, ...(await versionsOf(bucket.id)).map((v) => v.summary)]
      const written = { summary: asWritten(summary, known), madeBy: 'person' as const, at: clock.now(), read: null }
      await store.summaries.save({ id: bucket.id, ...written })
      directory.absorb({ buckets: await store.buckets.byIds([bucket.id]), removed: [] })
      return versionsOf(bucket.id)
    },

    /**
     * From all of its messages, as if there were no summary yet; what a person wrote stays.
     * @throws CatchmentError `not_found`, `conflict` as `write`
     */
    async regenerate(id: BucketId): Promise<SummaryVersionView[]> {
      const bucket = writable(id)
      await rewriteSummary(ports, bucket, new AbortController().signal)
      return versionsOf(bucket.id)
    },
  }
}
