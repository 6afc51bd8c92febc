import type { SegmentView } from '@shared/domain'
import type { MessageId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { Scissors } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { timeOf } from '../app/format'
import { useZone } from '../app/today'
import { useView } from '../app/view'
import { IconButton } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { RelatedSegments } from './related-segments'
import { SegmentLengths } from './segment-lengths'

interface SegmentMessagesProps {
  segment: SegmentView
  onSplit: (message: MessageId) => void
  /** Whether the segments like it are listed, too. */
  relatedOpen: boolean
  onToggleRelated: () => void
  onRelatedShown: (element: HTMLElement) => void
}

/** The messages of an open segment, one line each; pressing one goes there, the scissors part the segment before it. */
export function SegmentMessages({
  segment,
  onSplit,
  relatedOpen,
  onToggleRelated,
  onRelatedShown,
}: SegmentMessagesProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const jumpTo = useView((view) => view.jumpTo)
  const messages = useQuery(asking('segments.messages', { segmentId: segment.id }))
  if (messages.isError) return <Trouble error={messages.error} onRetry={() => void messages.refetch()} />
  if (!messages.data) return <Skeleton lines={2} label={t('common.loading')} />
  return (
    <div className="relative pb-1 ps-5">
      <span aria-hidden="true" className="absolute inset-y-0 start-[9px] w-px bg-line" />
      {segment.synopsis ? (
        <p className="px-2 py-1 text-meta text-soft" dir="auto">
          {segment.synopsis}
        </p>
      ) : null}
      <SegmentLengths segment={segment} />
      <ul>
        {messages.data.map((message, index) => (
          <li key={message.id} className="group relative">
            <button
              type="button"
              onClick={() => jumpTo(message.id)}
              className="flex w-full items-baseline gap-2 rounded-md px-2 py-[3px] text-start text-meta hover:bg-hover"
            >
              <span className="flex-none text-faint tabular">{timeOf(message.ts, zone)}</span>
              <span
                dir="auto"
                className={`min-w-0 flex-1 truncate ${message.role === 'user' ? 'text-ink' : 'text-soft'}`}
              >
                {message.text.slice(0, 200)}
              </span>
            </button>
            {index > 0 ? (
              <IconButton
                label={t('segment.splitHere')}
                onClick={() => onSplit(message.id)}
                className="absolute inset-y-0 end-0.5 my-auto size-[20px]! bg-rail opacity-0 group-hover:opacity-100 focus-visible:opacity-100 [&>svg]:size-3!"
              >
                <Scissors />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      <RelatedSegments segment={segment} open={relatedOpen} onToggle={onToggleRelated} onShown={onRelatedShown} />
    </div>
  )
}
