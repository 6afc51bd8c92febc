import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking, keyOf } from '../app/ask'
import { bytes, dateOf } from '../app/format'
import { useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { TextInput } from '../ui/field'
import { say } from '../ui/toast-store'
import { Section } from './section'

/** Whether there is a newer version where the person said; looked for when they ask (docs/releasing.md). */
export function UpdatesSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const zone = useZone()
  const state = useQuery(asking('updates.state', undefined)).data
  const [address, setAddress] = useState('')
  const look = useAct('updates.look')
  const placed = (next: typeof state | null): void => {
    if (!next) return
    client.setQueryData(keyOf('updates.state', undefined), next)
    setAddress('')
    look.reset()
  }
  const choose = useAct('updates.chooseFolder', placed)
  const name = useAct('updates.setAddress', placed)
  const forget = useAct('updates.forget', placed)
  const get = useAct('updates.get')
  const check = useAct('updates.check', (file) => {
    if (file) say(t('updates.checked', file))
  })
  if (!state) return null
  if (!state.canBelieve)
    return (
      <Section title={t('updates.title')} text={t('updates.noKey')}>
        {null}
      </Section>
    )
  const found = look.data
  return (
    <Section title={t('updates.title')} text={t('updates.text')}>
      {state.place ? (
        <>
          <p className="mt-1 text-list [overflow-wrap:anywhere]" dir="ltr">
            {state.place.shown}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button tone="go" disabled={look.isPending} onClick={() => look.mutate(undefined)}>
              {t(look.isPending ? 'updates.looking' : 'updates.look')}
            </Button>
            <Button onClick={() => forget.mutate(undefined)}>{t('updates.forget')}</Button>
          </div>
        </>
      ) : (
        <form
          className="mt-2 flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (address.trim() !== '') name.mutate({ address })
          }}
        >
          <Button type="button" disabled={choose.isPending} onClick={() => choose.mutate(undefined)}>
            {t('updates.chooseFolder')}
          </Button>
          <TextInput
            type="url"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder="https://"
            aria-label={t('updates.address')}
            className="min-w-[220px] flex-1"
          />
          <Button type="submit" disabled={address.trim() === '' || name.isPending}>
            {t('updates.use')}
          </Button>
        </form>
      )}
      {found ? (
        <div className="mt-3 text-list" role="status">
          <p className="font-semibold">
            {found.isNewer
              ? t('updates.newer', { version: found.version })
              : t('updates.current', { version: found.version })}
          </p>
          {found.isNewer ? (
            <>
              <p className="text-soft">
                {t('updates.signed', { date: dateOf(found.published, zone) })}{' '}
                {found.file
                  ? t(found.isChecked ? 'updates.fileChecked' : 'updates.file', {
                      name: found.file.name,
                      size: bytes(found.file.sizeBytes),
                    })
                  : t('updates.noFile')}
              </p>
              <pre className="mt-2 max-h-60 overflow-auto whitespace-pre-wrap font-sans text-soft">{found.notes}</pre>
              {found.file ? (
                <div className="mt-2 flex flex-wrap gap-2">
                  <Button onClick={() => get.mutate(undefined)}>
                    {t(found.isChecked ? 'updates.show' : 'updates.open')}
                  </Button>
                  {found.isChecked ? null : (
                    <Button onClick={() => check.mutate(undefined)}>{t('updates.check')}</Button>
                  )}
                </div>
              ) : null}
            </>
          ) : null}
        </div>
      ) : null}
    </Section>
  )
}
