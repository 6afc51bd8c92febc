import type { SegmentView } from '@shared/domain'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { percent } from '../app/format'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'

/** A closed segment's shorter forms, down to keywords, above the messages they come from. Made when they are asked for. */
export function SegmentLengths({ segment }: { segment: SegmentView }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (segment.status !== 'collapsed') return null
  return (
    <details className="group/lengths px-2 py-1 text-meta" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex w-fit items-center gap-1 rounded-sm text-faint hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-3 transition-transform group-open/lengths:rotate-90" />
        {t('segment.lengths')}
      </summary>
      {isOpen ? <Lengths segment={segment} /> : null}
    </details>
  )
}

function Lengths({ segment }: { segment: SegmentView }) {
  const { t } = useTranslation()
  const levels = useQuery(asking('segments.lengths', { segmentId: segment.id }))
  if (levels.isError) return <Trouble error={levels.error} onRetry={() => void levels.refetch()} />
  if (!levels.data) return <Skeleton lines={3} label={t('common.loading')} />
  return (
    <>
      <p className="pt-1 text-faint">{t('segment.lengthsText')}</p>
      <dl className="grid gap-1.5 pt-1.5">
        {levels.data
          .filter(({ level }) => level !== 'full')
          .map((level) => (
            <div key={level.id}>
              <dt className="flex flex-wrap gap-x-2.5 text-faint tabular">
                <span>{t(`memory.level.${level.level}`)}</span>
                <span>{t('count.tokens', { count: level.tokens })}</span>
                {level.ratio === null ? null : <span>{t('memory.ratio', { share: percent(level.ratio) })}</span>}
              </dt>
              <dd dir="auto" className="text-soft [overflow-wrap:anywhere] whitespace-pre-line">
                {level.content}
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}
