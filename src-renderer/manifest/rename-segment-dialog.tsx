import type { SegmentView } from '@shared/domain'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { useToldAct } from '../buckets/use-bucket-acts'
import { TitleDialog } from '../ui/title-dialog'

/** A segment's title in a person's words; emptied, the automatic one comes back. */
export function RenameSegmentDialog({ segment, onClose }: { segment: SegmentView; onClose: () => void }) {
  const { t } = useTranslation()
  const told = useToldAct()
  const rename = useAct('segments.rename', (act) => {
    told(act)
    onClose()
  })
  return (
    <TitleDialog
      heading={t('segment.renameTitle', { title: segment.title || t('segment.untitled') })}
      description={t(segment.named ? 'segment.renameBack' : 'segment.renameText')}
      label={t('segment.name')}
      title={segment.title}
      accepts={(wanted) => wanted !== '' || segment.named}
      pending={rename.isPending}
      onRename={(title) => rename.mutate({ segmentId: segment.id, title })}
      onClose={onClose}
    />
  )
}
