import { describe, expect, it } from 'vitest'
import { shortestMinutes, thresholdMinutes } from './threshold'

const settings = { segmentTimeoutMinutes: 60, segmentMorningMinutes: 30, segmentNightMinutes: 180 }
const at = (iso: string, timeZone = 'Europe/Lisbon') => thresholdMinutes(settings, Date.parse(iso), timeZone)

describe('the threshold of the hour', () => {
  it('is the morning’s from five to eleven, the night’s from ten to five, else the usual one', () => {
    const hours = ['04:59', '05:00', '10:59', '11:00', '21:59', '22:00', '23:59', '00:00']
    expect(hours.map((h) => at(`2026-01-05T${h}:00Z`))).toEqual([180, 30, 30, 60, 60, 180, 180, 180])
  })

  it('is the usual one where nothing else is set', () => {
    const plain = { segmentTimeoutMinutes: 60, segmentMorningMinutes: null, segmentNightMinutes: null }
    expect(thresholdMinutes(plain, Date.parse('2026-01-05T23:00:00Z'), 'UTC')).toBe(60)
    expect(shortestMinutes(plain)).toBe(60)
    expect(shortestMinutes(settings)).toBe(30)
  })

  it('goes by the wall clock where the person is: another zone, and daylight saving in both directions', () => {
    expect(at('2026-01-05T09:00:00Z', 'Asia/Tokyo')).toBe(60)
    expect(at('2026-01-05T09:00:00Z', 'America/New_York')).toBe(180)
    // Berlin: 4:30 by winter time is 5:30 by summer time. The clocks go on 29 March 2026 and back on 25 October.
    expect([at('2026-03-28T03:30:00Z', 'Europe/Berlin'), at('2026-03-29T03:30:00Z', 'Europe/Berlin')]).toEqual([
      180, 30,
    ])
    expect([at('2026-10-24T03:30:00Z', 'Europe/Berlin'), at('2026-10-25T03:30:00Z', 'Europe/Berlin')]).toEqual([
      30, 180,
    ])
  })
})
