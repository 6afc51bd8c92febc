import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Section } from './section'
import { useSettings } from './use-settings'

const THEMES = ['system', 'light', 'dark'] as const

export function AppearanceSection() {
  const { t } = useTranslation()
  const { settings, change } = useSettings()
  if (!settings) return null
  return (
    <Section title={t('appearance.theme')} text={t('appearance.themeText')}>
      <RadioGroup.Root
        value={settings.theme}
        aria-label={t('appearance.theme')}
        onValueChange={(value) => {
          const theme = THEMES.find((name) => name === value)
          if (theme) change({ theme })
        }}
        className="mt-2 inline-flex rounded-lg border border-line p-0.5"
      >
        {THEMES.map((theme) => (
          <RadioGroup.Item
            key={theme}
            value={theme}
            className="h-7 rounded-md px-3 text-list text-soft transition-colors hover:text-ink data-[state=checked]:bg-wash data-[state=checked]:font-semibold data-[state=checked]:text-ink"
          >
            {t(`appearance.${theme}`)}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </Section>
  )
}
