import type { ProfileView } from '@shared/contract/profiles'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { JobList } from '../app/job-list'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { DropBackups, useHeld } from '../erasing/drop-backups'
import { Section } from '../settings/section'
import { Button } from '../ui/button'
import { DialogActs } from '../ui/dialog'
import { TextInput } from '../ui/field'
import { Skeleton } from '../ui/skeleton'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'
import { ExportButtons } from './export-buttons'
import { forgetProfile } from './own-storage'

/** The one act that cannot be undone: what it takes, an export before it, and the name typed as consent. */
export function DeleteProfile({ profile, onLeave }: { profile: ProfileView; onLeave: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const held = useHeld()
  const [typed, setTyped] = useState('')
  const [dropBackups, setDropBackups] = useState(false)
  const deletion = useQuery({ ...asking('profiles.deletion', { profileId: profile.id }), gcTime: 0, staleTime: 0 })
  const remove = useAct('profiles.delete', (deleted) => {
    forgetProfile(profile.name)
    say(`${t('profiles.deleted', { name: profile.name })} ${held(deleted)}`)
    onLeave()
  })
  const meant = typed.trim() === profile.name
  const refusal = deletion.data?.refusal ?? null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (meant && deletion.data && refusal === null)
      remove.mutate({ profileId: profile.id, name: typed.trim(), dropBackups })
  }
  return (
    <Section title={t('profiles.deleteTitle', { name: profile.name })}>
      {deletion.isPending ? <Skeleton lines={3} label={t('common.loading')} /> : null}
      {deletion.isError ? <Trouble error={deletion.error} onRetry={() => void deletion.refetch()} /> : null}
      {deletion.data ? (
        <form onSubmit={submit} className="mt-1 grid gap-4 text-list">
          <p className="text-soft">
            {t('profiles.deleteText', { count: deletion.data.profile.messages })} {said(deletion.data.backups)}
          </p>
          <div className="grid gap-2">
            <p className="text-soft">{t('profiles.exportFirst')}</p>
            <ExportButtons profile={profile.id} />
            <JobList place="export" />
          </div>
          {refusal ? (
            <p role="alert" className="text-warn">
              {said(refusal)}
            </p>
          ) : (
            <label htmlFor={id} className="grid gap-1">
              <span className="text-soft">{t('profiles.typeName', { name: profile.name })}</span>
              <TextInput id={id} value={typed} maxLength={60} dir="auto" onChange={(e) => setTyped(e.target.value)} />
            </label>
          )}
          {refusal ? null : <DropBackups checked={dropBackups} onChange={setDropBackups} />}
          <DialogActs>
            <Button tone="quiet" onClick={onLeave}>
              {t('profiles.keep')}
            </Button>
            <Button
              type="submit"
              className="border-warn! text-warn"
              disabled={!meant || refusal !== null || remove.isPending}
            >
              {t('profiles.deleteForGood')}
            </Button>
          </DialogActs>
        </form>
      ) : null}
    </Section>
  )
}
