import type { SegmentView } from '@shared/domain'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { useToldAct } from '../buckets/use-bucket-acts'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { TextInput } from '../ui/field'

/** A segment's title in a person's words; emptied, the automatic one comes back. */
export function RenameSegmentDialog({ segment, onClose }: { segment: SegmentView; onClose: () => void }) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(segment.title)
  const told = useToldAct()
  const rename = useAct('segments.rename', (act) => {
    told(act)
    onClose()
  })
  const wanted = title.trim()
  const changed = wanted !== segment.title && (wanted !== '' || segment.named)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (changed) rename.mutate({ segmentId: segment.id, title: wanted })
  }
  return (
    <Dialog
      title={t('segment.renameTitle', { title: segment.title || t('segment.untitled') })}
      description={t(segment.named ? 'segment.renameBack' : 'segment.renameText')}
      width={420}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <TextInput
          autoFocus
          aria-label={t('segment.name')}
          value={title}
          maxLength={200}
          dir="auto"
          className="w-full"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
        <DialogActs>
          <Button tone="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button tone="go" type="submit" disabled={!changed || rename.isPending}>
            {t('rename.confirm')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  )
}
