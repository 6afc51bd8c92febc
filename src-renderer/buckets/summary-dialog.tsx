import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { fullTime, likeness } from '../app/format'
import { useZone } from '../app/today'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { BucketSummary } from './bucket-summary'
import { BucketChip } from './chip'
import { MarkList } from './marks'
import { nameOf, useBucketMap } from './use-buckets'

/** What a bucket is about: its summary, its facts, and its newest messages to jump to. */
export function SummaryDialog({ bucket, onClose }: { bucket: BucketId; onClose: () => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const jumpTo = useView((view) => view.jumpTo)
  const title = nameOf(useBucketMap(), bucket)
  const details = useQuery({ ...asking('buckets.show', { bucketId: bucket }), gcTime: 0 })
  const shown = details.data
  const [typed, setTyped] = useState<string | null>(null)
  // Escape while something was typed leaves the editing first: nobody means to lose it
  const isDraft = typed !== null && typed !== shown?.bucket.summary
  return (
    <Dialog
      title={title}
      {...(shown?.bucket.description ? { description: shown.bucket.description } : {})}
      onClose={() => (isDraft ? setTyped(null) : onClose())}
    >
      {details.isPending ? <Skeleton lines={5} label={t('common.loading')} /> : null}
      {details.isError ? <Trouble error={details.error} onRetry={() => void details.refetch()} /> : null}
      {shown ? (
        <div className="grid gap-4">
          <BucketSummary bucket={shown.bucket} typed={typed} onType={setTyped} />
          <MarkList bucket={shown.bucket} />
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-list">
            <dt className="text-faint">{t('summary.messages')}</dt>
            <dd className="tabular">{t('count.messages', { count: shown.bucket.messages })}</dd>
            <dt className="text-faint">{t('summary.since')}</dt>
            <dd>{fullTime(shown.bucket.createdAt, zone)}</dd>
            <dt className="text-faint">{t('summary.lastActive')}</dt>
            <dd>{fullTime(shown.bucket.lastActive, zone)}</dd>
            <dt className="text-faint">{t('summary.returns')}</dt>
            <dd className="tabular">
              {t('summary.returned', { count: shown.returns, perWeek: likeness(shown.returnsPerWeek) })}
            </dd>
            <dt className="text-faint">{t('summary.id')}</dt>
            <dd className="font-mono text-meta leading-[19px] [overflow-wrap:anywhere]">{shown.bucket.id}</dd>
            {shown.formerIds.length > 0 ? (
              <>
                <dt className="text-faint">{t('summary.formerIds')}</dt>
                <dd className="font-mono text-meta leading-[19px] [overflow-wrap:anywhere]">
                  {shown.formerIds.join(', ')}
                </dd>
              </>
            ) : null}
          </dl>
          {shown.related.length > 0 ? (
            <p className="flex flex-wrap items-center gap-1.5 text-list text-faint">
              {t('summary.related')}
              {shown.related.map((other) => (
                <BucketChip key={other.bucketId} bucket={other.bucketId} title={other.title} />
              ))}
            </p>
          ) : null}
          {shown.newest.length > 0 ? (
            <section aria-label={t('summary.newest')}>
              <h3 className="mb-1 text-meta font-semibold text-faint">{t('summary.newest')}</h3>
              <ul className="grid gap-1">
                {shown.newest.slice(0, 5).map((message) => (
                  <li key={message.id}>
                    <Button
                      tone="quiet"
                      className="h-auto w-full justify-start! px-2! py-1 text-start text-list font-normal whitespace-normal!"
                      onClick={() => jumpTo(message.id)}
                    >
                      <span className="line-clamp-2 [overflow-wrap:anywhere]" dir="auto">
                        {message.text}
                      </span>
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  )
}
