/**
 * The times a question names: “last week”, “in March”, “on 3 May 2023”, “vor zwei Wochen”, 昨日. In nine languages, as memory
 * reads days (`language/date-names`), but looking back: a day or month without a year is the latest that has begun. Pure.
 */
import { Temporal } from 'temporal-polyfill'
import { MONTHS, NUMBERS, UNITS, WEEKDAYS, WEEKDAYS_EAST } from '../language/date-names'

/** `[from, to)` in milliseconds. */
export interface TimeSpan {
  from: number
  to: number
}

interface Days {
  first: Temporal.PlainDate
  /** The first day after it. */
  end: Temporal.PlainDate
}

const word = (source: string): string => `(?<!\\p{L})(?:${source})(?!\\p{L})`
const MONTH = MONTHS.map((list) => `(?:${list})`).join('|')
const monthOf = MONTHS.map((list) => new RegExp(`^(?:${list})$`, 'iu'))
const monthNumber = (name: string): number => monthOf.findIndex((form) => form.test(name)) + 1

const YEAR = '(?:19|20)\\d{2}'
const ORDINAL = '(?:st|nd|rd|th|er|º|°|\\.|-?го)?'
const OF = "(?:of |de |del |d['’])?"
const ISO = new RegExp(`(?<!\\d)(${YEAR})-(\\d{1,2})(?:-(\\d{1,2}))?(?![\\d-])`, 'gu')
const POINTED = new RegExp(`(?<![\\d.])(\\d{1,2})\\.(\\d{1,2})\\.(${YEAR})(?!\\d)`, 'gu')
const DAY_MONTH = new RegExp(
  `(?<![\\d.,])(\\d{1,2})${ORDINAL} ?${OF}(${word(MONTH)})\\.?(?:,? ${OF}(${YEAR})(?!\\d))?`,
  'giu',
)
const MONTH_DAY = new RegExp(
  `(${word(MONTH)})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,? (?:of )?(${YEAR})(?!\\d))?`,
  'giu',
)
const EAST_DAY = /(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})[日号號])?/gu
/** A month's name alone may be a verb (“may”, “march”) or the head of another word: something has to say that it is a time. */
const BEFORE_MONTH =
  'in|since|during|of|last|this|early|late|mid|im|seit|anfang|mitte|ende|letzten|en|desde|pasado|principios de|finales de|depuis|début|fin|em|desde|no|a|ad|nel|dal|inizio|fine|в|во|с|начале|конце|прошлом'
const MONTH_YEAR = new RegExp(`(${word(MONTH)})\\.?,? (?:de |del )?(${YEAR})(?!\\d)`, 'giu')
const MONTH_ALONE = new RegExp(`(?:${word(BEFORE_MONTH)})(?: (?:the |of |de ))? ?(${word(MONTH)})`, 'giu')
/** Shorter ones are words of other languages as well: “set”, “out”, “mag”. */
const WHOLE_NAME = /^(?:\p{L}{4,}|may|mai|ма[йяе])$/iu
const YEAR_ALONE = new RegExp(
  `(?:${word('in|since|during|im jahr|jahr|seit|en|desde|depuis|em|nel|dal|в')}) (?:the year )?(${YEAR})(?![\\d-])|(${YEAR})年(?!\\d)`,
  'giu',
)

/** Days back. Those that hold another one come before it. */
const DAYS_BACK: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      `${word("the day before yesterday|day before yesterday|vorgestern|anteayer|antes de ayer|avant-hier|anteontem|l['’]altro ieri|позавчера")}|一昨日|おととい|前天`,
      'iu',
    ),
    2,
  ],
  [
    new RegExp(
      `${word('yesterday|last night|(?<!vor)gestern|letzte nacht|ayer|anoche|hier(?<!avant-hier)(?= |$|[,.?!])|ontem|ieri|stanotte|вчера')}|昨日|昨晩|昨夜|昨天|昨晚`,
      'iu',
    ),
    1,
  ],
  [
    new RegExp(
      `${word("today|this (?:morning|afternoon|evening)|heute|hoy|aujourd['’]hui|hoje|oggi|stamattina|сегодня")}|今日|今朝|今天|今早`,
      'iu',
    ),
    0,
  ],
]

type Span = 'week' | 'weekend' | 'month' | 'year'
/** What this and the one before it are called: [this, the last]. */
const NAMED_SPANS: readonly (readonly [Span, string, string])[] = [
  [
    'weekend',
    `${word('this weekend|(?:dieses|am) wochenende|este fin de semana|ce week-end|este fim de semana|questo (?:fine settimana|weekend)')}|今週末|这周末`,
    `${word('(?:last|past) weekend|(?:letztes|letzten|vergangenes|voriges) wochenende|fin de semana pasado|week-end dernier|fim de semana passado|(?:scorso (?:fine settimana|weekend)|(?:fine settimana|weekend) scorso)|прошлых выходных|прошлые выходные')}|先週末|上周末`,
  ],
  [
    'week',
    `${word('this week|diese[rn]? woche|esta semana|cette semaine|questa settimana|этой неделе')}|今週|这周|本周|这个星期`,
    `${word('(?:last|past|previous) week|(?:letzte|vorige|vergangene)[rn]? woche|semana pasada|semaine (?:dernière|passée)|semana passada|(?:settimana scorsa|scorsa settimana)|прошлой неделе|прошлую неделю')}|先週|上个?周|上个?星期|上週`,
  ],
  [
    'month',
    `${word('this month|diese[nrsm]? monat|este mes|ce mois-ci|este mês|questo mese|этом месяце')}|今月|这个月|本月`,
    `${word('(?:last|past|previous) month|(?:letzte|vorige|vergangene)[nrsm]? monats?|(?:el )?mes pasado|mois dernier|mês passado|(?:mese scorso|scorso mese)|прошлом месяце')}|先月|上个月|上月`,
  ],
  [
    'year',
    `${word("this year|diese[srm]? jahre?s?|este año|cette année|este ano|quest['’]anno|этом году")}|今年`,
    `${word("(?:last|previous) year|(?:letzte|vorige|vergangene)[snrm]? jahre?s?|año pasado|l['’]année dernière|an dernier|ano passado|(?:anno scorso|scorso anno)|прошлом году")}|去年`,
  ],
]
const NAMED = NAMED_SPANS.map(([span, now, last]) => [span, new RegExp(now, 'iu'), new RegExp(last, 'iu')] as const)

const YEARS: readonly [string, 'year'] = ['years?|jahre?n?|años?|ans?|années?|anos?|ann[oi]|год|года|лет|年', 'year']
const COUNTED = [...UNITS, YEARS].map(
  ([units, unit]) =>
    [
      new RegExp(
        `(?<!\\p{L})(?<count>\\d{1,3}|\\p{L}+) (?:${units})(?!\\p{L}) (?:ago|earlier|back|atrás|fa|назад)(?!\\p{L})` +
          `|${word('vor|hace|il y a|há')} (?<after>\\d{1,3}|\\p{L}+) (?:${units})(?!\\p{L})` +
          `|(?<east>\\d{1,3}|[一二两三四五六七八九十])(?:${units})(?:前|之前|以前)`,
        'giu',
      ),
      unit,
    ] as const,
)
const WEEKDAY = WEEKDAYS.map((list, at) => {
  const [ja, zh] = WEEKDAYS_EAST[at] ?? ['', '']
  return new RegExp(
    `${word('on|last|this past|am|letzten|vergangenen|vorigen|el|le|na|no|lo scorso|в|во|прошл\\p{L}+')} ${word(list)}` +
      `|${word(`(?:${list}) (?:pasado|dernier|passad[oa]|scors[oa])`)}|(?:先週の?)?${ja}曜日?に?|(?:上个?)?(?:周|星期|礼拜|週)[${zh}]`,
    'iu',
  )
})

/** Every time that `text` names, seen from now, in no order. Empty if it names none. */
export function timesNamed(text: string, { now, timeZone }: { now: number; timeZone: string }): TimeSpan[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const left = { text: text.slice(0, READ).replace(/[\u00a0\s]+/gu, ' ') }
  const found = [...written(left, today), ...relative(left, today)]
  const start = (day: Temporal.PlainDate): number => day.toZonedDateTime(timeZone).epochMilliseconds
  return found.map(({ first, end }) => ({ from: start(first), to: start(end) }))
}

const READ = 2000

/** Finds every match and takes it out, so that nothing is read twice. */
function take(left: { text: string }, form: RegExp, read: (match: RegExpExecArray) => Days | null): Days[] {
  const found: Days[] = []
  const every = new RegExp(form.source, form.flags.includes('g') ? form.flags : `${form.flags}g`)
  left.text = left.text.replace(every, (...given: unknown[]) => {
    const groups = typeof given.at(-1) === 'object' ? given.pop() : undefined
    const match = Object.assign(given.slice(0, -2), { groups }) as unknown as RegExpExecArray
    const days = read(match)
    if (days) found.push(days)
    return days ? ' · ' : String(given[0])
  })
  return found
}

/** Dates and months as they are written. */
function written(left: { text: string }, today: Temporal.PlainDate): Days[] {
  const dayOf = (day?: string, month?: number, year?: string) => asDay(today, Number(day), month ?? 0, year)
  const monthOf = (month: number, year?: string) => asMonth(today, month, year)
  return [
    ...take(left, ISO, ([, year, month, day]) =>
      day === undefined ? monthOf(Number(month), year) : dayOf(day, Number(month), year),
    ),
    ...take(left, POINTED, ([, day, month, year]) => dayOf(day, Number(month), year)),
    ...take(left, EAST_DAY, ([, year, month, day]) =>
      day === undefined ? monthOf(Number(month), year) : dayOf(day, Number(month), year),
    ),
    ...take(left, DAY_MONTH, ([, day, month = '', year]) => dayOf(day, monthNumber(month), year)),
    ...take(left, MONTH_DAY, ([, month = '', day, year]) => dayOf(day, monthNumber(month), year)),
    ...take(left, MONTH_YEAR, ([, month = '', year]) => monthOf(monthNumber(month), year)),
    ...take(left, MONTH_ALONE, ([, month = '']) => (WHOLE_NAME.test(month) ? monthOf(monthNumber(month)) : null)),
    ...take(left, YEAR_ALONE, ([, year, other]) => asYear(Number(year ?? other))),
  ]
}

/** What is said of now: yesterday, last week, three months ago, last Friday. */
function relative(left: { text: string }, today: Temporal.PlainDate): Days[] {
  const found = COUNTED.flatMap(([form, unit]) =>
    take(left, form, (match) => {
      const { count, after, east } = match.groups ?? {}
      const written = (count ?? after ?? east ?? '').toLowerCase()
      const n = /^\d+$/u.test(written) ? Number(written) : NUMBERS[written]
      return n === undefined ? null : back(today, n, unit)
    }),
  )
  for (const [span, now, last] of NAMED) {
    found.push(...take(left, last, () => spanBack(today, span, 1)))
    found.push(...take(left, now, () => spanBack(today, span, 0)))
  }
  for (const [form, days] of DAYS_BACK) found.push(...take(left, form, () => oneDay(today.subtract({ days }))))
  for (const [at, form] of WEEKDAY.entries())
    found.push(...take(left, form, () => oneDay(today.subtract({ days: (today.dayOfWeek - at - 1 + 7) % 7 || 7 }))))
  return found
}

const oneDay = (first: Temporal.PlainDate): Days => ({ first, end: first.add({ days: 1 }) })

function asDay(today: Temporal.PlainDate, day: number, month: number, year?: string): Days | null {
  const of = (y: number): Temporal.PlainDate | null => {
    try {
      return Temporal.PlainDate.from({ year: y, month, day }, { overflow: 'reject' })
    } catch {
      return null
    }
  }
  if (year !== undefined) {
    const date = of(Number(year))
    return date && oneDay(date)
  }
  const here = of(today.year)
  const date = here && Temporal.PlainDate.compare(here, today) <= 0 ? here : of(today.year - 1)
  return date && oneDay(date)
}

function asMonth(today: Temporal.PlainDate, month: number, year?: string): Days | null {
  if (month < 1 || month > 12) return null
  const y = year === undefined ? (month <= today.month ? today.year : today.year - 1) : Number(year)
  const first = Temporal.PlainDate.from({ year: y, month, day: 1 })
  return { first, end: first.add({ months: 1 }) }
}

function asYear(year: number): Days {
  const first = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  return { first, end: first.add({ years: 1 }) }
}

/** So long ago, about: who says “two weeks ago” means a few days more or less, and “two years ago” a year. */
function back(today: Temporal.PlainDate, n: number, unit: 'day' | 'week' | 'month' | 'year'): Days {
  const key = `${unit}s` as const
  const about = today.subtract({ [key]: n })
  const slack = { day: 0, week: 3, month: 15, year: 180 }[unit]
  return { first: about.subtract({ days: slack }), end: about.add({ days: slack + 1 }) }
}

/** This one (0) or the one before (1). Weeks begin on Monday; what is going on ends with today. */
function spanBack(today: Temporal.PlainDate, span: Span, n: 0 | 1): Days {
  switch (span) {
    case 'week':
    case 'weekend': {
      const monday = today.subtract({ days: today.dayOfWeek - 1 + 7 * n })
      return { first: span === 'week' ? monday : monday.add({ days: 4 }), end: monday.add({ days: 7 }) }
    }
    case 'month': {
      const first = today.with({ day: 1 }).subtract({ months: n })
      return { first, end: first.add({ months: 1 }) }
    }
    case 'year':
      return asYear(today.year - n)
  }
}
