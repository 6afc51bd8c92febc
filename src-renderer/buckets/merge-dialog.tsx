import type { CommandPreview } from '@shared/contract/buckets'
import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { ago } from '../app/format'
import { useNow } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { BucketPicker } from './bucket-picker'
import { Dot } from './dot'
import { useToldOutcome } from './use-bucket-acts'
import { nameOf, useBucketMap } from './use-buckets'

interface MergeDialogProps {
  source: BucketId
  target: BucketId | null
  onClose: () => void
}

/** Merging by hand: pick the other bucket if it is not known yet, look at both sides and what moves, then decide. */
export function MergeDialog({ source, target, onClose }: MergeDialogProps) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const [pair, setPair] = useState<{ from: BucketId; into: BucketId | null }>({ from: source, into: target })
  const titleOf = (id: BucketId): string => nameOf(buckets, id)
  if (!pair.into)
    return (
      <Dialog title={t('merge.pickTitle', { source: titleOf(pair.from) })} width={440} onClose={onClose}>
        <BucketPicker
          label={t('merge.pick')}
          except={pair.from}
          onPick={(bucket) => setPair({ from: pair.from, into: bucket.id })}
        />
      </Dialog>
    )
  const { from, into } = pair
  return (
    <MergePreview
      key={`${from} ${into}`}
      from={from}
      into={into}
      title={t('merge.title', { source: titleOf(from), target: titleOf(into) })}
      onSwap={() => setPair({ from: into, into: from })}
      onClose={onClose}
    />
  )
}

interface MergePreviewProps {
  from: BucketId
  into: BucketId
  title: string
  onSwap: () => void
  onClose: () => void
}

function MergePreview({ from, into, title, onSwap, onClose }: MergePreviewProps) {
  const { t } = useTranslation()
  const command = { kind: 'mv' as const, source: from, target: into }
  const preview = useQuery({ ...asking('buckets.preview', command), gcTime: 0 })
  const told = useToldOutcome()
  const merge = useAct('buckets.command', (answer) => {
    told(answer)
    onClose()
  })
  const data = preview.data
  return (
    <Dialog
      title={title}
      description={data ? t('merge.description', { count: data.messagesMoved }) : ' '}
      width={640}
      onClose={onClose}
    >
      {data ? <Sides preview={data} onSwap={onSwap} /> : null}
      {preview.isPending ? <Skeleton lines={4} label={t('common.loading')} /> : null}
      {preview.isError ? <Trouble error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {data?.refused ? (
        <p role="alert" className="mt-3 text-list text-warn">
          {data.refused}
        </p>
      ) : null}
      <DialogActs>
        <Button tone="quiet" onClick={onClose}>
          {t('merge.keepBoth')}
        </Button>
        <Button
          tone="go"
          autoFocus
          disabled={!data || data.refused !== null || merge.isPending}
          onClick={() => merge.mutate(command)}
        >
          {t('merge.confirm')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}

function Sides({ preview, onSwap }: { preview: CommandPreview; onSwap: () => void }) {
  const { t } = useTranslation()
  const [left, right] = preview.sides
  return (
    <div className="grid items-stretch gap-2 min-[560px]:grid-cols-[1fr_28px_1fr]">
      {left ? <Side side={left} /> : null}
      <button
        type="button"
        aria-label={t('merge.swap')}
        title={t('merge.swap')}
        onClick={onSwap}
        className="grid size-7 place-items-center self-center justify-self-center rounded-md text-faint transition-colors hover:bg-hover hover:text-ink"
      >
        <ArrowLeftRight className="size-4" />
      </button>
      {right ? <Side side={right} /> : null}
    </div>
  )
}

function Side({ side }: { side: CommandPreview['sides'][number] }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <section
      aria-label={side.title}
      className="min-h-[120px] min-w-0 rounded-xl border border-line px-3 py-2.5 text-list"
    >
      <p className="flex items-center gap-2">
        {side.bucketId ? <Dot bucket={side.bucketId} /> : null}
        <b className="min-w-0 truncate font-semibold" dir="auto">
          {side.title}
        </b>
      </p>
      <p className="mt-0.5 text-meta text-faint tabular">
        {t('count.messages', { count: side.messages })}
        {side.lastActive ? `, ${t('bucket.last', { when: ago(side.lastActive, now) })}` : null}
      </p>
      <ul className="mt-2 grid gap-1.5 text-soft">
        {side.samples.slice(0, 4).map((sample) => (
          <li key={sample} dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
            “{sample}”
          </li>
        ))}
      </ul>
    </section>
  )
}
