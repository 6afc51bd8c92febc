import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Kept, superfluous } from './thinning'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const on = (iso: string, verified = true): Kept => ({ id: iso, ts: Date.parse(iso), verified })
const kept = (backups: readonly Kept[], now = NOW, zone = 'UTC') => {
  const gone = new Set(superfluous(backups, now, zone))
  return backups.map((b) => b.id).filter((id) => !gone.has(id))
}
const daily = (days: number): Kept[] =>
  Array.from({ length: days }, (_, i) => on(new Date(NOW - (i + 1) * 86_400_000).toISOString()))

describe('thinning of backups', () => {
  it.each<[string, Kept[], string[]]>([
    ['none', [], []],
    ['one, however old', [on('2019-01-01T00:00Z')], ['2019-01-01T00:00Z']],
    ['two of one day: the newer', [on('2026-11-20T08:00Z'), on('2026-11-20T20:00Z')], ['2026-11-20T20:00Z']],
    [
      'all of the last day',
      [on('2026-11-28T01:00Z'), on('2026-11-28T02:00Z'), on('2026-11-27T13:00Z')],
      ['2026-11-28T01:00Z', '2026-11-28T02:00Z', '2026-11-27T13:00Z'],
    ],
    [
      'one that was not verified goes after a day',
      [on('2026-11-20T08:00Z', false), on('2026-11-19T08:00Z')],
      ['2026-11-19T08:00Z'],
    ],
    [
      'one that was not verified does not stand for its day',
      [on('2026-11-20T20:00Z', false), on('2026-11-20T08:00Z')],
      ['2026-11-20T08:00Z'],
    ],
    [
      'days without one do not count',
      [on('2026-10-01T08:00Z'), on('2026-09-30T08:00Z'), on('2026-08-15T08:00Z')],
      ['2026-10-01T08:00Z', '2026-09-30T08:00Z', '2026-08-15T08:00Z'],
    ],
  ])('%s', (_, backups, right) => {
    expect(kept(backups)).toEqual(right)
  })

  it('a daily backup for a year leaves seven days, four weeks and six months', () => {
    const left = kept(daily(365))
    expect(left.map((id) => id.slice(5, 10))).toEqual(
      ['11-27', '11-26', '11-25', '11-24', '11-23', '11-22', '11-21'].concat(
        ['11-15', '11-08'], // the weeks that none of the days stands for
        ['10-31', '09-30', '08-31', '07-31', '06-30'],
      ),
    )
  })

  it('goes by the person’s days', () => {
    const two = [on('2026-11-20T20:00Z'), on('2026-11-20T23:30Z')]
    expect(kept(two, NOW, 'UTC')).toHaveLength(1)
    expect(kept(two, NOW, 'Europe/Berlin')).toHaveLength(2)
  })

  it('never drops the newest good one, and dropping twice drops no more', () => {
    const some = fc.array(fc.record({ ts: fc.integer({ min: 0, max: NOW }), verified: fc.boolean() }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(some, (list) => {
        const backups = list.map((b, i) => ({ ...b, id: String(i) }))
        const gone = new Set(superfluous(backups, NOW, 'UTC'))
        const rest = backups.filter((b) => !gone.has(b.id))
        const good = backups.filter((b) => b.verified).map((b) => b.ts)
        if (good.length > 0) expect(rest.some((b) => b.verified && b.ts === Math.max(...good))).toBe(true)
        expect(superfluous(rest, NOW, 'UTC')).toEqual([])
      }),
    )
  })
})
