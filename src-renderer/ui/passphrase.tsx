import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { TextInput } from './field'

/** What a file is to be put behind: null for nothing, '' as long as what is typed is not complete. */
export type Sealing = string | null

/** Asks whether a file is to be put behind a passphrase, and for it twice: a mistyped one cannot be found again. */
export function SealingFields({ onChange }: { onChange: (sealing: Sealing) => void }) {
  const { t } = useTranslation()
  const [sealed, setSealed] = useState(false)
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const tell = (on: boolean, a: string, b: string): void => onChange(!on ? null : a !== '' && a === b ? a : '')
  const mistyped = second !== '' && first !== second
  const hint = useId()
  return (
    <div className="grid gap-2">
      <label className="flex items-center gap-2 text-list text-soft">
        <input
          type="checkbox"
          checked={sealed}
          onChange={(event) => {
            setSealed(event.target.checked)
            tell(event.target.checked, first, second)
          }}
          className="accent-accent"
        />
        {t('passphrase.use')}
      </label>
      {sealed ? (
        <div className="grid gap-2 min-[620px]:grid-cols-2">
          <TextInput
            type="password"
            aria-label={t('passphrase.first')}
            placeholder={t('passphrase.first')}
            value={first}
            maxLength={1000}
            onChange={(event) => {
              setFirst(event.target.value)
              tell(true, event.target.value, second)
            }}
          />
          <TextInput
            type="password"
            aria-label={t('passphrase.again')}
            placeholder={t('passphrase.again')}
            aria-invalid={mistyped}
            aria-describedby={hint}
            value={second}
            maxLength={1000}
            onChange={(event) => {
              setSecond(event.target.value)
              tell(true, first, event.target.value)
            }}
          />
          <p
            id={hint}
            className={mistyped ? 'col-span-full text-meta text-warn' : 'col-span-full text-meta text-faint'}
          >
            {t(mistyped ? 'passphrase.differ' : 'passphrase.lost')}
          </p>
        </div>
      ) : null}
    </div>
  )
}

interface OpenProps {
  /** Why the last one did not open it; null: none was tried. */
  failure: string | null
  busy: boolean
  onOpen: (passphrase: string) => void
  onCancel: () => void
}

/** Asks for the passphrase of a file. */
export function PassphraseForm({ failure, busy, onOpen, onCancel }: OpenProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const field = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (words !== '') onOpen(words)
  }
  return (
    <form onSubmit={submit} aria-label={t('passphrase.ask')} className="grid gap-2">
      <label htmlFor={field} className="text-list text-soft">
        {t('passphrase.ask')}
      </label>
      <TextInput
        id={field}
        autoFocus
        type="password"
        value={words}
        maxLength={1000}
        aria-invalid={failure !== null}
        onChange={(event) => setWords(event.target.value)}
      />
      {failure === null ? null : (
        <p role="alert" className="text-list text-warn">
          {failure}
        </p>
      )}
      <div className="mt-1 flex justify-end gap-2">
        <Button tone="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button tone="go" type="submit" disabled={busy || words === ''}>
          {t(busy ? 'passphrase.opening' : 'passphrase.open')}
        </Button>
      </div>
    </form>
  )
}
