import type { Settings } from '@shared/contract/settings'
import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../ui/field'
import { Switch } from '../ui/switch'
import { DesktopRows } from './desktop-rows'
import { Section } from './section'
import { SettingRow } from './setting-row'
import { useSettings } from './use-settings'

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Settings['theme'][]
const SIZES = ['small', 'normal', 'large', 'larger'] as const satisfies readonly Settings['textSize'][]
/** Each in its own words, as everybody finds their own. */
const LANGUAGES: Record<Exclude<Settings['language'], 'system'>, string> = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
}

/** How the window looks and which language it speaks. */
export function AppearanceSection() {
  const { t } = useTranslation()
  const { settings, change } = useSettings()
  const language = useId()
  const compact = useId()
  const timesId = useId()
  if (!settings) return null
  return (
    <>
      <Section title={t('appearance.theme')} text={t('appearance.themeText')}>
        <Choice
          label={t('appearance.theme')}
          names={THEMES}
          value={settings.theme}
          onChange={(theme) => change({ theme })}
        />
      </Section>
      <Section title={t('appearance.textSize')} text={t('appearance.textSizeText')}>
        <Choice
          label={t('appearance.textSize')}
          names={SIZES}
          value={settings.textSize}
          onChange={(textSize) => change({ textSize })}
        />
      </Section>
      <Section title={t('appearance.density')}>
        <SettingRow title={t('appearance.compact')} text={t('appearance.compactText')} controlId={compact}>
          <Switch id={compact} checked={settings.compact} onChange={(on) => change({ compact: on })} />
        </SettingRow>
        <SettingRow title={t('appearance.times')} text={t('appearance.timesText')} controlId={timesId}>
          <Switch id={timesId} checked={settings.showTimes} onChange={(showTimes) => change({ showTimes })} />
        </SettingRow>
      </Section>
      <Section title={t('appearance.language')} text={t('appearance.languageText')}>
        <Select
          id={language}
          aria-label={t('appearance.language')}
          value={settings.language}
          className="mt-2"
          onChange={(event) => {
            const chosen = (['system', 'en', 'de', 'ja'] as const).find((name) => name === event.target.value)
            if (chosen) change({ language: chosen })
          }}
        >
          <option value="system">{t('appearance.system')}</option>
          {Object.entries(LANGUAGES).map(([name, title]) => (
            <option key={name} value={name} lang={name}>
              {title}
            </option>
          ))}
        </Select>
      </Section>
      <DesktopRows />
    </>
  )
}

type Named = (typeof THEMES)[number] | (typeof SIZES)[number]

interface ChoiceProps<T extends Named> {
  label: string
  names: readonly T[]
  value: T
  onChange: (value: T) => void
}

function Choice<T extends Named>({ label, names, value, onChange }: ChoiceProps<T>) {
  const { t } = useTranslation()
  return (
    <RadioGroup.Root
      value={value}
      aria-label={label}
      onValueChange={(chosen) => {
        const name = names.find((one) => one === chosen)
        if (name) onChange(name)
      }}
      className="mt-2 inline-flex flex-wrap rounded-lg border border-line p-0.5"
    >
      {names.map((name) => (
        <RadioGroup.Item
          key={name}
          value={name}
          className="h-7 rounded-md px-3 text-list text-soft transition-colors hover:text-ink data-[state=checked]:bg-wash data-[state=checked]:font-semibold data-[state=checked]:text-ink"
        >
          {t(`appearance.${name as Named}`)}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
