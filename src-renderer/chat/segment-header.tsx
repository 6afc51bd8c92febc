import type { SegmentView } from '@shared/domain'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { joined } from '../app/format'
import { BucketChip } from '../buckets/chip'
import { distinctBuckets, nameOf, useBucketMap } from '../buckets/use-buckets'
import { untitled, useSegmentTimes } from '../manifest/segment-times'

const MOST_CHIPS = 3

/** Where a segment begins: its title, its time range, and what it was about. */
export const SegmentHeader = memo(function SegmentHeader({ segment }: { segment: SegmentView }) {
  const { t } = useTranslation()
  const times = useSegmentTimes(segment)
  const buckets = useBucketMap()
  // the title of the segment under way is its buckets' titles (07-settled, Segments)
  const about = distinctBuckets(buckets, segment.buckets)
  const title = segment.title || joined(about.map((id) => nameOf(buckets, id))) || untitled(t, segment)
  return (
    <div className="flex items-center gap-2.5 text-small text-faint">
      <h2
        className="max-w-[62%] flex-none truncate font-semibold text-soft"
        dir="auto"
        title={segment.synopsis || title}
      >
        {title}
      </h2>
      <span className="flex-none tabular">{times}</span>
      {segment.title && about.length > 1 ? (
        <span className="hidden h-[22px] min-w-0 flex-wrap gap-1.5 overflow-hidden min-[1100px]:flex">
          {about.slice(0, MOST_CHIPS).map((bucket) => (
            <BucketChip key={bucket} bucket={bucket} />
          ))}
        </span>
      ) : null}
      <span className="h-px min-w-6 flex-1 bg-line" />
    </div>
  )
})
