import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { number } from '../app/format'
import { TextInput } from '../ui/field'
import { SettingRow } from './setting-row'
import { limitsOf, OPTIONAL_MINUTES, type OptionalMinutes, readOptional } from './thresholds'
import { useSettings } from './use-settings'

/** What of a segment's end is no plain number: other thresholds by the time of day, and the words that end one. */
export function SegmentRows() {
  const { settings, change } = useSettings()
  if (!settings) return null
  return (
    <>
      {OPTIONAL_MINUTES.map((name) => (
        <MinutesRow
          key={`${name} ${settings[name]}`}
          name={name}
          value={settings[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <PhraseRow
        key={settings.segmentClosePhrase}
        value={settings.segmentClosePhrase}
        onChange={(segmentClosePhrase) => change({ segmentClosePhrase })}
      />
    </>
  )
}

interface MinutesRowProps {
  name: OptionalMinutes
  value: number | null
  onChange: (value: number | null) => void
}

function MinutesRow({ name, value, onChange }: MinutesRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const shown = value === null ? '' : String(value)
  const [typed, setTyped] = useState(shown)
  const read = readOptional(name, typed)
  const { min, max } = limitsOf('segmentTimeoutMinutes')
  const commit = (): void => {
    if (read === undefined) setTyped(shown)
    else if (read !== value) onChange(read)
  }
  return (
    <SettingRow
      title={t(`segmentSetting.${name}.title`)}
      text={t(`segmentSetting.${name}.text`)}
      controlId={id}
      warning={
        read === undefined ? (
          <span role="alert" className="block text-meta text-warn">
            {t('filing.limits', { min: number(min), max: number(max) })}
          </span>
        ) : null
      }
    >
      <div className="flex flex-none items-center gap-2">
        <TextInput
          id={id}
          inputMode="decimal"
          value={typed}
          placeholder={t('segmentSetting.same')}
          aria-invalid={read === undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
          }}
          className="w-[76px] text-end tabular"
        />
        <span className="w-[76px] text-meta text-faint">{t('threshold.segmentTimeoutMinutes.unit')}</span>
      </div>
    </SettingRow>
  )
}

function PhraseRow({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState(value)
  const commit = (): void => {
    if (typed.trim() !== value) onChange(typed.trim())
  }
  return (
    <SettingRow
      title={t('segmentSetting.segmentClosePhrase.title')}
      text={t('segmentSetting.segmentClosePhrase.text')}
      controlId={id}
    >
      <TextInput
        id={id}
        value={typed}
        maxLength={80}
        dir="auto"
        placeholder={t('segmentSetting.noPhrase')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
        className="w-[150px] flex-none"
      />
    </SettingRow>
  )
}
