import { formOf, readSchedule, type Schedule, scheduleOf, writeSchedule } from '@shared/schedule'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followingDue, nextDue, parseSchedule, rescheduled, upcoming } from './schedule'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const at = (iso: string): number => Date.parse(iso)
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']

function read(written: string): Schedule {
  const schedule = readSchedule(written)
  if (!schedule) throw new Error(`“${written}” was not read`)
  return schedule
}
const times = (written: string, after: string, zone: string, count: number): string[] =>
  upcoming(read(written), at(after), zone, count).map((ms) => new Date(ms).toISOString().slice(0, 16))

const wall = (ms: number, zone: string): { day: string; time: string } => {
  const part = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    })
      .formatToParts(ms)
      .map((p) => [p.type, p.value]),
  )
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` }
}

describe('a schedule', () => {
  it('runs at a time of day that clocks skip when they go forward at the moment they do, once', () => {
    expect(times('30 2 * * *', '2026-03-28T00:00:00Z', 'Europe/Berlin', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
  })

  it('runs once at a time of day that comes twice when clocks go back', () => {
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
  })

  it('comes on every local day exactly once, at its time unless clocks skip that, in any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (zone, after, hour, minute) => {
          const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
          const runs = upcoming(read(`${minute} ${hour} * * *`), after, zone, 40).map((ms) => wall(ms, zone))
          expect(new Set(runs.map((r) => r.day)).size).toBe(40)
          const off = runs.filter((r) => r.time !== clock)
          expect(off.length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is always later than the moment it is asked for', () => {
    const schedules = ['* * * * *', '*/7 * * * *', '0 0 29 2 *', '0 8 * * MON-FRI', '@weekly', 'every 1 minute']
    fc.assert(
      fc.property(
        fc.constantFrom(...schedules),
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: at('2035-01-01T00:00:00Z') }),
        (written, zone, after) => {
          expect(nextDue(read(written), after, zone)).toBeGreaterThan(after)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('by an interval is plain arithmetic on real time, whatever the clocks on the wall do', () => {
    expect(times('every 1 day', '2026-03-28T20:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-03-29T20:00',
      '2026-03-30T20:00',
    ])
  })

  it('that was missed any number of times is due once and then in step again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('every 30 minutes', 'every 6 hours', 'every 2 days', '0 8 * * *', '*/15 * * * *'),
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 400 * DAY }),
        (written, zone, late) => {
          const schedule = read(written)
          const due = at('2026-03-01T07:00:00Z')
          const next = followingDue(schedule, due, due + late, zone)
          expect(next).toBeGreaterThan(due + late)
          if (schedule.kind === 'interval' && next !== null) {
            expect((next - due) % schedule.ms).toBe(0)
            expect(next - (due + late)).toBeLessThanOrEqual(schedule.ms)
          }
        },
      ),
      { numRuns: 80 },
    )
  })

  it('is brought forward when the clock is set back, and what is overdue stays so', () => {
    const daily = read('0 8 * * *')
    const due = at('2026-06-10T08:00:00Z')
    expect(rescheduled(daily, due, at('2026-06-05T12:00:00Z'), 'UTC', 'clock')).toBe(at('2026-06-06T08:00:00Z'))
    expect(rescheduled(daily, due, at('2026-06-11T12:00:00Z'), 'UTC', 'clock')).toBe(due)
    const hourly = read('every 1 hour')
    expect(rescheduled(hourly, due, due - 30 * DAY, 'UTC', 'clock')).toBe(due - 30 * DAY + HOUR)
    expect(rescheduled(hourly, due, due - 20 * MINUTE, 'UTC', 'clock')).toBe(due)
  })

  it('follows a person to another time zone by the clock on the wall, an interval by real time', () => {
    const due = at('2026-06-10T06:00:00Z')
    const now = at('2026-06-09T20:00:00Z')
    expect(rescheduled(read('0 8 * * *'), due, now, 'America/New_York', 'zone')).toBe(at('2026-06-10T12:00:00Z'))
    expect(rescheduled(read('every 3 hours'), due, now, 'America/New_York', 'zone')).toBe(due)
  })

  it('is written as it is read, and said in words where it is simple', () => {
    for (const [written, form] of [
      ['every  2 Hours', { form: 'interval', every: 2, unit: 'hours' }],
      ['every day', { form: 'interval', every: 1, unit: 'days' }],
      ['5 8 * * *', { form: 'daily', time: '08:05' }],
      ['0 18 * * MON-FRI', { form: 'weekly', days: [1, 2, 3, 4, 5], time: '18:00' }],
      ['0 18 * * 7', { form: 'weekly', days: [0], time: '18:00' }],
      ['0 8 1 * *', { form: 'monthly', day: 1, time: '08:00' }],
      ['*/5 * * * *', { form: 'cron', pattern: '*/5 * * * *' }],
      ['0 8 1 * 1', { form: 'cron', pattern: '0 8 1 * 1' }],
    ] as const) {
      const schedule = read(written)
      expect(formOf(schedule)).toEqual(form)
      expect(readSchedule(writeSchedule(schedule))).toEqual(schedule)
      expect(formOf(read(scheduleOf(formOf(schedule))))).toEqual(form)
    }
  })

  it.each([
    '',
    'every 0 minutes',
    'every 999999 days',
    'soon',
    '99 * * * *',
    '0 8 * * * *',
    '0 8 31 2 *',
    '* * * * * rm',
  ])('that cannot be read, “%s”, is refused with what would be', (written) =>
    expect(() => parseSchedule(written, 0, 'UTC')).toThrow(/no schedule|never comes/),
  )

  it('never breaks on what a person may type', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (written) => {
        try {
          parseSchedule(written, 0, 'UTC')
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_request' })
        }
      }),
      { numRuns: 200 },
    )
  })
})
