/** The manifest: every segment by local calendar date, as data for the window and as the seed's ASCII tree for the prompt. */
import type { ManifestGroup, SegmentView } from '@shared/domain'
import type { BucketId, SegmentId } from '@shared/ids'
import { escapeTags } from '@shared/tags/escape'
import { Temporal } from 'temporal-polyfill'
import { cutGraphemes } from '../language/graphemes'

/** Where the reader is: an IANA time zone and a BCP 47 locale. */
export interface Place {
  timeZone: string
  locale: string
}

/** `manifest_summary_truncate_length` of seed 003. */
const TITLE_GRAPHEMES = 60
const HEADING = 'CONVERSATION MANIFEST'
/** Dates are ISO dates, so day and month names must be those of the same calendar, whatever the locale prefers. */
const gregorian = (locale: string): string => new Intl.Locale(locale, { calendar: 'gregory' }).toString()

/**
 * Groups segments by the local calendar date they began on: newest date first, in it newest segment first, whatever order
 * they come in. Labels read Today, Yesterday, `Jan 18`, and `Jan 18, 2025` when the year is not the current one, in the
 * words of the locale (01-domain, Manifest). Local dates are those of `timeZone` on that day, daylight saving included.
 * @param now milliseconds since the epoch
 */
export function groupByLocalDate(segments: readonly SegmentView[], at: Place & { now: number }): ManifestGroup[] {
  const today = localDate(at.now, at.timeZone)
  const labels = dateLabels(today, at.locale)
  const groups = new Map<string, ManifestGroup>()
  const newestFirst = segments
    .map((segment) => ({ segment, startedAt: Date.parse(segment.startedAt) }))
    .sort((a, b) => b.startedAt - a.startedAt || (a.segment.id < b.segment.id ? 1 : -1))
  for (const { segment, startedAt } of newestFirst) {
    const date = localDate(startedAt, at.timeZone)
    const key = date.toString()
    const group = groups.get(key) ?? { date: key, label: labels(date), segments: [] }
    group.segments.push(segment)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The local calendar date of an instant, `2026-01-18`: also what the manifest's cache is kept by. */
export function localDate(ms: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** When a local date begins, milliseconds; `days` later if asked. Also where daylight saving skips midnight. */
export function dayStart(date: string, timeZone: string, days = 0): number {
  return Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(timeZone).epochMilliseconds
}

/** Making one of these costs a third of a millisecond, and a context writes a hundred dates. */
const formatsOfLocale = new Map<string, ReturnType<typeof makeFormats>>()

function makeFormats(locale: string) {
  // A plain date has no zone: it is written as midnight UTC and read back in UTC.
  const day = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    short: new Intl.DateTimeFormat(gregorian(locale), day),
    long: new Intl.DateTimeFormat(gregorian(locale), { ...day, year: 'numeric' }),
  }
}

function dateLabels(today: Temporal.PlainDate, locale: string): (date: Temporal.PlainDate) => string {
  const formats = formatsOfLocale.get(locale) ?? makeFormats(locale)
  formatsOfLocale.set(locale, formats)
  const { relative, short, long } = formats
  return (date) => {
    const days = today.until(date, { largestUnit: 'day' }).days
    if (days === 0 || days === -1) return capitalised(relative.format(days, 'day'), locale)
    return (date.year === today.year ? short : long).format(new Date(`${date.toString()}T00:00:00Z`))
  }
}

/** Every label a date can be given, whatever day it is read on: so that room for it can be set aside. */
export function possibleLabels(date: string, locale: string): string[] {
  const day = Temporal.PlainDate.from(date)
  // an earlier day too: after a clock was set back, what was said lies ahead
  const sameYear = day.dayOfYear > 2 ? day.subtract({ days: 2 }) : day.add({ days: 2 })
  const readOn = [day, day.add({ days: 1 }), sameYear, day.add({ years: 1 })]
  return readOn.map((today) => dateLabels(today, locale)(day))
}

const capitalised = (text: string, locale: string): string => {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 32)
  return first.toLocaleUpperCase(locale) + text.slice(first.length)
}

/** A segment that was not summarised yet goes by the titles of its buckets (07-settled, Segments). */
export function titledByBuckets(segment: SegmentView, titleOf: (id: BucketId) => string | null): SegmentView {
  if (segment.title.trim() !== '') return segment
  const titles = [...new Set(segment.buckets.flatMap((id) => titleOf(id) ?? []))]
  return { ...segment, title: titles.join(', ') }
}

export interface ManifestRendering extends Place {
  /** The segment that is going on, if one is: it is marked `Active` instead of having an end. */
  active: SegmentId | null
}

/**
 * The tree of seed 003 for the prompt. Titles are flattened, cut at 60 graphemes and escaped, so that nothing a person or
 * model wrote can speak as a tag or as a line of its own. Archived segments are left out (07-settled, Segments).
 */
export function renderManifest(groups: readonly ManifestGroup[], rendering: ManifestRendering): string {
  const shown = groups
    .map((group) => ({ ...group, segments: group.segments.filter((s) => s.status !== 'archived') }))
    .filter((group) => group.segments.length > 0)
  const lines = [HEADING]
  shown.forEach((group, index) => {
    const lastGroup = index === shown.length - 1
    lines.push(`${lastGroup ? '└─' : '├─'} ${group.label}`)
    group.segments.forEach((segment, at) => {
      const branch = at === group.segments.length - 1 ? '└─' : '├─'
      lines.push(`${lastGroup ? '   ' : '│  '}${branch} ${manifestLine(segment, rendering)}`)
    })
  })
  if (shown.length === 0) lines.push('└─ Nothing yet')
  return lines.join('\n')
}

/** `[9:00am - 10:15am] Morning standup notes`, without its branch. */
export function manifestLine(segment: SegmentView, rendering: ManifestRendering): string {
  const time = timeOfDay(rendering)
  const end = segment.id === rendering.active ? 'Active' : time(segment.endedAt)
  return `[${time(segment.startedAt)} - ${end}] ${lineTitle(segment.title)}`
}

const lineTitle = (title: string): string => {
  const flat = title.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return flat === '' ? 'Not titled yet' : escapeTags(cutGraphemes(flat, TITLE_GRAPHEMES))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** `2:15pm` where the locale has am and pm in Latin letters, else as the locale writes it (`14:15`). */
function timeOfDay({ timeZone, locale }: Place): (iso: string) => string {
  const key = `${locale} ${timeZone}`
  const format = clocks.get(key) ?? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
  clocks.set(key, format)
  return (iso) =>
    format.format(new Date(iso)).replace(/\s*\b([ap])\.?\s?m\b\.?/iu, (_, half) => `${String(half).toLowerCase()}m`)
}
