import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { Dialog } from '../ui/dialog'
import { MemoryForm } from './memory-form'
import { sayAct } from './use-memory-acts'

/** A memory by hand: the person's own word, for good. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const add = useAct('memories.add', (act) => {
    sayAct(act, t('common.undo'))
    onClose()
  })
  return (
    <Dialog title={t('memory.addTitle')} description={t('memory.addText')} width={480} onClose={onClose}>
      <MemoryForm
        before={null}
        pending={add.isPending}
        save={t('memory.remember')}
        onSave={(words) => add.mutate(words)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
