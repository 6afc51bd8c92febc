import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput } from '../ui/field'
import { Switch } from '../ui/switch'
import { MemoryRows } from './memory-rows'
import { NeverLearnRows } from './never-learn-rows'
import { Section } from './section'
import { SegmentRows } from './segment-rows'
import { LookedFor, SettingRow } from './setting-row'
import { ThresholdRow } from './threshold-row'
import { type NumberSetting, THRESHOLDS } from './thresholds'
import { useSettings } from './use-settings'

/** Off until a person turns them on. */
const EXPERIMENTS = ['experimentHintsToModel', 'experimentLifeChange'] as const

/** How the conversation files itself: every threshold with its default and one sentence, and a way to find one. */
export function FilingSection() {
  const { t } = useTranslation()
  const [looked, setLooked] = useState('')
  return (
    <LookedFor value={looked}>
      <TextInput
        type="search"
        value={looked}
        aria-label={t('filing.search')}
        placeholder={t('filing.search')}
        onChange={(event) => setLooked(event.target.value)}
        className="mb-5 w-[calc(100%-2.5rem)]"
      />
      <div className="peer">
        <Groups />
      </div>
      <p role="status" className="hidden text-list text-soft peer-[&:not(:has([data-setting]))]:block">
        {t('filing.nothingFound', { looked: looked.trim() })}
      </p>
    </LookedFor>
  )
}

function Groups() {
  const { t } = useTranslation()
  const { settings, change } = useSettings()
  if (!settings) return null
  const numbers = (names: readonly NumberSetting[]) =>
    names.map((name) => (
      <ThresholdRow
        key={`${name} ${settings[name]}`}
        name={name}
        value={settings[name]}
        onChange={(value) => change({ [name]: value })}
      />
    ))
  const beside: Partial<Record<(typeof THRESHOLDS)[number]['group'], React.ReactNode>> = {
    segments: <SegmentRows />,
    prompt: (
      <>
        <SwitchRow
          title={t('filing.recall')}
          text={t('filing.recallText')}
          checked={settings.recallNotes}
          onChange={(recallNotes) => change({ recallNotes })}
        />
        <SwitchRow
          title={t('filing.personalData')}
          text={t('filing.personalDataText')}
          checked={settings.piiToRemote}
          onChange={(piiToRemote) => change({ piiToRemote })}
        />
      </>
    ),
    janitor: (
      <SwitchRow
        title={t('filing.hints')}
        text={t('filing.hintsText')}
        checked={settings.hintSuggestions}
        onChange={(hintSuggestions) => change({ hintSuggestions })}
      />
    ),
    memory: (
      <>
        <MemoryRows />
        <NeverLearnRows />
      </>
    ),
  }
  const ofExperiments = THRESHOLDS.filter(({ group }) => group === 'lifeChange').flatMap(({ names }) => names)
  return (
    <>
      {THRESHOLDS.filter(({ group }) => group !== 'lifeChange').map(({ group, names }) => (
        <Section key={group} title={t(`filing.${group}`)}>
          {numbers(names)}
          {beside[group]}
        </Section>
      ))}
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
        {settings.experimentLifeChange ? numbers(ofExperiments) : null}
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
    <SettingRow title={title} text={text} controlId={id}>
      <Switch id={id} checked={checked} onChange={onChange} />
    </SettingRow>
  )
}
