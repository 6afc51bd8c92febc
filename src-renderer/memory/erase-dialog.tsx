import type { MemoryView } from '@shared/memory'
import { useTranslation } from 'react-i18next'
import { longDay } from '../app/format'
import { useToday, useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { say } from '../ui/toast-store'

/** Asks before the one act that cannot be undone, and says afterwards until when backups may hold it. */
export function EraseDialog({ memory, onClose }: { memory: MemoryView; onClose: () => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const erase = useAct('memories.erase', ({ backupsUntil }) => {
    say(
      backupsUntil === null ? t('memory.erased') : t('memory.erasedUntil', { day: longDay(backupsUntil, zone, today) }),
    )
    onClose()
  })
  return (
    <Dialog title={t('memory.eraseTitle')} description={t('memory.eraseText')} width={460} onClose={onClose}>
      <blockquote
        dir="auto"
        className="line-clamp-6 border-s-2 border-line ps-3 text-list text-soft [overflow-wrap:anywhere]"
      >
        {memory.content}
      </blockquote>
      <p className="mt-3 text-meta text-faint">{t('memory.eraseLeaves')}</p>
      <DialogActs>
        <Button tone="quiet" autoFocus onClick={onClose}>
          {t('memory.eraseKeep')}
        </Button>
        <Button
          className="border-warn! text-warn"
          disabled={erase.isPending}
          onClick={() => erase.mutate({ memoryId: memory.id })}
        >
          {t('memory.eraseConfirm')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
