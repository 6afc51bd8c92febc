import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMemory, valued } from '../testing/memories'
import { bestFirst, type MemoryPage, patchPages } from './order'
import { nextPlace } from './query'

const page = (memories: MemoryPage['memories'], complete: boolean): MemoryPage => ({
  category: 'fact',
  memories,
  complete,
})
const ids = (pages: readonly MemoryPage[]) => pages.flatMap(({ memories }) => memories.map((memory) => memory.content))

describe('a loaded list of memories', () => {
  it('puts pinned ones first, then the more valuable, what was never weighed last, and among equals the newer', () => {
    const list = [aMemory(1), aMemory(2, { value: valued(0.5) }), aMemory(3, { pinned: true }), aMemory(4)]
    expect(list.sort(bestFirst).map((memory) => memory.content)).toEqual([
      'memory 3',
      'memory 2',
      'memory 4',
      'memory 1',
    ])
  })
  it('moves one that changed its category to the other category', () => {
    const moved = aMemory(1, { category: 'insight' })
    const pages = patchPages(
      [page([aMemory(1), aMemory(2)], true), { category: 'insight', memories: [], complete: true }],
      [moved],
      [],
    )
    expect(pages.map(({ category, memories }) => [category, memories.length])).toEqual([
      ['fact', 1],
      ['insight', 1],
    ])
  })
  it('leaves out what now stands behind the last one loaded: it comes with its page', () => {
    const [a, b, c] = [0.9, 0.8, 0.7].map((score, n) => aMemory(n + 1, { value: valued(score) }))
    if (!a || !b || !c) throw new Error('There are three.')
    const sunk = { ...a, value: valued(0.1) }
    expect(ids(patchPages([page([a, b, c], false)], [sunk], []))).toEqual(['memory 2', 'memory 3'])
    expect(ids(patchPages([page([a, b, c], true)], [sunk], []))).toEqual(['memory 2', 'memory 3', 'memory 1'])
  })
  it('stays the beginning of main’s list, whatever changes and goes', () => {
    const entry = fc.record({ n: fc.integer({ min: 1, max: 40 }), score: fc.integer({ min: 0, max: 9 }) })
    const make = ({ n, score }: { n: number; score: number }) => aMemory(n, { value: valued(score / 10) })
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ({ n }) => n, minLength: 1 }),
        fc.uniqueArray(entry, { selector: ({ n }) => n }),
        fc.uniqueArray(fc.integer({ min: 1, max: 40 })),
        fc.nat(),
        (before, changes, gone, cut) => {
          const all = before.map(make).sort(bestFirst)
          const loaded = all.slice(0, 1 + (cut % all.length))
          const changed = changes.filter(({ n }) => !gone.includes(n)).map(make)
          const removed = gone.map((n) => aMemory(n).id)
          const stale = new Set([...removed, ...changed.map(({ id }) => id)])
          const after = [...all.filter(({ id }) => !stale.has(id)), ...changed].sort(bestFirst)
          const complete = loaded.length === all.length
          const shown = patchPages([page(loaded, complete)], changed, removed)[0]?.memories ?? []
          expect(shown).toEqual(after.slice(0, shown.length))
          if (complete) expect(shown).toEqual(after)
        },
      ),
      { numRuns: 200 },
    )
  })
  it('goes on where the category was left, then with the next category, and ends after the last', () => {
    const two = [aMemory(1), aMemory(2)]
    expect(nextPlace([page(two, false)], 'all')).toEqual({ category: 'fact', offset: 2 })
    expect(nextPlace([page(two, true)], 'all')).toEqual({ category: 'chitchat', offset: 0 })
    expect(nextPlace([page(two, true)], 'fact')).toBeNull()
  })
})
