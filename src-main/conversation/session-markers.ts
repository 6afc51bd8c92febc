/** The notices between the parts of a restored conversation, and how the time between them is written (seed 003, Segment helpers). */

import type { SegmentView } from '@shared/domain'
import { cutGraphemes } from '../language/graphemes'
import { localDate } from '../segments/manifest'
import { keepEnds } from './budget'
import { oneLine } from './message-text'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Mean lengths: a gap is written, never calculated with. */
const MONTH = (365.2425 / 12) * DAY
const YEAR = 365.2425 * DAY

const MAX_TITLE = 80
const MAX_SYNOPSIS_TOKENS = 200

const UNITS = [
  { ms: YEAR, name: 'year' },
  { ms: MONTH, name: 'month' },
  { ms: 7 * DAY, name: 'week' },
  { ms: DAY, name: 'day' },
  { ms: HOUR, name: 'hour' },
  { ms: MINUTE, name: 'minute' },
] as const

/** "Older content is searchable." Whether and how a model can search is the business of its instructions. */
export const COLLAPSE_MARKER =
  '[Older parts of this conversation are not shown. They are kept, summarised by topic, and can be searched.]'

/**
 * `9 days`, `1 hour`, `6 months`: the largest unit that fits, rounded down. Under a minute, and where a clock was set back,
 * `less than a minute`. Weeks are used from two weeks to under two months, so that nine days stay nine days.
 */
export function writtenGap(ms: number): string {
  const unit = UNITS.find((u) => ms >= (u.name === 'week' ? 2 * u.ms : u.ms) && !(u.name === 'month' && ms < 2 * MONTH))
  if (!unit) return 'less than a minute'
  const count = Math.floor(ms / unit.ms)
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}

/** `2 min ago`, `3 days ago`: the seed's wording of when a bucket was last active. */
export function lastActive(ms: number): string {
  return ms < MINUTE ? 'just now' : `${writtenGap(ms).replace(/ minutes?$/, ' min')} ago`
}

/** Making these costs more than using them a hundred times. */
const formatsOfZone = new Map<string, ReturnType<typeof makeFormats>>()

const makeFormats = (timeZone: string) => ({
  date: new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }),
  time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
})

/** `Monday, 5 January 2026, 08:00 (Europe/Berlin)`. @param at milliseconds since the epoch */
export function writtenTime(at: number, timeZone: string): string {
  const { date, time } = formatsOfZone.get(timeZone) ?? makeFormats(timeZone)
  formatsOfZone.set(timeZone, { date, time })
  return `${date.format(at).replace(/^(\p{L}+) /u, '$1, ')}, ${time.format(at)} (${timeZone})`
}

/** One segment summary: local date of its beginning, title, synopsis. */
export function summaryLine(segment: SegmentView, timeZone: string): string {
  const date = localDate(Date.parse(segment.startedAt), timeZone).toString()
  const title = oneLine(cutGraphemes(segment.title, MAX_TITLE))
  return `- ${date}, ${title}: ${oneLine(keepEnds(segment.synopsis, MAX_SYNOPSIS_TOKENS))}`
}

export interface SessionBoundary {
  /** The last message before the boundary and the first one after it, or the moment the session starts. Milliseconds. */
  lastAt: number
  startsAt: number
  timeZone: string
  /** What the janitor did since, one sentence each; only for models with the `tags` ability (07-settled). */
  receipts: readonly string[]
}

/** At most so many receipts are read out; the rest is a number (seed 002, Session Startup Audit Receipt). */
const MAX_RECEIPTS = 5
const MAX_RECEIPT = 200

/** The break between two sessions with the gap written out, and the seed's audit receipt where a model is shown it. */
export function sessionBoundary({ lastAt, startsAt, timeZone, receipts }: SessionBoundary): string {
  const gap = writtenGap(startsAt - lastAt)
  const lines = [
    `[Session boundary: ${gap} passed since the last message. A new session starts on ${writtenTime(startsAt, timeZone)}.]`,
  ]
  if (receipts.length > 0) {
    lines.push(
      `NOTIFICATION: LAST SESSION ENDED AT ${writtenTime(lastAt, timeZone)}`,
      'JANITOR ACTIVITY SINCE LAST SESSION:',
    )
    lines.push(
      ...receipts.slice(0, MAX_RECEIPTS).map((sentence) => `- ${oneLine(cutGraphemes(sentence, MAX_RECEIPT))}`),
    )
    if (receipts.length > MAX_RECEIPTS) lines.push(`- and ${receipts.length - MAX_RECEIPTS} more in the log`)
  }
  return lines.join('\n')
}
