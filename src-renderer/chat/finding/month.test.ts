import { expect, it } from 'vitest'
import { monthBeside, weeksOf } from './month'

it('a month is whole weeks, from the day on which a week begins here', () => {
  const monday = weeksOf('2026-11', 1)
  expect(monday[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(monday.at(-1)?.[0]).toBe('2026-11-30')
  expect(weeksOf('2026-11', 7)[0]?.[0]).toBe('2026-11-01')
  expect(weeksOf('2028-02', 1).flat().filter(Boolean)).toHaveLength(29)
  expect(monthBeside('2026-12', 1)).toBe('2027-01')
  expect(monthBeside('2026-01', -1)).toBe('2025-12')
})
