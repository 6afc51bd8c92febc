import { Temporal } from 'temporal-polyfill'

/** A local month (`2026-11`) as milliseconds, `to` not included; also where a clock changes on its first day. */
export function boundsOfMonth(month: string, timeZone: string): { from: number; to: number } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const start = (day: Temporal.PlainDate): number => day.toZonedDateTime(timeZone).epochMilliseconds
  return { from: start(first), to: start(first.add({ months: 1 })) }
}
