import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine } from '../../../filing/vectors'
import { entry, entryId } from '../testing/samples'
import { HighestRelevanceSelector } from './highest-relevance'

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))
/** Alike within about 18 degrees. */
const byTopic = { groupBy: 'category_and_topic', likeness: cosine, threshold: 0.95 } as const

describe('HighestRelevanceSelector', () => {
  it('leaves groups below the threshold alone', () => {
    const two = [entry(1, 'a'), entry(2, 'b')]
    expect(new HighestRelevanceSelector(3).select(two)).toEqual([])
    expect(new HighestRelevanceSelector(2).select(two)).toHaveLength(1)
    expect(new HighestRelevanceSelector(1).select([entry(1, 'a')])).toEqual([])
  })

  it('takes no relevance for none: the newest of such entries stays', () => {
    const entries = [entry(1, 'a', { relevance: 0 }), entry(2, 'b'), entry(3, 'c', { relevance: 0 })]
    const [group] = new HighestRelevanceSelector(3).select(entries)
    expect(group?.kept.id).toBe(entryId(3))
    expect(group?.toRemove.map((e) => e.id)).toEqual([1, 2].map(entryId))
  })

  it('does not mix categories', () => {
    const entries = [1, 2, 3].flatMap((n) => [entry(n, 'a'), entry(n + 10, 'b', { category: 'fact' })])
    const groups = new HighestRelevanceSelector(3).select(entries)
    expect(groups.map((group) => group.category)).toEqual(['preference', 'fact'])
    for (const { category, kept, toRemove } of groups) {
      expect([kept, ...toRemove].every((e) => e.category === category)).toBe(true)
    }
  })

  it('groups by topic within a category: three unrelated facts are not one fact', () => {
    const unrelated = [0, 90, 180].map((degrees, i) => entry(i + 1, 'x', { vector: at(degrees) }))
    expect(new HighestRelevanceSelector(3, byTopic).select(unrelated)).toEqual([])
    const related = [0, 5, 10].map((degrees, i) => entry(i + 4, 'x', { vector: at(degrees) }))
    const groups = new HighestRelevanceSelector(3, byTopic).select([...unrelated, ...related])
    // The first of the unrelated points the same way as the related ones.
    expect(groups).toMatchObject([{ kept: { id: entryId(6) }, toRemove: [1, 4, 5].map((n) => ({ id: entryId(n) })) }])
  })

  it('does not drift along a chain of neighbours: every pair of a topic is alike', () => {
    const chain = [0, 15, 30, 45, 60].map((degrees, i) => entry(i + 1, 'x', { vector: at(degrees) }))
    for (const { kept, toRemove } of new HighestRelevanceSelector(2, byTopic).select(chain)) {
      const vectors = [kept, ...toRemove].map((e) => e.vector ?? new Float32Array(2))
      for (const a of vectors) for (const b of vectors) expect(cosine(a, b)).toBeGreaterThan(0.95)
    }
  })

  it('leaves an entry alone whose vector is not known', () => {
    const entries = [1, 2, 3].map((n) => entry(n, 'x', n === 3 ? {} : { vector: at(n) }))
    expect(new HighestRelevanceSelector(3, byTopic).select(entries)).toEqual([])
  })

  it('gives the same groups whatever order the entries come in', () => {
    const some = fc.uniqueArray(
      fc.record({
        n: fc.integer({ min: 1, max: 40 }),
        degrees: fc.integer({ min: 0, max: 90 }),
        day: fc.integer({ min: 1, max: 3 }),
      }),
      { selector: ({ n }) => n, maxLength: 20 },
    )
    const shuffled = some.chain((list) =>
      fc.record({
        list: fc.constant(list),
        other: fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      }),
    )
    const entries = (list: readonly { n: number; degrees: number; day: number }[]) =>
      list.map(({ n, degrees, day }) =>
        entry(n, 'x', { vector: at(degrees), day, category: n % 2 ? 'fact' : 'task', relevance: (n % 3) / 2 }),
      )
    fc.assert(
      fc.property(shuffled, ({ list, other }) => {
        const selector = new HighestRelevanceSelector(2, byTopic)
        const groups = selector.select(entries(list))
        expect(selector.select(entries(other))).toEqual(groups)
        const ids = groups.flatMap(({ kept, toRemove }) => [kept, ...toRemove].map((e) => e.id))
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 60 },
    )
  })
})
