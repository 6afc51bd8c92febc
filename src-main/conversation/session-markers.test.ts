import { describe, expect, it } from 'vitest'
import { lastActive, sessionBoundary, writtenGap, writtenTime } from './session-markers'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('written gaps', () => {
  it.each([
    [-5 * HOUR, 'less than a minute'],
    [0, 'less than a minute'],
    [MINUTE, '1 minute'],
    [59 * MINUTE + 59_000, '59 minutes'],
    [HOUR, '1 hour'],
    [23 * HOUR, '23 hours'],
    [9 * DAY, '9 days'],
    [14 * DAY, '2 weeks'],
    [45 * DAY, '6 weeks'],
    [184 * DAY, '6 months'],
    [364 * DAY, '11 months'],
    [366 * DAY, '1 year'],
    [800 * DAY, '2 years'],
  ])('of %d ms read “%s”', (ms, text) => {
    expect(writtenGap(ms)).toBe(text)
  })

  it('of a bucket’s last activity read as in the seed', () => {
    expect([2 * MINUTE, 9 * HOUR, 2 * DAY, 10].map(lastActive)).toEqual([
      '2 min ago',
      '9 hours ago',
      '2 days ago',
      'just now',
    ])
  })
})

describe('the session boundary', () => {
  const boundary = {
    lastAt: Date.UTC(2026, 0, 5, 8),
    startsAt: Date.UTC(2026, 0, 14, 9),
    timeZone: 'Europe/Berlin',
    receipts: [],
  }

  it('says how long the silence was and when the session starts, in the reader’s time', () => {
    expect(sessionBoundary(boundary)).toBe(
      '[Session boundary: 9 days passed since the last message. A new session starts on Wednesday, 14 January 2026, 10:00 (Europe/Berlin).]',
    )
  })

  it('reads out at most five receipts and counts the others', () => {
    const receipts = Array.from({ length: 8 }, (_, i) => `Merged a${i}\ninto b${i}.`)
    const text = sessionBoundary({ ...boundary, receipts })
    expect(text.match(/^- Merged a\d into b\d\.$/gm)).toHaveLength(5)
    expect(text).toMatch(/- and 3 more in the log$/)
  })

  it('follows daylight saving', () => {
    expect(writtenTime(Date.UTC(2026, 2, 29, 0, 59), 'Europe/Berlin')).toContain('01:59')
    expect(writtenTime(Date.UTC(2026, 2, 29, 1, 0), 'Europe/Berlin')).toContain('03:00')
  })
})
