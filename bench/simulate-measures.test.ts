import { describe, expect, it } from 'vitest'
import { scriptedLife } from './simulate-life'
import { liesRight, type Placed, shareIn, shareToTouch, topicOf } from './simulate-measures'

const placed = (...rows: [topic: string, bucket: string | null][]): Placed[] =>
  rows.map(([topic, bucket]) => ({ topic, bucket }))

describe('where a message should lie', () => {
  const some = placed(['a', '1'], ['a', '1'], ['a', '2'], ['b', '2'], ['c', '1'], ['d', '3'], ['b', null])
  it('is with most of its topic', () => {
    expect(liesRight(some, 0)).toBe(true)
    expect(liesRight(some, 2)).toBe(false)
  })
  it('is a bucket of its own where it is the first of its topic', () => {
    expect(liesRight(some, 5)).toBe(true)
    expect(liesRight(some, 4)).toBe(false)
  })
  it('is not a bucket that is mostly about something else, and not nowhere', () => {
    expect(liesRight(placed(['a', '1'], ['a', '1'], ['b', '1'], ['b', '1'], ['b', '1']), 0)).toBe(false)
    expect(liesRight(some, 6)).toBe(false)
  })
})

describe('what a person would have to touch', () => {
  it('are buckets that are mixed, and those that hold a part of their topic', () => {
    const pure = placed(['a', '1'], ['a', '1'], ['b', '2'])
    expect(shareToTouch(pure)).toBe(0)
    // Bucket 1 is pure and holds half of a, bucket 2 holds the other half and b.
    expect(shareToTouch(placed(['a', '1'], ['a', '2'], ['b', '2']))).toBe(1)
    expect(shareToTouch([...pure, ...placed(['c', '3'], ['d', '3'])])).toBeCloseTo(1 / 3)
  })
  it('a topic is in a bucket by its share', () => {
    const some = placed(['a', '1'], ['a', '1'], ['a', '2'], ['b', '1'])
    expect(shareIn(some, 'a', '1')).toBeCloseTo(2 / 3)
    expect(shareIn(some, 'a', null)).toBe(0)
    expect(topicOf(some, '1')).toBe('a')
  })
})

describe('a scripted life', () => {
  const labels = new Map(
    Array.from(
      { length: 30 },
      (_, l) => [`label_${l}`, Array.from({ length: 120 }, (_, i) => `text ${l} ${i}`)] as const,
    ),
  )
  const start = Date.UTC(2026, 0, 5, 8)
  const day = 86_400_000
  it('is the same for the same seed, in order of time, and says nothing twice', () => {
    const life = scriptedLife(labels, start, 6)
    expect(scriptedLife(labels, start, 6)).toEqual(life)
    const times = life.turns.map(({ at }) => at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(life.turns.map(({ text }) => text)).size).toBe(life.turns.length)
  })
  it('has one-offs, a vacation without a word, and changes that take it over', () => {
    const { turns, changes } = scriptedLife(labels, start, 6)
    expect(turns.filter(({ oneOff }) => oneOff).length).toBeGreaterThan(20)
    expect(turns.some(({ at }) => at > start + 16 * day && at < start + 21 * day)).toBe(false)
    expect(changes).toHaveLength(2)
    for (const { topic, at } of changes) {
      const days = turns.filter((t) => t.at >= at && t.at < at + 5 * day)
      expect(days.filter((t) => t.topic === topic).length).toBeGreaterThan(75)
    }
  })
  it('needs enough texts', () => {
    expect(() => scriptedLife(new Map([['one', ['a']]]), start, 1)).toThrow(/labels/u)
  })
})
