import type { MessageId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { BucketPicker } from '../buckets/bucket-picker'
import { useToldOutcome } from '../buckets/use-bucket-acts'
import { Dialog } from '../ui/dialog'

/** “Move to bucket…”: a person's word, which nothing automatic will ever overrule. */
export function MoveDialog({ messageId, onClose }: { messageId: MessageId; onClose: () => void }) {
  const { t } = useTranslation()
  const told = useToldOutcome()
  const move = useAct('buckets.moveMessage', (answer) => {
    told(answer)
    onClose()
  })
  return (
    <Dialog title={t('move.title')} description={t('move.description')} width={440} onClose={onClose}>
      <BucketPicker
        label={t('move.pick')}
        onPick={(bucket) => move.mutate({ messageId, target: { bucketId: bucket.id } })}
        onNew={(newTitle) => move.mutate({ messageId, target: { newTitle } })}
      />
    </Dialog>
  )
}
