/**
 * The day an entry is about stands in it, behind what was said: “Book a flight by Friday (2026-12-04)”. So it is read by
 * people and models alike, goes wherever the entry goes, and a person who edits it moves the day. Pure.
 */
import { Temporal } from 'temporal-polyfill'
import { type DueText, dueIn, type SaidOn } from './resolve'

const WRITTEN = / \((\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?\)$/u

/** `content` with the day it names behind it, unless it names none. */
export function withDue(content: string, said: SaidOn): string {
  const due = WRITTEN.test(content) ? null : dueIn(content, said)
  return due === null ? content : `${content} (${due})`
}

/** The day, and hour, behind an entry's words; null without one. */
export function dueOf(content: string): DueText | null {
  const found = WRITTEN.exec(content)
  if (!found?.[1]) return null
  return found[2] === undefined ? found[1] : `${found[1]} ${found[2]}`
}

export const withoutDue = (content: string): string => content.replace(WRITTEN, '')

/** When it is over, milliseconds: the end of its day, whatever hour it was for. */
export function dueEnds(due: DueText, timeZone: string): number {
  const day = Temporal.PlainDate.from(due.slice(0, 10))
  return day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
}
