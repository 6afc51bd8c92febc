import { describe, expect, it } from 'vitest'
import { entry, entryId } from '../testing/samples'
import { GuardedSelector, type SelectionGuard } from './guarded'
import { HighestRelevanceSelector } from './highest-relevance'

const free: SelectionGuard = { protects: () => false, isNew: () => true, fewest: 2, most: 25 }
const select = (guard: Partial<SelectionGuard>, count = 5) => {
  const entries = Array.from({ length: count }, (_, i) => entry(i + 1, `note ${i + 1}`))
  return new GuardedSelector(new HighestRelevanceSelector(3), { ...free, ...guard }).select(entries)
}
const ids = (...numbers: number[]) => numbers.map((n) => ({ id: entryId(n) }))
const protects = (...numbers: number[]) => ({
  protects: ({ id }: { id: string }) => numbers.some((n) => entryId(n) === id),
})

describe('GuardedSelector', () => {
  it('is the selector in it where there is nothing to guard', () => {
    expect(select({})).toMatchObject([{ kept: { id: entryId(5) }, toRemove: ids(1, 2, 3, 4) }])
  })

  it('keeps what is protected in place of what would have been kept', () => {
    expect(select(protects(2))).toMatchObject([{ kept: { id: entryId(2) }, toRemove: ids(1, 3, 4, 5) }])
  })

  it('removes none of several that are protected', () => {
    expect(select(protects(2, 3, 5))).toMatchObject([{ kept: { id: entryId(5) }, toRemove: ids(1, 4) }])
  })

  it('leaves a group alone in which too little may go', () => {
    expect(select(protects(1, 2, 3, 5))).toEqual([])
  })

  it('leaves a group alone in which nothing is new', () => {
    expect(select({ isNew: () => false })).toEqual([])
    expect(select({ isNew: ({ id }) => id === entryId(5) })).toHaveLength(1)
  })

  it('takes the oldest where there are more than become one', () => {
    expect(select({ most: 2 })).toMatchObject([{ toRemove: ids(1, 2) }])
  })
})
