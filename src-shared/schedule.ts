/** When a task runs, as it is written and as it is read: no clock and no time zone in here. */

export const INTERVAL_UNITS = ['minutes', 'hours', 'days'] as const
export type IntervalUnit = (typeof INTERVAL_UNITS)[number]

/** `interval`: so much real time from run to run. `cron`: by the clock on the wall, in local time. */
export type Schedule =
  | { kind: 'interval'; every: number; unit: IntervalUnit; ms: number }
  | { kind: 'cron'; pattern: string }

/** A schedule in the form in which a person would say it; `cron`: only its fields say it. */
export type ScheduleForm =
  | { form: 'interval'; every: number; unit: IntervalUnit }
  | { form: 'daily'; time: string }
  /** Days by cron's numbers: 0 is Sunday. */
  | { form: 'weekly'; days: number[]; time: string }
  | { form: 'monthly'; day: number; time: string }
  | { form: 'cron'; pattern: string }

const UNIT_MS: Record<IntervalUnit, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
const LONGEST_MS = 366 * UNIT_MS.days
const INTERVAL = /^every\s+(?:(\d{1,6})\s+)?(minute|hour|day)s?$/i
const DAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/**
 * Reads “every N minutes|hours|days” (at least one minute, at most 366 days) or five cron fields, or a nickname such as
 * `@daily`. Null for anything else; whether the fields of a cron pattern make sense is for who works out its times to say.
 */
export function readSchedule(written: string): Schedule | null {
  const text = written.trim().replace(/\s+/gu, ' ')
  const interval = INTERVAL.exec(text)
  if (interval) {
    const every = Number(interval[1] ?? 1)
    const unit = INTERVAL_UNITS.find((u) => u === `${interval[2]?.toLowerCase()}s`)
    if (!unit || every < 1 || every * UNIT_MS[unit] > LONGEST_MS) return null
    return { kind: 'interval', every, unit, ms: every * UNIT_MS[unit] }
  }
  if (/^@(hourly|daily|midnight|weekly|monthly|yearly|annually)$/i.test(text))
    return { kind: 'cron', pattern: text.toLowerCase() }
  const fields = text.split(' ')
  if (fields.length !== 5 || !fields.every((field) => /^[\dA-Za-z*?,/#LWlw-]+$/.test(field))) return null
  return { kind: 'cron', pattern: text }
}

/** As it is stored: read again, it is the same. */
export const writeSchedule = (schedule: Schedule): string =>
  schedule.kind === 'cron' ? schedule.pattern : everyWords(schedule)

/** The form a person would say it in; what is not simple keeps its fields. */
export function formOf(schedule: Schedule): ScheduleForm {
  if (schedule.kind === 'interval') return { form: 'interval', every: schedule.every, unit: schedule.unit }
  const { pattern } = schedule
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = pattern.split(' ')
  const time = timeOf(hour, minute)
  if (time === null || month !== '*') return { form: 'cron', pattern }
  if (dayOfMonth === '*' && dayOfWeek === '*') return { form: 'daily', time }
  const days = dayOfMonth === '*' ? daysOf(dayOfWeek) : null
  if (days) return { form: 'weekly', days, time }
  if (dayOfWeek === '*' && /^([1-9]|[12]\d|3[01])$/.test(dayOfMonth))
    return { form: 'monthly', day: Number(dayOfMonth), time }
  return { form: 'cron', pattern }
}

/** A form written as a schedule; the inverse of `formOf`. */
export function scheduleOf(form: ScheduleForm): string {
  switch (form.form) {
    case 'interval':
      return everyWords(form)
    case 'daily':
      return `${clock(form.time)} * * *`
    case 'weekly':
      return `${clock(form.time)} * * ${[...form.days].sort((a, b) => a - b).join(',')}`
    case 'monthly':
      return `${clock(form.time)} ${form.day} * *`
    case 'cron':
      return form.pattern
  }
}

const everyWords = ({ every, unit }: { every: number; unit: IntervalUnit }): string =>
  `every ${every} ${every === 1 ? unit.slice(0, -1) : unit}`

/** `08:05` as cron's `5 8`. */
const clock = (time: string): string => time.split(':').reverse().map(Number).join(' ')

function timeOf(hour: string, minute: string): string | null {
  if (!/^\d{1,2}$/.test(hour) || !/^\d{1,2}$/.test(minute)) return null
  const [h, m] = [Number(hour), Number(minute)]
  return h > 23 || m > 59 ? null : `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
}

/** Days of a list such as `1,3` or `MON-FRI`; null if there is anything else in it. */
function daysOf(field: string): number[] | null {
  const days = new Set<number>()
  for (const part of field.split(',')) {
    const [from, to = from, more] = part.split('-').map(dayOf)
    if (from === undefined || from === null || to === undefined || to === null || more !== undefined) return null
    if (to < from) return null
    for (let day = from; day <= to; day++) days.add(day % 7)
  }
  return [...days].sort((a, b) => a - b)
}

function dayOf(word: string): number | null {
  if (/^[0-7]$/.test(word)) return Number(word)
  const named = DAY_NAMES.indexOf(word.toUpperCase())
  return named < 0 ? null : named
}
