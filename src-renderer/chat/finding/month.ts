/** A month as a calendar shows it: pure. */
import { Temporal } from 'temporal-polyfill'

/** Weeks of a month (`2026-11`), each of seven dates or null before its first and after its last. `firstDay`: 1 is Monday. */
export function weeksOf(month: string, firstDay: number): (string | null)[][] {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const before = (first.dayOfWeek - firstDay + 7) % 7
  const days = Array.from({ length: first.daysInMonth }, (_, i) => first.add({ days: i }).toString())
  const cells: (string | null)[] = [...Array.from({ length: before }, () => null), ...days]
  while (cells.length % 7 !== 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** So many months on, or back. */
export const monthBeside = (month: string, step: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months: step }).toString()

interface WithWeek {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The day a week begins with where the person is; 1 is Monday, 7 Sunday. */
export function firstDayOfWeek(locale = navigator.language): number {
  const known = new Intl.Locale(locale) as unknown as WithWeek
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}
