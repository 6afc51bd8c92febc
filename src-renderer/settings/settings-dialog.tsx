import { X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { type SettingsSection, useView } from '../app/view'
import { ProfilesSection } from '../profiles/profiles-section'
import { IconButton } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { focusQuietly } from '../ui/focus-quietly'
import { AboutSection } from './about-section'
import { AppearanceSection } from './appearance-section'
import { BackupsSection } from './backups-section'
import { FilingSection } from './filing-section'
import { ImportSection } from './import-section'
import { ModelsSection } from './models-section'
import { PrivacySection } from './privacy-section'

const SECTIONS = [
  'appearance',
  'models',
  'filing',
  'profiles',
  'backups',
  'privacy',
  'import',
  'about',
] as const satisfies readonly SettingsSection[]

const CONTENT: Record<SettingsSection, () => React.ReactNode> = {
  appearance: AppearanceSection,
  models: ModelsSection,
  filing: FilingSection,
  profiles: ProfilesSection,
  backups: BackupsSection,
  privacy: PrivacySection,
  import: ImportSection,
  about: AboutSection,
}

/** Settings: one page per subject, every change at once in effect. */
export function SettingsDialog({ section, onClose }: { section: SettingsSection; onClose: () => void }) {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  return (
    <Dialog title={t('settings.title')} width={820} bare onClose={onClose}>
      <Tabs.Root
        value={section}
        orientation="vertical"
        onValueChange={(value) => {
          const next = SECTIONS.find((name) => name === value)
          if (next) open({ kind: 'settings', section: next })
        }}
        className="flex h-[min(600px,calc(100vh-50px))] min-h-0 max-[640px]:flex-col"
      >
        <Tabs.List
          aria-label={t('settings.title')}
          className="flex w-[168px] flex-none flex-col gap-0.5 rounded-s-2xl border-e border-line bg-rail p-3 max-[640px]:w-auto max-[640px]:flex-row max-[640px]:flex-wrap max-[640px]:rounded-t-2xl max-[640px]:rounded-b-none max-[640px]:border-e-0 max-[640px]:border-b"
        >
          <span aria-hidden="true" className="px-2 pt-1 pb-2 text-title font-semibold max-[640px]:hidden">
            {t('settings.title')}
          </span>
          {SECTIONS.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              onMouseUp={focusQuietly}
              className="h-[30px] rounded-md px-2 text-start text-list whitespace-nowrap text-soft transition-colors hover:bg-hover data-[state=active]:bg-wash data-[state=active]:font-semibold data-[state=active]:text-ink"
            >
              {t(`settings.${name}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <div className="relative min-h-0 min-w-0 flex-1">
          <IconButton label={t('common.close')} className="absolute top-3 end-3 z-10 bg-raised" onClick={onClose}>
            <X />
          </IconButton>
          {SECTIONS.map((name) => {
            const Content = CONTENT[name]
            return (
              <Tabs.Content
                key={name}
                value={name}
                className="h-full overflow-y-auto px-6 py-5 outline-offset-[-2px] max-[640px]:px-4"
              >
                <Content />
              </Tabs.Content>
            )
          })}
        </div>
      </Tabs.Root>
    </Dialog>
  )
}
