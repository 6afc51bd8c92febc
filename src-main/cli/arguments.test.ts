import { describe, expect, it } from 'vitest'
import { parseCount, parseDay, parseMessageId, parseOperationId, parseTime } from './arguments'

const refused = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

describe('arguments', () => {
  it('a time is an ISO time, with or without a zone', () => {
    expect(parseTime('2026-01-05T08:00:00Z')).toBe(Date.UTC(2026, 0, 5, 8))
    expect(parseTime('2026-01-05T08:00:00+02:00')).toBe(Date.UTC(2026, 0, 5, 6))
    for (const text of ['', '5', 'tomorrow', '2026-13-05', '05.01.2026', 'Jan 5 2026'])
      expect([text, refused(() => parseTime(text))]).toEqual([text, 'bad_request'])
  })

  it('a day is that day where the person is, whatever the zone', () => {
    const day = new Date(parseDay('2026-01-06'))
    expect([day.getFullYear(), day.getMonth(), day.getDate()]).toEqual([2026, 0, 6])
    expect(parseDay('2026-01-06T23:30:00Z')).toBe(Date.UTC(2026, 0, 6, 23, 30))
  })

  it('a count is a whole number and nothing that merely looks like one', () => {
    expect([parseCount('0', '--limit'), parseCount('250', '--limit')]).toEqual([0, 250])
    for (const text of ['', '-1', '1.5', '1e3', '0x10', ' 5', 'Infinity', '9'.repeat(20)])
      expect([text, refused(() => parseCount(text, '--limit'))]).toEqual([text, 'bad_request'])
  })

  it('ids are read strictly', () => {
    const id = '018f0000-0000-7000-8000-000000000000'
    expect([parseMessageId(id), parseOperationId(id)]).toEqual([id, id])
    expect(refused(() => parseMessageId('a1b2c3d4'))).toBe('bad_request')
    expect(refused(() => parseOperationId(`${id} `))).toBe('bad_request')
  })
})
