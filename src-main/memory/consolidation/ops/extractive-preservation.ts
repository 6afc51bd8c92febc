import { keyFactsOf } from '../key-facts'
import type { ConsolidationOp, MemoryBackend, MemoryEntry, OpAbout, OpResult } from '../types'
import { deleteFound } from './delete-found'

/**
 * What must not be reworded, word for word: key facts (names, figures, dates, code, addresses) and anchors, the places where
 * each entry begins, turns and ends. Needs no model. A delete that answers false is passed over; one that throws ends the run.
 */
export class ExtractivePreservationOp implements ConsolidationOp {
  constructor(private readonly backend: MemoryBackend) {}

  async consolidate(toRemove: readonly MemoryEntry[], { category, context }: OpAbout): Promise<OpResult> {
    context.signal.throwIfAborted()
    const summaryId = await this.backend.store({
      category,
      content: toRemove.map((entry) => preserved(entry.content)).join('\n'),
      tags: ['consolidated', ...context.tags],
      madeOf: toRemove.map((entry) => entry.id),
    })
    return { summaryId, removedIds: await deleteFound(this.backend, toRemove), modeAssignments: [] }
  }
}

function preserved(text: string): string {
  const { anchors, facts } = keyFactsOf(text)
  return [`- ${anchors.join(' … ')}`, ...(facts.length > 0 ? [`  ${facts.join(' · ')}`] : [])].join('\n')
}
