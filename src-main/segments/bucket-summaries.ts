import { CatchmentError } from '@shared/contract/errors'
import type { SummaryVersionView } from '@shared/contract/segments'
import type { BucketId } from '@shared/ids'
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

  return {
    /** @throws CatchmentError `not_found` */
    list: async (id: BucketId) => versionsOf(found(id).id),

    /** A person's own words; lines without a bullet stay in front whatever is summarised later. @throws `not_found` */
    async write(id: BucketId, summary: string): Promise<SummaryVersionView[]> {
      const bucket = found(id)
      const tidy = summary.replace(/\r\n?/g, '\n').trim()
      await store.summaries.save({ id: bucket.id, summary: tidy, madeBy: 'person', at: clock.now(), read: null })
      directory.absorb({ buckets: await store.buckets.byIds([bucket.id]), removed: [] })
      return versionsOf(bucket.id)
    },

    /** From all of its messages, as if there were no summary yet; what a person wrote stays. @throws `not_found` */
    async regenerate(id: BucketId): Promise<SummaryVersionView[]> {
      const bucket = found(id)
      if (bucket.id.startsWith('misc_conversations_'))
        throw new CatchmentError('conflict', 'Filed-away one-offs have the day’s summary, which is kept by itself.')
      await rewriteSummary(ports, bucket, new AbortController().signal)
      return versionsOf(bucket.id)
    },
  }
}
