import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueBefore, heldUntil, type Kept, superfluous, withErasure } from './thinning'

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

describe('what was erased', () => {
  const at = (iso: string) => Date.parse(iso)

  it('is held until a day that comes, and by nothing where there is no copy', () => {
    expect(heldUntil(0, NOW)).toBeNull()
    const until = heldUntil(1, NOW) ?? 0
    expect(dueBefore([{ at: NOW, upTo: NOW + 5 }], until - 1)).toBeNull()
    expect(dueBefore([{ at: NOW, upTo: NOW + 5 }], until)).toBe(NOW + 5)
  })

  it.each<[string, string[], string, string | null]>([
    ['nothing was erased', [], '2027-11-28', null],
    ['it is not yet due', ['2026-11-28'], '2027-05-01', null],
    ['the last of those that are due counts', ['2026-03-01', '2026-05-01', '2026-11-01'], '2026-11-28', '2026-05-01'],
  ])('%s', (_, erased, now, right) => {
    const all = erased.map((iso) => ({ at: at(iso), upTo: at(iso) }))
    expect(dueBefore(all, at(now))).toBe(right === null ? null : at(right))
  })

  it('is remembered once a day: due with the first of it, and of all copies that hold any', () => {
    const [before, first, last] = ['2026-11-27T08:00Z', '2026-11-28T08:00Z', '2026-11-28T21:00Z'].map((iso) => ({
      at: at(iso),
      upTo: at(iso) + 1,
    }))
    if (!before || !first || !last) throw new Error('there are three')
    expect(withErasure([before, first], last)).toEqual([before, { at: first.at, upTo: last.upTo }])
    const copy = { at: first.at, upTo: at('2026-12-01') }
    expect(withErasure([copy, before], last)).toEqual([before, copy])
  })
})
