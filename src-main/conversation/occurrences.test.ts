import { expect, it } from 'vitest'
import { boundsOfMonth } from './month'
import { occurrencesIn } from './occurrences'

it('finds every place, small or capital, whatever signs it holds, in any script', () => {
  expect(occurrencesIn('Über über UBER', 'über')).toEqual([
    { start: 0, end: 4 },
    { start: 5, end: 9 },
  ])
  expect(occurrencesIn('a.b (a.b) axb', 'a.b')).toHaveLength(2)
  expect(occurrencesIn('5 $ [x] and \\d', '[X]')).toEqual([{ start: 4, end: 7 }])
  expect(occurrencesIn('東京と東京', '東京')).toHaveLength(2)
  expect(occurrencesIn('aaaa', 'aa')).toHaveLength(2)
  expect(occurrencesIn('nothing', '')).toEqual([])
})

it('a month begins and ends with its local days', () => {
  const { from, to } = boundsOfMonth('2026-03', 'Europe/Lisbon')
  expect(new Date(from).toISOString()).toBe('2026-03-01T00:00:00.000Z')
  expect(new Date(to).toISOString()).toBe('2026-03-31T23:00:00.000Z')
})
