import type { ProfileView } from '@shared/contract/profiles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { useAct } from '../app/use-act'
import { saveDrafts } from '../chat/composer/draft'
import { say } from '../ui/toast-store'

/** The profiles of this store, and the way to another one. */
export function useProfiles() {
  const { t } = useTranslation()
  const query = useQuery(asking('profiles.list', undefined))
  const open = useAct('profiles.switch', (profile) => say(t('profiles.opened', { name: profile.name })))
  return {
    query,
    profiles: query.data?.profiles ?? [],
    fixed: query.data?.fixed ?? null,
    switching: open.isPending,
    switchTo: (profile: ProfileView): void => {
      // the draft as it is, before it is put aside
      saveDrafts()
      open.mutate({ profileId: profile.id })
    },
  }
}
