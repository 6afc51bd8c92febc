import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { Menu } from '../ui/menu'
import { useProfiles } from './use-profiles'

/** Whose conversation this is, and the way to another. Not there while there is only one. */
export function ProfileButton() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const { profiles, fixed, switching, switchTo } = useProfiles()
  const current = profiles.find((profile) => profile.current)
  if (!current || profiles.length < 2) return null
  return (
    <Menu
      label={t('profiles.switch')}
      entries={() => [
        ...profiles.map((profile) => ({
          label: profile.name,
          ...(profile.current ? { hint: t('profiles.isOpen') } : {}),
          disabled: profile.current || fixed !== null || switching,
          onSelect: () => switchTo(profile),
        })),
        null,
        { label: t('profiles.manage'), onSelect: () => open({ kind: 'settings', section: 'profiles' }) },
      ]}
      trigger={
        <button
          type="button"
          aria-label={t('profiles.current', { name: current.name })}
          className="flex min-w-0 items-center gap-[7px] rounded-sm text-start hover:text-ink"
        >
          <UserRound aria-hidden="true" className="-mx-[2px] size-[11px] flex-none" />
          <span className="truncate" dir="auto">
            {current.name}
          </span>
        </button>
      }
    />
  )
}
