import type { MemoryId } from '@shared/ids'
import type { MemoryBackend, MemoryEntry } from '../types'

/** Deletes one after another; one that answers false is passed over, one that throws ends the run. What was deleted. */
export async function deleteFound(backend: MemoryBackend, entries: readonly MemoryEntry[]): Promise<MemoryId[]> {
  const removed: MemoryId[] = []
  for (const entry of entries) if (await backend.delete(entry.id)) removed.push(entry.id)
  return removed
}
