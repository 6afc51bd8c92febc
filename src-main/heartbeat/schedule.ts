/** When a task is due: pure, from its schedule, a moment and a time zone. */
import { CatchmentError } from '@shared/contract/errors'
import { readSchedule, type Schedule } from '@shared/schedule'
import { Cron } from 'croner'

/**
 * Reads what a person wrote as a schedule.
 * @throws CatchmentError `bad_request` with what would be understood, also for a pattern that never comes (30 February)
 */
export function parseSchedule(written: string, now: number, timeZone: string): Schedule {
  const schedule = readSchedule(written)
  if (!schedule) throw new CatchmentError('bad_request', `“${written.slice(0, 80)}” is no schedule. ${HELP}`)
  let next: number | null
  try {
    next = nextDue(schedule, now, timeZone)
  } catch {
    throw new CatchmentError('bad_request', `“${written.slice(0, 80)}” is no schedule that can be read. ${HELP}`)
  }
  if (next === null) throw new CatchmentError('bad_request', `“${written.slice(0, 80)}” never comes.`)
  return schedule
}

const HELP =
  'Write “every 30 minutes”, “every 6 hours”, “every 2 days”, or five cron fields: minute, hour, day, month, weekday.'

/**
 * The first time after `after` (milliseconds, exclusive), or null if there is none. An interval is plain arithmetic on
 * real time. Cron goes by local time: a fixed time of day that does not exist when clocks go forward comes at the moment
 * they do, and one that exists twice when they go back comes once; patterns that repeat within the hour or every hour
 * follow real hours.
 */
export function nextDue(schedule: Schedule, after: number, timeZone: string): number | null {
  if (schedule.kind === 'interval') return after + schedule.ms
  return new Cron(schedule.pattern, { timezone: timeZone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
}

/**
 * When a task that was due at `due` and is taken at `now` is due next: what was missed meanwhile runs once, not once for
 * every time it was missed (02-janitor-memory, Heartbeat). An interval keeps its step: nothing drifts by a late look.
 */
export function followingDue(schedule: Schedule, due: number, now: number, timeZone: string): number | null {
  if (schedule.kind === 'cron') return nextDue(schedule, Math.max(due, now), timeZone)
  const missed = Math.max(0, Math.floor((now - due) / schedule.ms))
  return due + (missed + 1) * schedule.ms
}

/** The next `count` times after `after`, soonest first. */
export function upcoming(schedule: Schedule, after: number, timeZone: string, count: number): number[] {
  const times: number[] = []
  for (let at = nextDue(schedule, after, timeZone); at !== null && times.length < count; ) {
    times.push(at)
    at = nextDue(schedule, at, timeZone)
  }
  return times
}

/**
 * Where a waiting task stands after the clock was set back or the zone changed: as if it had been made now, and never
 * later than it would have been. What is overdue stays so and runs once.
 */
export function rescheduled(
  schedule: Schedule,
  due: number,
  now: number,
  timeZone: string,
  why: 'clock' | 'zone',
): number | null {
  if (due <= now) return due
  // An interval knows no zone, and what follows the wall clock has moved with it.
  if (why === 'zone' && schedule.kind === 'interval') return due
  const next = nextDue(schedule, now, timeZone)
  return why === 'zone' || next === null ? next : Math.min(due, next)
}
