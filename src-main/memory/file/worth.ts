/** When the file is written anew: daily, when asked, and when enough changed. */
import type { MemoryId } from '@shared/ids'
import type { MemoryView } from '@shared/memory'
import { candidatesOf } from './candidates'

/** So many changes among entries that are not in the file and have no claim to it are enough, too. */
export const ENOUGH_CHANGES = 20
export const REBUILD_EVERY_MS = 24 * 3_600_000

/**
 * Whether a change concerns the file at once: an entry that stands in it changed or is gone, or one that would stand in it
 * in full came up (a person's words, a preference, a value of KEEP).
 */
export function concernsFile(
  changes: { memories: readonly MemoryView[]; removed: readonly MemoryId[] },
  standsInFile: ReadonlySet<MemoryId>,
): boolean {
  if (changes.removed.some((id) => standsInFile.has(id))) return true
  if (changes.memories.some(({ id }) => standsInFile.has(id))) return true
  const { preferences, tasks, insights } = candidatesOf(changes.memories)
  return preferences.length > 0 || [...tasks, ...insights].some(({ from }) => from === 'full')
}
