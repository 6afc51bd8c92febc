import type { MemoryId } from '@shared/ids'
import { MEMORY_CATEGORIES, type MemoryValue, type MemoryView } from '@shared/memory'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMemory, START } from '../../store/testing/samples'
import { createTestStore, type TestStore } from '../../store/testing/store'
import type { NewMemory } from '../../store/types'
import { compressTo } from '../compression/compress'
import { toMemoryView } from '../entries/view'
import { tierOf } from '../value/score'
import { isOfTheBest, mostLookedAt, renderMemoryFile } from './render'

let test: TestStore
let store: TestStore['store']
beforeAll(async () => {
  test = await createTestStore()
  store = await test.as('best for file')
})
afterAll(() => test.close())

const iso = (at: number): string => new Date(at).toISOString()
async function learn(content: string, over: Partial<NewMemory>): Promise<MemoryId> {
  const memory = newMemory({ content, vector: null, ...over })
  await store.memoryWriting.add([memory])
  return memory.id
}

describe('what the memory file is made of', () => {
  it('is the best of each kind, and lays out the same file as all entries would, however many there are', async () => {
    const any = fc.sample(
      fc.record({
        category: fc.constantFrom(...MEMORY_CATEGORIES),
        words: fc.integer({ min: 1, max: 14 }),
        score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        explicit: fc.boolean(),
      }),
      { numRuns: 240, seed: 7 },
    )
    const values: { id: MemoryId; value: MemoryValue }[] = []
    for (const [n, { category, words, score, explicit }] of any.entries()) {
      const id = await learn(`${n} ${'tea '.repeat(words)}`.trim(), { category, explicit, at: START + n })
      if (score === null) continue
      const signals = { retention: score, uniqueness: score, confidence: score, frequency: null, recency: null }
      const tier = tierOf(score, { explicit, pinned: false })
      values.push({ id, value: { signals, score, tier, scoredAt: iso(START) } })
    }
    await store.memoryWriting.saveValues(values)
    const rendered = (entries: readonly MemoryView[]) =>
      renderMemoryFile({ entries, recent: [], compress: compressTo, version: 1 })
    const render = (entries: readonly MemoryView[]) => rendered(entries).text
    const all = await store.memories.standing()
    const best = await store.memories.bestForFile(mostLookedAt())
    expect(render(best.map(toMemoryView))).toBe(render(all.map(toMemoryView)))
    const few = await store.memories.bestForFile({ preference: 2, task: 1, insight: 1, fact: 1, chitchat: 0 })
    expect(few.length).toBeLessThan(all.length / 4)

    // fewer are read at first: they are enough exactly where no section looked past them
    const enough: boolean[] = []
    for (const each of [1, 5, 10, 20, 40, 80, 160]) {
      const read = { preference: each, task: each, insight: each, fact: each, chitchat: each }
      const made = rendered((await store.memories.bestForFile(read)).map(toMemoryView))
      enough.push(isOfTheBest(made, read))
      if (isOfTheBest(made, read)) expect(made.text).toBe(render(all.map(toMemoryView)))
    }
    expect(enough[0]).toBe(false)
    expect(enough.at(-1)).toBe(true)
  })
})
