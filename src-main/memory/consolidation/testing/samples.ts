/** A plain backend, a scripted model and entries with readable ids. */
import { type MemoryId, memoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'
import type { ConsolidationContext, MemoryBackend, MemoryEntry, NewSummary, SummaryModel, WriteRequest } from '../types'

/** `entryId(7)` ends with 7. */
export const entryId = (n: number): MemoryId => memoryId.parse(`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)

/** Summaries are numbered from 901 on. */
export const summaryId = (n: number): MemoryId => entryId(900 + n)

export function entry(
  n: number,
  content: string,
  more: { category?: MemoryCategory; relevance?: number | null; day?: number; vector?: Float32Array } = {},
): MemoryEntry {
  return {
    id: entryId(n),
    category: more.category ?? 'preference',
    content,
    relevanceScore: more.relevance ?? null,
    createdAt: Date.UTC(2026, 0, more.day ?? n),
    vector: more.vector ?? null,
  }
}

/** What a delete of an entry comes to; by default true. */
export type DeleteOutcome = 'false' | Error

export class PlainBackend implements MemoryBackend {
  readonly stored: NewSummary[] = []
  readonly deleted: MemoryId[] = []

  constructor(private readonly outcomes: Readonly<Record<number, DeleteOutcome>> = {}) {}

  async store(summary: NewSummary): Promise<MemoryId> {
    this.stored.push(summary)
    return summaryId(this.stored.length)
  }

  async delete(id: MemoryId): Promise<boolean> {
    const outcome = this.outcomes[Number(id.slice(-12))]
    if (outcome instanceof Error) throw outcome
    if (outcome === 'false') return false
    this.deleted.push(id)
    return true
  }
}

/** Answers by a function of what it is shown; remembers what it was asked. */
export class ScriptedModel implements SummaryModel {
  readonly asked: WriteRequest[] = []

  constructor(private readonly answer: (material: string) => string | Error) {}

  async write(request: WriteRequest): Promise<string> {
    this.asked.push(request)
    const answer = this.answer(request.material)
    if (answer instanceof Error) throw answer
    return answer
  }
}

export function contextFor(more: Partial<ConsolidationContext> = {}): ConsolidationContext & { faults: unknown[] } {
  const faults: unknown[] = []
  return {
    signal: new AbortController().signal,
    trajectory: [],
    tags: [],
    onFault: (error) => faults.push(error),
    ...more,
    faults,
  }
}
