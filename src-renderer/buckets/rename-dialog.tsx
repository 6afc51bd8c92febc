import type { BucketId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { TitleDialog } from '../ui/title-dialog'
import { useToldOutcome } from './use-bucket-acts'
import { nameOf, useBucketMap } from './use-buckets'

export function RenameDialog({ bucket, onClose }: { bucket: BucketId; onClose: () => void }) {
  const { t } = useTranslation()
  const old = nameOf(useBucketMap(), bucket)
  const told = useToldOutcome()
  const rename = useAct('buckets.command', (answer) => {
    told(answer)
    onClose()
  })
  return (
    <TitleDialog
      heading={t('rename.title', { title: old })}
      description={t('rename.description')}
      label={t('rename.label')}
      title={old}
      accepts={(wanted) => wanted !== ''}
      pending={rename.isPending}
      onRename={(title) => rename.mutate({ kind: 'rename', bucket, title })}
      onClose={onClose}
    />
  )
}
