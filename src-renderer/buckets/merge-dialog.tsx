import type { BucketCommand } from '@shared/commands'
import type { CommandAnswer } from '@shared/contract/buckets'
import type { BucketId, SuggestionId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { BucketPicker } from './bucket-picker'
import { MergeSides } from './merge-sides'
import { useToldOutcome } from './use-bucket-acts'
import { nameOf, useBucketMap } from './use-buckets'

interface MergeDialogProps {
  source: BucketId
  target: BucketId | null
  /** The suggestion that is looked at, if it is one: merging as it proposes is accepting it. */
  suggestion?: SuggestionId | undefined
  onClose: () => void
}

/** Merging by hand: pick the other bucket if it is not known yet, look at both sides and what moves, then decide. */
export function MergeDialog({ source, target, suggestion, onClose }: MergeDialogProps) {
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
      command={{ kind: 'mv', source: from, target: into }}
      suggestion={from === source && into === target ? suggestion : undefined}
      title={t('merge.title', { source: titleOf(from), target: titleOf(into) })}
      onSwap={() => setPair({ from: into, into: from })}
      onClose={onClose}
    />
  )
}

interface MergePreviewProps {
  command: Extract<BucketCommand, { kind: 'mv' | 'merge' }>
  suggestion?: SuggestionId | undefined
  title: string
  onSwap?: () => void
  /** Once it is done; the dialog is closed after it. */
  onDone?: () => void
  onClose: () => void
}

/** What a merge would do, and the button that does it. */
export function MergePreview({ command, suggestion, title, onSwap, onDone, onClose }: MergePreviewProps) {
  const { t } = useTranslation()
  const preview = useQuery({ ...asking('buckets.preview', command), gcTime: 0 })
  const told = useToldOutcome()
  const finish = (answer: CommandAnswer): void => {
    told(answer)
    onDone?.()
    onClose()
  }
  const merge = useAct('buckets.command', finish)
  const accept = useAct('suggestions.accept', finish)
  const busy = merge.isPending || accept.isPending
  const data = preview.data
  return (
    <Dialog
      title={title}
      description={data && data.refused === null ? t('merge.description', { count: data.messagesMoved }) : ' '}
      width={640}
      onClose={onClose}
    >
      {data ? <MergeSides preview={data} onSwap={onSwap} /> : null}
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
          disabled={!data || data.refused !== null || busy}
          onClick={() => (suggestion ? accept.mutate({ suggestionId: suggestion }) : merge.mutate(command))}
        >
          {t('merge.confirm')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
