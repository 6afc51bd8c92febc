/** Dates, numbers and sizes in the person's own locale: the language they chose, else the system's. */
import { Temporal } from 'temporal-polyfill'

type Locale = string | undefined

let chosen: Locale

/** From here on dates and numbers are written as this language does; undefined is the system's locale. */
export const setLocale = (locale: Locale): void => {
  chosen = locale
}

/** The locale of everything that is written; undefined is the system's. */
export const locale = (): Locale => chosen

const memo = <T>(make: (key: string) => T): ((key: string) => T) => {
  const made = new Map<string, T>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}

const calendar = memo((zone) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }))

/** The local calendar date of an instant, `2026-11-27`. `ts` is ISO 8601, `zone` an IANA name. */
export const dateOf = (ts: string, zone: string): string => calendar(zone).format(Date.parse(ts))

/** How many calendar days `date` lies before `today`; both `2026-11-27`. */
const daysBefore = (date: string, today: string): number =>
  Temporal.PlainDate.from(date).until(Temporal.PlainDate.from(today)).days

/** `Today`, `Yesterday`, `Nov 24`, and with the year as soon as it is another one (01-domain, Manifest). */
export function dayLabel(date: string, today: string, locale: Locale = chosen): string {
  const days = daysBefore(date, today)
  if (days === 0 || days === 1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
    return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
  }
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(date.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(Date.parse(date))
}

/** `08:01` or `8:01 AM`, as the locale writes it. */
export const timeOf = (ts: string, zone: string, locale: Locale = chosen): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(Date.parse(ts))

/** `27 November 2026 at 08:01`, for what is hovered or spoken. */
export const fullTime = (ts: string, zone: string, locale: Locale = chosen): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'long', timeStyle: 'short' }).format(Date.parse(ts))

/** `5 January`, with the year if it is not this one. */
export function longDay(ts: string, zone: string, today: string, locale: Locale = chosen): string {
  const thisYear = dateOf(ts, zone).slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    month: 'long',
    day: 'numeric',
    ...(thisYear ? {} : { year: 'numeric' }),
  }).format(Date.parse(ts))
}

/** `January 2026` of `2026-01`. */
export const monthName = (month: string, locale: Locale = chosen): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`))

const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const stepOf = (ms: number): [Intl.RelativeTimeFormatUnit, number] => {
  for (const [unit, size] of STEPS) if (Math.abs(ms) >= size) return [unit, Math.trunc(ms / size)]
  return ['minute', 0]
}

/** `2 hours ago`, `in 4 hours`; below a minute the locale's word for now. */
export function relative(ts: string, nowMs: number, locale: Locale = chosen): string {
  const [unit, amount] = stepOf(Date.parse(ts) - nowMs)
  return amount === 0
    ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
    : new Intl.RelativeTimeFormat(locale).format(amount, unit)
}

/** The same for what is over: never in the future, though `nowMs` counts in minutes or a clock was set back. */
export const ago = (ts: string, nowMs: number, locale: Locale = chosen): string =>
  relative(ts, Math.max(nowMs, Date.parse(ts)), locale)

/** `2h`, `3 days`: an age short enough for the end of a row. */
export function age(ts: string, nowMs: number, locale: Locale = chosen): string {
  const [unit, amount] = stepOf(nowMs - Date.parse(ts))
  if (amount <= 0) return ago(ts, nowMs, locale)
  const units = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
  // the narrow units of Japanese are Latin letters
  const { locale: own } = units.resolvedOptions()
  // “10m” are ten minutes, and in English ten months as well: those are written longer
  const isPlain = unit !== 'month' || units.format(amount) !== narrow('minute', amount, locale)
  if (!own.startsWith('ja') && isPlain) return units.format(amount)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(amount).replace(' ', '')
}

const narrow = (unit: 'minute', amount: number, locale: Locale): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(amount)

/** `a, b and c`, as the locale joins them. */
export const listed = (parts: readonly string[], locale: Locale = chosen): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)

/** Facts beside one another, `47 messages, 2 days ago`, with the locale's own comma. */
export const joined = (facts: readonly string[], locale: Locale = chosen): string =>
  facts.join(commaOf(locale ?? '') === 'ja' ? '、' : ', ')

/** The language whose comma it is: of the system's locale where none is given. */
const commaOf = memo((locale) =>
  new Intl.NumberFormat(locale === '' ? undefined : locale).resolvedOptions().locale.slice(0, 2),
)

export const number = (value: number, locale: Locale = chosen): string => new Intl.NumberFormat(locale).format(value)

/** `98%` of a share between 0 and 1. */
export const percent = (share: number, locale: Locale = chosen): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** Two decimals, as likeness is written everywhere. */
export const likeness = (value: number, locale: Locale = chosen): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)

/** `1.2 GB`: decimal units, as downloads are advertised. */
export function bytes(size: number, locale: Locale = chosen): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: step === 3 ? 1 : 0,
  }).format(size / 1000 ** step)
}
