import type { WhyView } from '@shared/contract/conversation'
import type { MessageId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { likeness } from '../app/format'
import { said } from '../app/said/said'
import { useView } from '../app/view'
import { BucketTitle } from '../buckets/bucket-title'
import { BucketChip } from '../buckets/chip'
import { Dot } from '../buckets/dot'
import { Button } from '../ui/button'
import { Popover } from '../ui/popover'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'

/** “Why here?”: who filed a message, what else was considered, what moved it since, and the way to move it oneself. */
export function WhyPopover({ messageId, className }: { messageId: MessageId; className?: string }) {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('why.title')}
      trigger={
        <button type="button" className={`rounded-sm hover:text-ink hover:underline ${className ?? ''}`}>
          {t('why.ask')}
        </button>
      }
    >
      {(close) => <Why messageId={messageId} onLeave={close} />}
    </Popover>
  )
}

function Why({ messageId, onLeave }: { messageId: MessageId; onLeave: () => void }) {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const why = useQuery(asking('conversation.why', { messageId }))
  if (why.isError) return <Trouble error={why.error} onRetry={() => void why.refetch()} />
  if (!why.data) return <Skeleton lines={3} label={t('common.loading')} />
  return (
    <div className="grid gap-2.5">
      <p dir="auto">{said(why.data.sentence)}</p>
      <Considered why={why.data} />
      {why.data.related.length > 0 ? (
        <p className="flex flex-wrap items-center gap-1.5 text-meta text-soft">
          {t('why.touches')}
          {why.data.related.map((bucket) => (
            <BucketChip key={bucket.bucketId} bucket={bucket.bucketId} title={bucket.title} />
          ))}
        </p>
      ) : null}
      {why.data.history.length > 0 ? (
        <ul aria-label={t('why.history')} className="grid gap-1 border-t border-line pt-2 text-meta text-soft">
          {why.data.history.map((receipt) => (
            <li key={receipt.id} dir="auto" className={receipt.undone ? 'text-faint line-through' : undefined}>
              {said(receipt.sentence)}
            </li>
          ))}
        </ul>
      ) : null}
      <Button
        tone="link"
        className="justify-self-start"
        onClick={() => {
          onLeave()
          open({ kind: 'move', messageIds: [messageId] })
        }}
      >
        {t('message.move')}
      </Button>
    </div>
  )
}

function Considered({ why }: { why: WhyView }) {
  const { t } = useTranslation()
  if (why.candidates.length === 0) return null
  return (
    <dl aria-label={t('why.considered')} className="grid gap-1.5">
      {why.candidates.map((candidate) => (
        <div key={candidate.bucketId} className="grid grid-cols-[minmax(0,1fr)_64px_auto] items-center gap-2">
          <dt className="flex min-w-0 items-center gap-2">
            <Dot bucket={candidate.bucketId} />
            <BucketTitle bucket={candidate.bucketId} title={candidate.title} />
          </dt>
          <dd className="h-1 overflow-hidden rounded-full bg-line" aria-hidden="true">
            <div className="h-full rounded-full bg-accent" style={{ width: `${candidate.score * 100}%` }} />
          </dd>
          <dd className="text-meta text-faint tabular">{likeness(candidate.score)}</dd>
        </div>
      ))}
    </dl>
  )
}
