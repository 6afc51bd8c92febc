import type { BucketId } from '@shared/ids'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { Dialog, DialogActs } from '../ui/dialog'
import { TextInput } from '../ui/field'
import { useToldOutcome } from './use-bucket-acts'
import { nameOf, useBucketMap } from './use-buckets'

export function RenameDialog({ bucket, onClose }: { bucket: BucketId; onClose: () => void }) {
  const { t } = useTranslation()
  const old = nameOf(useBucketMap(), bucket)
  const [title, setTitle] = useState(old)
  const told = useToldOutcome()
  const rename = useAct('buckets.command', (answer) => {
    told(answer)
    onClose()
  })
  const changed = title.trim() !== '' && title.trim() !== old
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (changed) rename.mutate({ kind: 'rename', bucket, title: title.trim() })
  }
  return (
    <Dialog
      title={t('rename.title', { title: old })}
      description={t('rename.description')}
      width={420}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <TextInput
          autoFocus
          aria-label={t('rename.label')}
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
