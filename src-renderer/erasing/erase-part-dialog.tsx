import type { ErasePart } from '@shared/contract/erasing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { useSelection } from '../chat/selecting/selection'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'
import { DropBackups, useHeld } from './drop-backups'

interface ErasePartDialogProps {
  part: ErasePart
  /** What is meant, in the person's words: the message, or the title. */
  named: string
  onClose: () => void
}

/** Asks before a message, a segment or a bucket goes for good; says what goes with it, and until when backups hold it. */
export function ErasePartDialog({ part, named, onClose }: ErasePartDialogProps) {
  const { t } = useTranslation()
  const held = useHeld()
  const [dropBackups, setDropBackups] = useState(false)
  const look = useQuery({ ...asking('erasing.look', { part }), gcTime: 0 })
  const erase = useAct('erasing.erase', (erased) => {
    say(`${t('erase.done', { count: erased.messages })} ${held(erased)}`)
    useSelection.getState().end()
    onClose()
  })
  const kind =
    'messageId' in part ? 'message' : 'messageIds' in part ? 'messages' : 'segmentId' in part ? 'segment' : 'bucket'
  return (
    <Dialog title={t(`erase.title.${kind}`)} description={t('erase.text')} width={460} onClose={onClose}>
      <blockquote
        dir="auto"
        className="line-clamp-6 border-s-2 border-line ps-3 text-list text-soft [overflow-wrap:anywhere]"
      >
        {named}
      </blockquote>
      {look.isError ? (
        <Trouble error={look.error} onRetry={() => void look.refetch()} />
      ) : look.data ? (
        <p className="mt-3 text-list">
          {t('erase.goes', {
            messages: t('erase.messages', { count: look.data.messages }),
            memories: t('erase.memories', { count: look.data.memories }),
          })}
        </p>
      ) : (
        <Skeleton lines={1} label={t('common.loading')} />
      )}
      <DropBackups checked={dropBackups} onChange={setDropBackups} />
      <DialogActs>
        <Button tone="quiet" autoFocus onClick={onClose}>
          {t('erase.keep')}
        </Button>
        <Button
          className="border-warn! text-warn"
          disabled={erase.isPending || !look.data}
          onClick={() => erase.mutate({ part, dropBackups })}
        >
          {t('erase.confirm')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
