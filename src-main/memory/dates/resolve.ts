/** Days and hours a sentence names, resolved against the day it was said on (issue: memory, tasks from talk). Pure. */
import { Temporal } from 'temporal-polyfill'
import { MONTHS, NUMBERS, UNITS, WEEKDAYS, WEEKDAYS_EAST } from '../../language/date-names'
import { DAYS_ON, EVERY, IN, LAST, NEXT_WEEKS, SPANS } from './names'

export interface SaidOn {
  /** Milliseconds. */
  at: number
  timeZone: string
  /** Two letters: how 4/5 is read. */
  region: string
}

/** `2026-12-03`, or `2026-12-03 09:00`. */
export type DueText = string

const DAY_FIRST_NOT: ReadonlySet<string> = new Set(['US', 'PH', 'CA', ''])
const monthSource = `(?<!\\p{L})(?:${MONTHS.join('|')})(?!\\p{L})`
const DAY_MONTH = new RegExp(
  `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th|er|º|°|\\.)?[ ]?(?:of |de |d['’])?(${monthSource})\\.?(?:,? (?:de |of |del )?(\\d{4}))?`,
  'iu',
)
const MONTH_DAY = new RegExp(`(${monthSource})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,? (\\d{4}))?`, 'iu')
const IS_OVER = new RegExp(LAST, 'iu')
const SPAN =
  /(?<!\p{L})(?:from|between|von|vom|zwischen|desde|del?|du|dal?|entre|с) (?=\p{L}{4,}|\d).{2,25}? (?:to|until|till|through|and|bis(?: zum)?|und|hasta(?: el)?|al?|au|jusqu['’]au|até|по) (?=(?:the |den )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun|diens|mittw|donners|frei|sams|sonn|lunes|martes|miér|jueves|viernes|sáb|dom|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche))/iu
const RECURS = new RegExp(EVERY, 'iu')
const ON = DAYS_ON.map(([form, days]) => [new RegExp(form, 'iu'), days] as const)
const OF_MONTH = MONTHS.map((list) => new RegExp(`^(?:${list})$`, 'iu'))
const OF_WEEKDAY = WEEKDAYS_EAST.map(
  ([ja, zh], at) =>
    new RegExp(
      `(?<next>(?:${NEXT_WEEKS})[ ]?)?(?:(?<!\\p{L})(?:${WEEKDAYS[at]})(?:morgen|vormittag|mittag|nachmittag|abend)?(?!\\p{L})|${ja}曜日?|(?:周|星期|礼拜|週)[${zh}])`,
      'iu',
    ),
)
const COUNTED = UNITS.map(
  ([units, unit]) =>
    [
      new RegExp(
        `(?<!\\p{L})(?:${IN}) (\\d{1,3}|\\p{L}+) (?:${units})(?!\\p{L})|(\\d{1,2}|[一二两三四五六七八九十]) ?(?:${units})(?:後|后|以内|之内|内)`,
        'iu',
      ),
      unit,
    ] as const,
)
const OF_SPAN = SPANS.map(([form, span]) => [new RegExp(form, 'iu'), span] as const)
const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/u
const NUMERIC = /(?<![\d./])(\d{1,2})([./])(\d{1,2})(?:\2(\d{2,4})|\.?)(?![\d/])/u
const EAST = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号號]?/u
const DAY_ALONE =
  /(?<!\p{L})(?:on the|by the|until the|before the|am|bis zum|bis|zum|el(?: día)?|el día|para el|le|avant le|d['’]ici le|no dia|até (?:o )?dia|il(?: giorno)?|entro il|до|к) (\d{1,2})(?:st|nd|rd|th|\.|er|º|-го|(?= числа))(?! ?(?:\p{L}{3,}|\d))|(?<![\d月])(\d{1,2})[日号](?!間|間|\d)/iu

/** What day, and if it says so what hour, is meant; null if none is, or one that is over. */
export function dueIn(whole: string, said: SaidOn): DueText | null {
  // what lasts from one day to another is over when the later one is
  const text = whole.replace(SPAN, '')
  const base = Temporal.Instant.fromEpochMilliseconds(said.at).toZonedDateTimeISO(said.timeZone).toPlainDate()
  const date = dateIn(text, base, said.region)
  if (date === null) return null
  const time = timeIn(text)
  return time === null ? date.toString() : `${date} ${time}`
}

/** Names a day that is ahead, counted from the day it was said on: tomorrow such words mean another day. */
export const countsAhead = (text: string): boolean =>
  !IS_OVER.test(text) &&
  !RECURS.test(text) &&
  (ON.some(([form, days]) => days > 0 && form.test(text)) ||
    OF_SPAN.some(([form, span]) => span.startsWith('next') && form.test(text)) ||
    COUNTED.some(([form]) => form.test(text)) ||
    OF_WEEKDAY.some((form) => form.exec(text)?.groups?.next !== undefined))

function dateIn(text: string, base: Temporal.PlainDate, region: string): Temporal.PlainDate | null {
  const written = writtenDate(text, base, region)
  if (written !== null) return written
  if (IS_OVER.test(text) || RECURS.test(text)) return null
  for (const [form, days] of ON) if (form.test(text)) return base.add({ days })
  return weekdayIn(text, base) ?? countedIn(text, base) ?? spanIn(text, base) ?? dayAlone(text, base)
}

function writtenDate(text: string, base: Temporal.PlainDate, region: string): Temporal.PlainDate | null {
  const iso = ISO.exec(text)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dayMonth = DAY_MONTH.exec(text)
  if (dayMonth) return inYear(dayMonth[3], monthOf(dayMonth[2]), Number(dayMonth[1]), base)
  const monthDay = MONTH_DAY.exec(text)
  if (monthDay) return inYear(monthDay[3], monthOf(monthDay[1]), Number(monthDay[2]), base)
  const east = EAST.exec(text)
  if (east) return inYear(east[1], Number(east[2]), Number(east[3]), base)
  const numeric = NUMERIC.exec(text)
  if (!numeric || (numeric[4] === undefined && numeric[2] === '.' && !/\.\d{1,2}\./u.test(text))) return null
  const [a, b] = [Number(numeric[1]), Number(numeric[3])]
  const dayFirst = numeric[2] === '.' || a > 12 || (b <= 12 && !DAY_FIRST_NOT.has(region))
  const year = numeric[4]?.length === 2 ? `20${numeric[4]}` : numeric[4]
  return dayFirst ? inYear(year, b, a, base) : inYear(year, a, b, base)
}

const monthOf = (name = ''): number => OF_MONTH.findIndex((form) => form.test(name)) + 1

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Without a year: the next such day, today included. */
function inYear(
  year: string | undefined,
  month: number,
  day: number,
  base: Temporal.PlainDate,
): Temporal.PlainDate | null {
  if (year !== undefined) return dateOf(Number(year), month, day)
  const here = dateOf(base.year, month, day)
  if (here && Temporal.PlainDate.compare(here, base) >= 0) return here
  return dateOf(base.year + 1, month, day)
}

function weekdayIn(text: string, base: Temporal.PlainDate): Temporal.PlainDate | null {
  for (let day = 1; day <= 7; day += 1) {
    const found = OF_WEEKDAY[day - 1]?.exec(text)
    if (!found) continue
    // 下周五: the sign for “week” belongs to both
    const next = found.groups?.next !== undefined || /下(?:个)?$/u.test(text.slice(0, found.index))
    const ahead = (day - base.dayOfWeek + 7) % 7
    if (next) return base.add({ days: 7 - base.dayOfWeek + day })
    return base.add({ days: ahead === 0 ? 7 : ahead })
  }
  return null
}

function countedIn(text: string, base: Temporal.PlainDate): Temporal.PlainDate | null {
  for (const [form, unit] of COUNTED) {
    const found = form.exec(text)
    const word = (found?.[1] ?? found?.[2])?.toLowerCase()
    if (word === undefined) continue
    const count = NUMBERS[word] ?? Number(word)
    if (!Number.isInteger(count)) continue
    return base.add(unit === 'day' ? { days: count } : unit === 'week' ? { weeks: count } : { months: count })
  }
  return null
}

function spanIn(text: string, base: Temporal.PlainDate): Temporal.PlainDate | null {
  const span = OF_SPAN.find(([form]) => form.test(text))?.[1]
  const sunday = base.add({ days: 7 - base.dayOfWeek })
  const endOf = (date: Temporal.PlainDate) => date.with({ day: date.daysInMonth })
  switch (span) {
    case undefined:
      return null
    case 'week':
    case 'weekend':
      return sunday
    case 'next_week':
      return sunday.add({ days: 7 })
    case 'month':
      return endOf(base)
    case 'next_month':
      return endOf(base.add({ months: 1 }))
    case 'year':
      return base.with({ month: 12, day: 31 })
  }
}

function dayAlone(text: string, base: Temporal.PlainDate): Temporal.PlainDate | null {
  const found = DAY_ALONE.exec(text)
  const day = Number(found?.[1] ?? found?.[2])
  if (!found || day < 1 || day > 31) return null
  for (let months = 0; months < 3; months += 1) {
    const month = base.add({ months })
    const date = dateOf(month.year, month.month, day)
    if (date && Temporal.PlainDate.compare(date, base) >= 0) return date
  }
  return null
}

const TWELVE = /(?<![\d:])(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|a\.m\.|p\.m\.)(?!\p{L})/iu
const AT =
  /(?<!\p{L})(?:at|um|gegen|a las?|à|às|alle|ore|в|к) (\d{1,2})(?:(?::|h|\.)(\d{2}))?(?! ?(?:%|\p{Sc}|€|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|\d))(?: ?(uhr|h|heures|часов|часа|de la (?:tarde|noche)|da (?:tarde|noite)|di sera|del pomeriggio|вечера|дня))?/iu
/** What does take place before seven in the morning: then the hour is meant as it is written. */
const EARLY =
  /\b(?:flights?|fly|flying|plane|trains?|bus|coach|ferry|boat|depart\p{L}*|take-?off|leave|leaving|sunrise|alarm|wake|morning|breakfast)\b/iu
/** What takes place in the evening: dinner at seven is no breakfast. */
const LATE =
  /\b(?:dinner|supper|drinks|party|concert|gig|theat(?:re|er)|cinema|movies?|film|opera|pub|evening|tonight|in the (?:evening|afternoon)|night)\b/iu
/** The half of the day that stands beside the hour: “heute Nachmittag um 2”. */
const AFTER_NOON =
  /(?:nachmittag|abend)s?(?!\p{L})|(?<!\p{L})(?:afternoon|evening|tonight|(?:por|de|en) la (?:tarde|noche)|(?:à|da|de) (?:tarde|noite)|après-midi|ce soir|du soir|pomeriggio|stasera|di sera|вечером|вечера)(?!\p{L})/iu
const EAST_TIME = /(午後|夜|下午|晚上|午前|朝|上午|早上)?(\d{1,2})(?:時|点|點)(?:(\d{1,2})分|(半))?/u
const CLOCK = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/u

/** The hour it says, 24 hours. */
function timeIn(text: string): string | null {
  const twelve = TWELVE.exec(text)
  if (twelve) {
    const hour = (Number(twelve[1]) % 12) + (/^p/iu.test(twelve[3] ?? '') ? 12 : 0)
    return clock(hour, Number(twelve[2] ?? 0))
  }
  const east = EAST_TIME.exec(text)
  if (east) {
    const later = /午後|夜|下午|晚上/u.test(east[1] ?? '') && Number(east[2]) < 12 ? 12 : 0
    return clock(Number(east[2]) + later, east[4] ? 30 : Number(east[3] ?? 0))
  }
  const at = AT.exec(text)
  if (at) {
    const hour = Number(at[1])
    const later =
      hour < 12 && (/tarde|noche|noite|sera|pomeriggio|вечера|дня/iu.test(at[3] ?? '') || AFTER_NOON.test(text))
    // nobody has the dentist at three in the night: said with “at” and nothing else, it is the afternoon
    const afternoon = /^at/iu.test(at[0]) && hour >= 1 && hour <= (LATE.test(text) ? 11 : 6) && !EARLY.test(text)
    return clock(later || afternoon ? hour + 12 : hour, Number(at[2] ?? 0))
  }
  const written = CLOCK.exec(text)
  if (written) return clock(Number(written[1]), Number(written[2]))
  return /(?<!\p{L})(?:noon|midday|mittags?|mediodía|midi|meio-dia|mezzogiorno)(?!\p{L})|正午|中午/iu.test(text)
    ? '12:00'
    : null
}

const clock = (hour: number, minute: number): string | null =>
  hour > 23 || minute > 59 ? null : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
