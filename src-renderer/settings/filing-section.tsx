import { defaultSettings } from '@shared/contract/settings'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { number } from '../app/format'
import { Button } from '../ui/button'
import { TextInput } from '../ui/field'
import { Switch } from '../ui/switch'
import { MemoryRows } from './memory-rows'
import { NeverLearnRows } from './never-learn-rows'
import { Section } from './section'
import { SegmentRows } from './segment-rows'
import { limitsOf, type NumberSetting, readThreshold, THRESHOLDS } from './thresholds'
import { useSettings } from './use-settings'

/** Off until a person turns them on. */
const EXPERIMENTS = ['experimentHintsToModel', 'experimentLifeChange'] as const

/** How the conversation files itself: every threshold with its default and one sentence. */
export function FilingSection() {
  const { t } = useTranslation()
  const { settings, change } = useSettings()
  if (!settings) return null
  return (
    <>
      {THRESHOLDS.map(({ group, names }) => (
        <Section key={group} title={t(`filing.${group}`)}>
          {names.map((name) => (
            <Threshold
              key={`${name} ${settings[name]}`}
              name={name}
              value={settings[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
          {group === 'segments' ? <SegmentRows /> : null}
          {group === 'prompt' ? (
            <SwitchRow
              title={t('filing.recall')}
              text={t('filing.recallText')}
              checked={settings.recallNotes}
              onChange={(recallNotes) => change({ recallNotes })}
            />
          ) : null}
          {group === 'prompt' ? (
            <SwitchRow
              title={t('filing.personalData')}
              text={t('filing.personalDataText')}
              checked={settings.piiToRemote}
              onChange={(piiToRemote) => change({ piiToRemote })}
            />
          ) : null}
          {group === 'janitor' ? (
            <SwitchRow
              title={t('filing.hints')}
              text={t('filing.hintsText')}
              checked={settings.hintSuggestions}
              onChange={(hintSuggestions) => change({ hintSuggestions })}
            />
          ) : null}
        </Section>
      ))}
      <Section title={t('memorySetting.title')}>
        <MemoryRows />
        <NeverLearnRows />
      </Section>
      <Section title={t('experiments.title')} text={t('experiments.text')}>
        {EXPERIMENTS.map((name) => (
          <SwitchRow
            key={name}
            title={t(`experiments.${name}.title`)}
            text={t(`experiments.${name}.text`)}
            checked={settings[name]}
            onChange={(on) => change({ [name]: on })}
          />
        ))}
      </Section>
    </>
  )
}

interface SwitchRowProps {
  title: string
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function SwitchRow({ title, text, checked, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4 border-t border-line py-2.5 first-of-type:border-0">
      <label htmlFor={id} className="min-w-0">
        <span className="block text-list font-medium">{title}</span>
        <span className="block text-meta text-faint">{text}</span>
      </label>
      <Switch id={id} checked={checked} onChange={onChange} />
    </div>
  )
}

interface ThresholdProps {
  name: NumberSetting
  value: number
  onChange: (value: number) => void
}

function Threshold({ name, value, onChange }: ThresholdProps) {
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
  return (
    <div className="flex items-start justify-between gap-4 border-t border-line py-2.5 first-of-type:border-0">
      <label htmlFor={id} className="min-w-0">
        <span className="block text-list font-medium">{t(`threshold.${name}.title`)}</span>
        <span className="block text-meta text-faint">{t(`threshold.${name}.text`)}</span>
        {read === null ? (
          <span role="alert" className="block text-meta text-warn">
            {t('filing.limits', { min: number(min), max: number(max) })}
          </span>
        ) : null}
      </label>
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
          aria-invalid={read === null}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
          }}
          className="w-[76px] text-right tabular"
        />
        <span className="w-[66px] text-meta text-faint">{t(`threshold.${name}.unit`)}</span>
      </div>
    </div>
  )
}
