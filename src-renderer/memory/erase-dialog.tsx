import type { MemoryView } from '@shared/memory'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { DropBackups, useHeld } from '../erasing/drop-backups'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { say } from '../ui/toast-store'

/** Asks before the one act that cannot be undone, and says afterwards until when backups may hold it. */
export function EraseDialog({ memory, onClose }: { memory: MemoryView; onClose: () => void }) {
  const { t } = useTranslation()
  const held = useHeld()
  const [dropBackups, setDropBackups] = useState(false)
  const erase = useAct('memories.erase', (erased) => {
    say(`${t('memory.erased')} ${held(erased)}`)
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
      <DropBackups checked={dropBackups} onChange={setDropBackups} />
      <DialogActs>
        <Button tone="quiet" autoFocus onClick={onClose}>
          {t('memory.eraseKeep')}
        </Button>
        <Button
          className="border-warn! text-warn"
          disabled={erase.isPending}
          onClick={() => erase.mutate({ memoryId: memory.id, dropBackups })}
        >
          {t('memory.eraseConfirm')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
