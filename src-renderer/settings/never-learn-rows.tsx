import type { Settings } from '@shared/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { Button } from '../ui/button'
import { Select, TextInput } from '../ui/field'
import { SettingRow } from './setting-row'
import { useSettings } from './use-settings'

/** What nothing is to be learned from: topics by their words, and buckets. */
export function NeverLearnRows() {
  const { settings, change } = useSettings()
  if (!settings) return null
  return (
    <>
      <Topics topics={settings.neverLearnTopics} onChange={(neverLearnTopics) => change({ neverLearnTopics })} />
      <Buckets buckets={settings.neverLearnBuckets} onChange={(neverLearnBuckets) => change({ neverLearnBuckets })} />
    </>
  )
}

interface RowProps<T> {
  onChange: (value: T) => void
}

function Topics({ topics, onChange }: { topics: string[] } & RowProps<string[]>) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const add = (): void => {
    const topic = typed.trim()
    if (topic !== '' && !topics.includes(topic)) onChange([...topics, topic])
    setTyped('')
  }
  return (
    <SettingRow
      title={t('memorySetting.neverTopics.title')}
      text={t('memorySetting.neverTopics.text')}
      controlId={id}
      below={<Chips names={topics} onRemove={(at) => onChange(topics.filter((_, i) => i !== at))} />}
    >
      <form
        className="flex w-[230px] flex-none gap-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextInput
          id={id}
          value={typed}
          maxLength={80}
          placeholder={t('memorySetting.neverTopics.placeholder')}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          {t('memorySetting.never.add')}
        </Button>
      </form>
    </SettingRow>
  )
}

function Buckets({
  buckets,
  onChange,
}: { buckets: Settings['neverLearnBuckets'] } & RowProps<Settings['neverLearnBuckets']>) {
  const { t } = useTranslation()
  const id = useId()
  const all = useQuery(asking('buckets.list', undefined)).data ?? []
  const titles = new Map(all.map((bucket) => [bucket.id, bucket.title]))
  const left = all.filter((bucket) => !buckets.includes(bucket.id))
  return (
    <SettingRow
      title={t('memorySetting.neverBuckets.title')}
      text={t('memorySetting.neverBuckets.text')}
      controlId={id}
      below={
        <Chips
          names={buckets.map((bucket) => titles.get(bucket) ?? bucket)}
          onRemove={(at) => onChange(buckets.filter((_, i) => i !== at))}
        />
      }
    >
      <Select
        id={id}
        value=""
        className="w-[230px] flex-none"
        onChange={(event) => {
          const chosen = left.find((bucket) => bucket.id === event.target.value)
          if (chosen) onChange([...buckets, chosen.id])
        }}
      >
        <option value="">{t('memorySetting.neverBuckets.choose')}</option>
        {left.map((bucket) => (
          <option key={bucket.id} value={bucket.id}>
            {bucket.title}
          </option>
        ))}
      </Select>
    </SettingRow>
  )
}

function Chips({ names, onRemove }: { names: readonly string[]; onRemove: (at: number) => void }) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {names.map((name, at) => (
        <li key={name} className="flex items-center gap-1.5 rounded-md bg-wash px-2 py-0.5 text-meta">
          <span dir="auto">{name}</span>
          <Button
            tone="link"
            className="text-meta!"
            aria-label={t('memorySetting.never.removeNamed', { name })}
            onClick={() => onRemove(at)}
          >
            {t('memorySetting.never.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
