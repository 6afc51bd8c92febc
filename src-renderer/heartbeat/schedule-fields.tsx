import {
  formOf,
  INTERVAL_UNITS,
  type IntervalUnit,
  readSchedule,
  type ScheduleForm,
  scheduleOf,
} from '@shared/schedule'
import { ToggleGroup } from 'radix-ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Select, TextInput } from '../ui/field'
import { weekdayName } from './words'

const FORMS = ['daily', 'weekly', 'monthly', 'interval', 'cron'] as const
type FormName = ScheduleForm['form']

/** From Monday on, by cron's numbers. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

interface ScheduleFieldsProps {
  /** As it is written. */
  schedule: string
  /** The form that was chosen; what is typed as cron stays so, though it may be simple. */
  form: FormName
  onChange: (schedule: string, form: FormName) => void
}

/** When a task runs: in simple forms, or as cron fields. */
export function ScheduleFields({ schedule, form, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const change = (next: ScheduleForm): void => onChange(scheduleOf(next), next.form)
  const now = asForm(schedule, form)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        id={id}
        aria-label={t('task.how')}
        value={form}
        onChange={(event) => {
          const next = FORMS.find((name) => name === event.target.value)
          if (next) change(startOf(next, now, schedule))
        }}
      >
        {FORMS.map((name) => (
          <option key={name} value={name}>
            {t(`task.forms.${name}`)}
          </option>
        ))}
      </Select>
      <Details now={now} onChange={change} />
    </div>
  )
}

function Details({ now, onChange }: { now: ScheduleForm; onChange: (next: ScheduleForm) => void }) {
  const { t } = useTranslation()
  switch (now.form) {
    case 'daily':
      return <TimeOfDay time={now.time} onChange={(time) => onChange({ ...now, time })} />
    case 'weekly':
      return (
        <>
          <ToggleGroup.Root
            type="multiple"
            aria-label={t('task.days')}
            value={now.days.map(String)}
            // A week without a day is no schedule: the last one stays.
            onValueChange={(days) => days.length > 0 && onChange({ ...now, days: days.map(Number) })}
            className="flex gap-1"
          >
            {WEEK.map((day) => (
              <ToggleGroup.Item
                key={day}
                value={String(day)}
                aria-label={weekdayName(day)}
                className="h-8 min-w-9 rounded-lg border border-line px-1.5 text-meta text-soft transition-colors hover:bg-hover data-[state=on]:border-accent data-[state=on]:bg-wash data-[state=on]:text-ink"
              >
                {weekdayName(day, 'short')}
              </ToggleGroup.Item>
            ))}
          </ToggleGroup.Root>
          <TimeOfDay time={now.time} onChange={(time) => onChange({ ...now, time })} />
        </>
      )
    case 'monthly':
      return (
        <>
          <Select
            aria-label={t('task.day')}
            value={now.day}
            onChange={(event) => onChange({ ...now, day: Number(event.target.value) })}
          >
            {Array.from({ length: 31 }, (_, i) => i + 1).map((day) => (
              <option key={day} value={day}>
                {t('task.dayOf', { day })}
              </option>
            ))}
          </Select>
          <TimeOfDay time={now.time} onChange={(time) => onChange({ ...now, time })} />
        </>
      )
    case 'interval':
      return (
        <>
          <TextInput
            type="number"
            aria-label={t('task.every')}
            min={1}
            max={9999}
            value={now.every}
            className="w-20 tabular"
            onChange={(event) => onChange({ ...now, every: Math.max(1, Math.floor(event.target.valueAsNumber) || 1) })}
          />
          <Select
            aria-label={t('task.unit')}
            value={now.unit}
            onChange={(event) => {
              const unit = INTERVAL_UNITS.find((u): u is IntervalUnit => u === event.target.value)
              if (unit) onChange({ ...now, unit })
            }}
          >
            {INTERVAL_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {t(`task.units.${unit}`)}
              </option>
            ))}
          </Select>
        </>
      )
    case 'cron':
      return (
        <>
          <TextInput
            aria-label={t('task.cron')}
            value={now.pattern}
            maxLength={120}
            className="w-44 font-mono"
            onChange={(event) => onChange({ form: 'cron', pattern: event.target.value })}
          />
          <span className="basis-full text-meta text-faint">{t('task.cronHelp')}</span>
        </>
      )
  }
}

function TimeOfDay({ time, onChange }: { time: string; onChange: (time: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      type="time"
      aria-label={t('task.time')}
      required
      value={time}
      className="tabular"
      onChange={(event) => /^\d{2}:\d{2}$/.test(event.target.value) && onChange(event.target.value)}
    />
  )
}

/** The schedule in the form it is edited in. */
function asForm(written: string, form: FormName): ScheduleForm {
  if (form === 'cron') return { form, pattern: written }
  const schedule = readSchedule(written)
  const read = schedule && formOf(schedule)
  return read?.form === form ? read : startOf(form, { form: 'cron', pattern: written }, written)
}

/** A form as it begins when it is chosen: what it has in common with the one before stays. */
function startOf(form: FormName, before: ScheduleForm, written: string): ScheduleForm {
  const time = 'time' in before ? before.time : '08:00'
  switch (form) {
    case 'daily':
      return { form, time }
    case 'weekly':
      return { form, days: [1], time }
    case 'monthly':
      return { form, day: 1, time }
    case 'interval':
      return { form, every: 6, unit: 'hours' }
    case 'cron':
      return { form, pattern: readSchedule(written)?.kind === 'cron' ? written : '0 8 * * *' }
  }
}
