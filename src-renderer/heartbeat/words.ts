/** Schedules and times of tasks in words. */
import type { HeartbeatTaskView } from '@shared/contract/heartbeat'
import { formOf, readSchedule } from '@shared/schedule'
import type { TFunction } from 'i18next'
import { locale as chosenLocale, dateOf, dayLabel, relative, timeOf } from '../app/format'

type Locale = string | undefined
const DAY_MS = 86_400_000
/** 4 January 1970 was a Sunday. */
const SUNDAY_MS = 3 * DAY_MS

/** Sunday is 0, as cron counts. */
export const weekdayName = (day: number, form: 'long' | 'short' = 'long', locale: Locale = chosenLocale()): string =>
  new Intl.DateTimeFormat(locale, { weekday: form, timeZone: 'UTC' }).format(SUNDAY_MS + day * DAY_MS)

/** `08:05` as the person's locale writes it. */
const clockTime = (time: string, locale: Locale): string => timeOf(`1970-01-01T${time}:00Z`, 'UTC', locale)

/** “Every Monday at 08:00”; what is not simple is shown as it is written. */
export function scheduleWords(written: string, t: TFunction, locale: Locale = chosenLocale()): string {
  const schedule = readSchedule(written)
  if (!schedule) return written
  const form = formOf(schedule)
  switch (form.form) {
    case 'interval':
      return t(`schedule.${form.unit}`, { count: form.every })
    case 'daily':
      return t('schedule.daily', { time: clockTime(form.time, locale) })
    case 'weekly': {
      const time = clockTime(form.time, locale)
      if (form.days.join() === '1,2,3,4,5') return t('schedule.weekdays', { time })
      const days = new Intl.ListFormat(locale).format(form.days.map((day) => weekdayName(day, 'long', locale)))
      return t('schedule.weekly', { days, time })
    }
    case 'monthly':
      return t('schedule.monthly', { day: form.day, time: clockTime(form.time, locale) })
    case 'cron':
      return form.pattern
  }
}

/** A time that is to come: how long it is until then, or from a day on its day and time. */
export function comingTime(ts: string, now: number, zone: string, locale: Locale = chosenLocale()): string {
  const wait = Date.parse(ts) - now
  if (wait < DAY_MS) return relative(ts, Math.min(now, Date.parse(ts)), locale)
  if (wait < 7 * DAY_MS)
    return new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    }).format(Date.parse(ts))
  const today = dateOf(new Date(now).toISOString(), zone)
  return `${dayLabel(dateOf(ts, zone), today, locale)} ${timeOf(ts, zone, locale)}`
}

const BUILTIN = [
  'backup',
  'segment-timeouts',
  'downstream',
  'segment-archive',
  'janitor',
  'erased-room',
  'store-tidy',
  'memory-consolidation',
  'memory-levels',
  'memory-values',
  'memory-file',
] as const

/** A built-in task by its name in the catalogue; one that is not in there yet by the name main gives it. */
export function taskName(task: Pick<HeartbeatTaskView, 'id' | 'kind' | 'name'>, t: TFunction): string {
  const known = task.kind === 'builtin' ? BUILTIN.find((id) => id === task.id) : undefined
  return known ? t(`heartbeat.builtin.${known}`) : task.name
}
