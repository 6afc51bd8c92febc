import { defaultSettings } from '@shared/contract/settings'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput } from '../ui/field'
import { Switch } from '../ui/switch'
import { Section } from './section'
import { SettingRow } from './setting-row'
import { useSettings } from './use-settings'

const SWITCHES = ['tray', 'closeToTray', 'notifyWhenAway'] as const

/** What the app does outside of its window. */
export function DesktopRows() {
  const { t } = useTranslation()
  const { settings } = useSettings()
  if (!settings) return null
  return (
    <Section title={t('desktopSetting.title')}>
      {SWITCHES.map((name) => (
        <SwitchRow key={name} name={name} disabled={name === 'closeToTray' && !settings.tray} />
      ))}
      <JotKey key={settings.jotShortcut} saved={settings.jotShortcut} />
    </Section>
  )
}

function SwitchRow({ name, disabled }: { name: (typeof SWITCHES)[number]; disabled: boolean }) {
  const { t } = useTranslation()
  const { settings, change } = useSettings()
  const id = useId()
  return (
    <SettingRow title={t(`desktopSetting.${name}.title`)} text={t(`desktopSetting.${name}.text`)} controlId={id}>
      <Switch
        id={id}
        checked={settings?.[name] === true && !disabled}
        onChange={(on) => !disabled && change({ [name]: on })}
      />
    </SettingRow>
  )
}

function JotKey({ saved }: { saved: string }) {
  const { t } = useTranslation()
  const { change } = useSettings()
  const [typed, setTyped] = useState(saved)
  const id = useId()
  return (
    <SettingRow
      title={t('desktopSetting.jotShortcut.title')}
      text={t('desktopSetting.jotShortcut.text')}
      controlId={id}
    >
      <TextInput
        id={id}
        value={typed}
        placeholder={defaultSettings.jotShortcut}
        className="w-[210px]"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== saved && change({ jotShortcut: typed })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </SettingRow>
  )
}
