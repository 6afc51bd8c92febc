import type { ProfileView } from '@shared/contract/profiles'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JobList } from '../app/job-list'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { Section } from '../settings/section'
import { Button } from '../ui/button'
import { TextInput } from '../ui/field'
import { Skeleton } from '../ui/skeleton'
import { say } from '../ui/toast-store'
import { Trouble } from '../ui/trouble'
import { DeleteProfile } from './delete-profile'
import { ExportButtons } from './export-buttons'
import { useProfiles } from './use-profiles'

/** Profiles: each a conversation of its own that no other sees. */
export function ProfilesSection() {
  const { t } = useTranslation()
  const { query, profiles, fixed, switching, switchTo } = useProfiles()
  const [deleting, setDeleting] = useState<ProfileView | null>(null)
  if (deleting) return <DeleteProfile profile={deleting} onLeave={() => setDeleting(null)} />
  return (
    <>
      <Section title={t('profiles.title')} text={t('profiles.text')}>
        {query.data?.server ? (
          <p className="text-list text-soft">{t('profiles.server', { server: query.data.server })}</p>
        ) : null}
        {query.isPending ? <Skeleton lines={2} label={t('common.loading')} /> : null}
        {query.isError ? <Trouble error={query.error} onRetry={() => void query.refetch()} /> : null}
        <ul className="mt-2">
          {profiles.map((profile) => (
            <li key={profile.id} className="flex items-center gap-3 border-t border-line py-2.5 first:border-0">
              <span className="min-w-0 flex-1">
                <span className="block truncate text-list font-medium" dir="auto">
                  {profile.name}
                </span>
                <span className="block text-meta text-faint tabular">
                  {t('count.messages', { count: profile.messages })}
                  {profile.current ? `, ${t('profiles.isOpen')}` : null}
                </span>
              </span>
              {profile.current ? null : (
                <Button
                  aria-label={t('profiles.openNamed', { name: profile.name })}
                  disabled={fixed !== null || switching}
                  onClick={() => switchTo(profile)}
                >
                  {t('profiles.open')}
                </Button>
              )}
              <Button
                tone="quiet"
                aria-label={t('profiles.deleteNamed', { name: profile.name })}
                onClick={() => setDeleting(profile)}
              >
                {t('profiles.delete')}
              </Button>
            </li>
          ))}
        </ul>
        {fixed ? <p className="mt-2 text-list text-soft">{said(fixed)}</p> : query.data ? <NewProfile /> : null}
      </Section>
      <Section title={t('export.title')} text={t('export.text')}>
        <div className="mt-2 mb-4">
          <ExportButtons />
        </div>
        <JobList place="export" />
      </Section>
    </>
  )
}

function NewProfile() {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const create = useAct('profiles.create', (profile) => {
    setName('')
    say(t('profiles.made', { name: profile.name }))
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') create.mutate({ name: name.trim() })
  }
  return (
    <form onSubmit={submit} className="mt-3 flex gap-2">
      <TextInput
        aria-label={t('profiles.newName')}
        placeholder={t('profiles.newName')}
        value={name}
        maxLength={60}
        dir="auto"
        className="min-w-0 flex-1"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" className="h-8!" disabled={name.trim() === '' || create.isPending}>
        {t('profiles.make')}
      </Button>
    </form>
  )
}
