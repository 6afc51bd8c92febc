import type { Settings } from '@shared/contract/settings'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../ui/field'
import { SettingRow } from './setting-row'
import { useSettings } from './use-settings'

const STRATEGIES = ['auto', 'simple', 'dual_mode', 'llm'] as const satisfies readonly Settings['memoryStrategy'][]
const GROUPINGS = ['category_and_topic', 'category'] as const satisfies readonly Settings['memoryGroupBy'][]

/** How memories that say much the same become one. */
export function MemoryRows() {
  const { t } = useTranslation()
  const { settings, change } = useSettings()
  if (!settings) return null
  return (
    <>
      <ChoiceRow
        title={t('memorySetting.memoryStrategy.title')}
        text={t('memorySetting.memoryStrategy.text')}
        value={settings.memoryStrategy}
        choices={STRATEGIES.map((name) => ({ name, label: t(`memorySetting.memoryStrategy.${name}`) }))}
        onChange={(memoryStrategy) => change({ memoryStrategy })}
      />
      <ChoiceRow
        title={t('memorySetting.memoryGroupBy.title')}
        text={t('memorySetting.memoryGroupBy.text')}
        value={settings.memoryGroupBy}
        choices={GROUPINGS.map((name) => ({ name, label: t(`memorySetting.memoryGroupBy.${name}`) }))}
        onChange={(memoryGroupBy) => change({ memoryGroupBy })}
      />
    </>
  )
}

interface ChoiceRowProps<T extends string> {
  title: string
  text: string
  value: T
  choices: readonly { name: T; label: string }[]
  onChange: (value: T) => void
}

function ChoiceRow<T extends string>({ title, text, value, choices, onChange }: ChoiceRowProps<T>) {
  const id = useId()
  return (
    <SettingRow title={title} text={text} controlId={id}>
      <Select
        id={id}
        value={value}
        className="w-[230px] flex-none"
        onChange={(event) => {
          const next = choices.find(({ name }) => name === event.target.value)
          if (next) onChange(next.name)
        }}
      >
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </SettingRow>
  )
}
