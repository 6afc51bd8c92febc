import { defaultSettings } from '@shared/contract/settings'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { number } from '../app/format'
import { Button } from '../ui/button'
import { TextInput } from '../ui/field'
import { SettingRow } from './setting-row'
import { limitsOf, type NumberSetting, readThreshold } from './thresholds'

interface ThresholdRowProps {
  name: NumberSetting
  value: number
  onChange: (value: number) => void
}

/** A number of the settings: what it does, what it is by default, and the way back to that. */
export function ThresholdRow({ name, value, onChange }: ThresholdRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState(String(value))
  const read = readThreshold(name, typed)
  const { min, max } = limitsOf(name)
  const standard = defaultSettings[name]
  const commit = (): void => {
    if (read === null) setTyped(String(value))
    else if (read !== value) onChange(read)
  }
  const limits = t('filing.limits', { min: number(min), max: number(max) })
  return (
    <SettingRow
      title={t(`threshold.${name}.title`)}
      text={t(`threshold.${name}.text`)}
      controlId={id}
      warning={
        read === null ? (
          <span role="alert" className="block text-meta text-warn">
            {limits}
          </span>
        ) : null
      }
    >
      <div className="flex flex-none items-center gap-2">
        {value === standard ? (
          <span className="text-meta text-faint">{t('filing.isDefault')}</span>
        ) : (
          <Button tone="link" className="text-meta" onClick={() => onChange(standard)}>
            {t('filing.reset', { value: number(standard) })}
          </Button>
        )}
        <TextInput
          id={id}
          inputMode="decimal"
          value={typed}
          title={limits}
          aria-invalid={read === null}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
          }}
          className="w-[76px] text-end tabular"
        />
        <span className="w-[76px] text-meta text-faint">{t(`threshold.${name}.unit`)}</span>
      </div>
    </SettingRow>
  )
}
