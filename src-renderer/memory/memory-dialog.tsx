import type { MemoryDetail } from '@shared/contract/memory'
import type { MemoryId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { History, Lesson, Levels, Sources, StandsFor, Why } from './detail-parts'
import { Facts } from './facts'
import { MemoryForm } from './memory-form'
import { sayAct, useMemoryActs } from './use-memory-acts'

interface MemoryDialogProps {
  memory: MemoryId
  editing: boolean
  onClose: () => void
}

/** Everything about one memory: what it says, why it is kept, where it comes from, what was done with it. */
export function MemoryDialog({ memory, editing, onClose }: MemoryDialogProps) {
  const { t } = useTranslation()
  const detail = useQuery({ ...asking('memories.open', { memoryId: memory }), gcTime: 0 })
  const title = detail.data ? t(`memory.one.${detail.data.memory.category}`) : t('memory.title')
  return (
    <Dialog title={title} width={600} onClose={onClose}>
      {detail.isError ? <Trouble error={detail.error} onRetry={() => void detail.refetch()} /> : null}
      {detail.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
      {detail.data ? <Detail key={memory} detail={detail.data} startEditing={editing} onClose={onClose} /> : null}
    </Dialog>
  )
}

interface DetailProps {
  detail: MemoryDetail
  startEditing: boolean
  onClose: () => void
}

function Detail({ detail, startEditing, onClose }: DetailProps) {
  const { t } = useTranslation()
  const { memory } = detail
  const [editing, setEditing] = useState(startEditing && memory.forgottenAt === null)
  const open = useView((view) => view.open)
  const leave = (): void => (startEditing ? onClose() : setEditing(false))
  const edit = useAct('memories.edit', (act) => {
    sayAct(act, t('common.undo'))
    // opened anew: its lengths, value and history are others now
    if (startEditing) onClose()
    else open({ kind: 'memory', memory: memory.id })
    setEditing(false)
  })
  if (editing)
    return (
      <MemoryForm
        before={memory}
        pending={edit.isPending}
        save={t('memory.save')}
        onSave={({ content, category }) =>
          edit.mutate({
            memoryId: memory.id,
            ...(content === memory.content ? {} : { content }),
            ...(category === memory.category ? {} : { category }),
          })
        }
        onCancel={leave}
      />
    )
  return (
    <>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
        {memory.content}
      </p>
      <Facts memory={memory} />
      <div className="mt-4 grid gap-4">
        {memory.reflection ? <Lesson reflection={memory.reflection} /> : null}
        <Why why={detail.why} />
        <Sources sources={detail.sources} byHand={memory.source === 'person'} />
        <StandsFor entries={detail.standsFor} />
        <Levels levels={detail.levels} />
        <History history={detail.history} />
      </div>
      <Acts detail={detail} onEdit={() => setEditing(true)} onClose={onClose} />
    </>
  )
}

interface ActsProps {
  detail: MemoryDetail
  onEdit: () => void
  onClose: () => void
}

function Acts({ detail: { memory }, onEdit, onClose }: ActsProps) {
  const { t } = useTranslation()
  const acts = useMemoryActs()
  const andClose = (act: typeof acts.forget) => () => {
    act(memory)
    onClose()
  }
  return (
    // always in sight, however long what is above it
    <div className="sticky bottom-0 -mx-5 mt-4 -mb-[18px] border-t border-line bg-raised px-5 pb-3 [&>div]:mt-3">
      <DialogActs>
        <Button tone="quiet" className="me-auto -ms-2.5 text-warn!" onClick={() => acts.erase(memory)}>
          {t('memory.erase')}
        </Button>
        {memory.forgottenAt === null ? (
          <>
            <Button tone="quiet" onClick={andClose(acts.forget)}>
              {t('memory.forget')}
            </Button>
            <Button tone="quiet" onClick={() => acts.toggleSensitive(memory)}>
              {t(memory.accessTier === 'SENSITIVE' ? 'memory.markPublic' : 'memory.markSensitive')}
            </Button>
            {memory.category === 'task' ? (
              <Button tone="quiet" onClick={() => acts.toggleDone(memory)}>
                {t(memory.done ? 'memory.reopen' : 'memory.finish')}
              </Button>
            ) : null}
            <Button tone="quiet" aria-pressed={memory.pinned} onClick={() => acts.togglePin(memory)}>
              {t(memory.pinned ? 'memory.unpin' : 'memory.pin')}
            </Button>
            <Button onClick={onEdit}>{t('memory.edit')}</Button>
          </>
        ) : (
          <Button onClick={andClose(acts.bringBack)}>{t('memory.bringBack')}</Button>
        )}
      </DialogActs>
    </div>
  )
}
