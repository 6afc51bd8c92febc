/** Adding an operation takes one file: this one. It names no other op and no strategy had to learn of it. */
import { describe, expect, it } from 'vitest'
import { buildConsolidationStrategy, ops } from './factory'
import { contextFor, entry, entryId, PlainBackend, summaryId } from './testing/samples'
import type { ConsolidationOp, MemoryBackend, MemoryEntry, OpAbout, OpResult } from './types'

/** Says only how many there were. */
class CountingOp implements ConsolidationOp {
  constructor(private readonly backend: MemoryBackend) {}

  async consolidate(toRemove: readonly MemoryEntry[], { category }: OpAbout): Promise<OpResult> {
    const madeOf = toRemove.map((one) => one.id)
    const summaryId = await this.backend.store({ category, content: `${madeOf.length} more`, tags: [], madeOf })
    for (const id of madeOf) await this.backend.delete(id)
    return { summaryId, removedIds: madeOf, modeAssignments: [] }
  }
}
ops.register('counting', ({ backend }) => new CountingOp(backend))

describe('a sixth operation', () => {
  it('is composed by its name, with every selector, sequentially and in parallel', async () => {
    for (const parallel of [false, true]) {
      const backend = new PlainBackend()
      const strategy = buildConsolidationStrategy({ strategy: 'simple', op: 'counting', parallel, backend })
      const result = await strategy.consolidate(
        [1, 2, 3].map((n) => entry(n, 'x')),
        contextFor(),
      )
      expect(result).toMatchObject({ summaryIds: [summaryId(1)], removedIds: [1, 2].map(entryId) })
      expect(backend.stored[0]?.content).toBe('2 more')
    }
  })
})
