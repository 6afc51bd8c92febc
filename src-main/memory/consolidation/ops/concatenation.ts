import { concatenate } from '../bullets'
import type { ConsolidationOp, MemoryBackend, MemoryEntry, OpAbout, OpResult } from '../types'

/**
 * The entries as truncated bullets. A delete that throws ends the whole run, whatever was deleted before it; the answer of a
 * delete is not looked at: what was gone already is gone.
 */
export class ConcatenationOp implements ConsolidationOp {
  constructor(private readonly backend: MemoryBackend) {}

  async consolidate(toRemove: readonly MemoryEntry[], { category, context }: OpAbout): Promise<OpResult> {
    context.signal.throwIfAborted()
    const ids = toRemove.map((entry) => entry.id)
    const content = concatenate(toRemove)
    const summaryId = await this.backend.store({
      category,
      content,
      tags: ['consolidated', ...context.tags],
      madeOf: ids,
    })
    for (const id of ids) await this.backend.delete(id)
    return { summaryId, removedIds: ids, modeAssignments: [] }
  }
}
