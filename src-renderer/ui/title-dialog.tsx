import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { Dialog, DialogActs } from './dialog'
import { TextInput } from './field'

interface TitleDialogProps {
  heading: string
  description: string
  label: string
  /** The title as it is. */
  title: string
  /** Whether the typed title, trimmed and another than the present one, may be given. */
  accepts: (wanted: string) => boolean
  pending: boolean
  onRename: (wanted: string) => void
  onClose: () => void
}

/** Asks for another title of a bucket or a segment. */
export function TitleDialog({
  heading,
  description,
  label,
  title,
  accepts,
  pending,
  onRename,
  onClose,
}: TitleDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(title)
  const wanted = typed.trim()
  const changed = wanted !== title && accepts(wanted)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (changed) onRename(wanted)
  }
  return (
    <Dialog title={heading} description={description} width={420} onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          autoFocus
          aria-label={label}
          value={typed}
          maxLength={200}
          dir="auto"
          className="w-full"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActs>
          <Button tone="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button tone="go" type="submit" disabled={!changed || pending}>
            {t('rename.confirm')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  )
}
