import type { MessageId } from '@shared/ids'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { BucketPicker } from '../buckets/bucket-picker'
import { useToldOutcome } from '../buckets/use-bucket-acts'
import { Checkbox } from '../ui/checkbox'
import { Dialog } from '../ui/dialog'
import { useSelection } from './selecting/selection'

interface MoveDialogProps {
  messageIds: readonly MessageId[]
  onClose: () => void
}

/** “Move to bucket…”: a person's word, which nothing automatic will ever overrule. Question and answer go together. */
export function MoveDialog({ messageIds, onClose }: MoveDialogProps) {
  const { t } = useTranslation()
  const told = useToldOutcome()
  const [wholeTurns, setWholeTurns] = useState(true)
  const move = useAct('buckets.moveMessages', (answer) => {
    told(answer)
    useSelection.getState().end()
    onClose()
  })
  const base = { messageIds: [...messageIds], wholeTurns }
  return (
    <Dialog title={t('move.title')} description={t('move.description')} width={440} onClose={onClose}>
      <Checkbox checked={wholeTurns} onChange={setWholeTurns} className="mb-3">
        {t('move.wholeTurn')}
      </Checkbox>
      <BucketPicker
        label={t('move.pick')}
        onPick={(bucket) => move.mutate({ ...base, target: { bucketId: bucket.id } })}
        onNew={(newTitle) => move.mutate({ ...base, target: { newTitle } })}
      />
    </Dialog>
  )
}
