import { type MemoryId, memoryId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { MemoryBackend, NewSummary } from './types'

export interface RecordedSummary {
  id: MemoryId
  summary: NewSummary
  /** The entries it replaces. */
  parts: MemoryId[]
}

/**
 * The app's backend: it writes nothing and takes down what a run wants, so that the whole of it becomes one operation of the
 * log, in one transaction, or none. An op that throws leaves nothing half done.
 */
export class RunRecorder implements MemoryBackend {
  private readonly recorded: RecordedSummary[] = []

  async store(summary: NewSummary): Promise<MemoryId> {
    const id = memoryId.parse(uuidv7())
    this.recorded.push({ id, summary, parts: [] })
    return id
  }

  /** False for an entry that no summary was made of, or that is replaced already. */
  async delete(id: MemoryId): Promise<boolean> {
    const summary = this.recorded.findLast(({ summary }) => summary.madeOf.includes(id))
    if (!summary || this.recorded.some(({ parts }) => parts.includes(id))) return false
    summary.parts.push(id)
    return true
  }

  /** Those that replace something. */
  summaries(): RecordedSummary[] {
    return this.recorded.filter(({ parts }) => parts.length > 0)
  }
}
