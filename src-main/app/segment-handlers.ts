import type { App } from './create-app'
import type { Handlers } from './requests'

/** A person's acts on segments and on the summaries of buckets. */
export function createSegmentHandlers({ segmentActs, summaries, compression }: App) {
  return {
    'segments.lengths': ({ segmentId }) => compression.ofSegment(segmentId),
    'segments.rename': ({ segmentId, title }) => segmentActs.rename(segmentId, title),
    'segments.merge': ({ segmentId }) => segmentActs.merge(segmentId),
    'segments.split': ({ messageId }) => segmentActs.split(messageId),
    'segments.related': ({ segmentId, limit }) => segmentActs.related(segmentId, limit),
    'segments.offers': () => segmentActs.offers(),
    'segments.declineOffer': async ({ segmentId, previousId }) => {
      await segmentActs.declineOffer(segmentId, previousId)
      return null
    },
    'summaries.list': ({ bucketId }) => summaries.list(bucketId),
    'summaries.write': ({ bucketId, summary }) => summaries.write(bucketId, summary),
    'summaries.regenerate': ({ bucketId }) => summaries.regenerate(bucketId),
  } satisfies Partial<Handlers>
}
