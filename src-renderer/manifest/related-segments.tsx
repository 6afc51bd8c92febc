import type { RelatedSegment } from '@shared/contract/segments'
import type { SegmentView } from '@shared/domain'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { dateOf, dayLabel } from '../app/format'
import { useToday, useZone } from '../app/today'
import { Dot } from '../buckets/dot'
import { distinctBuckets, nameOf, useBucketMap } from '../buckets/use-buckets'
import { cx } from '../ui/cx'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { useGoToSegment } from './use-go-to-segment'

interface RelatedSegmentsProps {
  segment: SegmentView
  open: boolean
  onToggle: () => void
  /** Told when they are listed, with the element that shows them: whoever asked for them may want it in sight. */
  onShown: (element: HTMLElement) => void
}

/** Under the messages of a segment, folded away: talks of other days that were about something alike. */
export function RelatedSegments({ segment, open, onToggle, onShown }: RelatedSegmentsProps) {
  const { t } = useTranslation()
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isClosed = segment.status !== 'active' && segment.status !== 'collapsing'
  const related = useQuery({
    ...asking('segments.related', { segmentId: segment.id }),
    enabled: open && isClosed,
  })
  const isShown = open && (!isClosed || !related.isPending)
  useEffect(() => {
    if (isShown && section.current) onShown(section.current)
  }, [isShown, onShown])
  return (
    <section ref={section} aria-labelledby={id} className="px-2 pt-1">
      <button
        id={id}
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="-ms-1 flex items-center gap-1 rounded-sm px-1 text-meta text-faint hover:text-ink"
      >
        <ChevronRight aria-hidden="true" className={cx('size-3 transition-transform', open && 'rotate-90')} />
        {t('related.title')}
      </button>
      {open ? <Found isClosed={isClosed} related={related} /> : null}
    </section>
  )
}

interface FoundProps {
  isClosed: boolean
  related: UseQueryResult<RelatedSegment[]>
}

function Found({ isClosed, related }: FoundProps) {
  const { t } = useTranslation()
  if (!isClosed) return <Says>{t('related.notYet')}</Says>
  if (related.isError) return <Trouble error={related.error} onRetry={() => void related.refetch()} />
  if (!related.data) return <Skeleton lines={2} label={t('common.loading')} />
  if (related.data.length === 0) return <Says>{t('related.none')}</Says>
  return (
    <ul className="-mx-2 mt-0.5">
      {related.data.map(({ segment: other }) => (
        <li key={other.id}>
          <Line segment={other} />
        </li>
      ))}
    </ul>
  )
}

const Says = ({ children }: { children: string }) => <p className="py-0.5 ps-3 text-meta text-faint">{children}</p>

function Line({ segment }: { segment: SegmentView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const buckets = useBucketMap()
  const goTo = useGoToSegment()
  const title = segment.title || t('segment.untitled')
  const [bucket] = distinctBuckets(buckets, segment.buckets)
  return (
    <button
      type="button"
      aria-label={t('segment.goTo', { title })}
      title={segment.synopsis || undefined}
      onClick={() => goTo(segment.id)}
      className="flex w-full items-baseline gap-2 rounded-md py-[3px] pe-2 ps-5 text-start text-meta hover:bg-hover"
    >
      {bucket ? (
        <Dot bucket={bucket} ring={buckets.get(bucket)?.status === 'ephemeral'} title={nameOf(buckets, bucket)} />
      ) : null}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {title}
      </span>
      <span className="flex-none text-faint tabular">{dayLabel(dateOf(segment.startedAt, zone), today)}</span>
    </button>
  )
}
