import { describe, expect, it } from 'vitest'
import { timeOf } from './times'

const SECOND = Date.UTC(2024, 0, 2, 3, 4, 5)

describe('timeOf', () => {
  it.each([
    ['seconds with a fraction', SECOND / 1000 + 0.25, SECOND + 250],
    ['milliseconds', SECOND, SECOND],
    ['ISO in UTC', '2024-01-02T03:04:05Z', SECOND],
    ['ISO with a zone', '2024-01-02T04:04:05+01:00', SECOND],
    ['ISO without a zone, as UTC', '2024-01-02T03:04:05', SECOND],
    ['microseconds as Claude writes them', '2024-01-02T03:04:05.250000Z', SECOND + 250],
    ['a date', '2024-01-02', Date.UTC(2024, 0, 2)],
  ])('reads %s', (_, value, ms) => {
    expect(timeOf(value)).toBe(ms)
  })

  it.each([
    null,
    undefined,
    '',
    'yesterday',
    '2024-13-45T00:00:00Z',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    0,
    1e20,
    {},
    '1',
  ])('refuses %s', (value) => {
    expect(timeOf(value)).toBeNull()
  })
})
