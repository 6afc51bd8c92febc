/** The order main keeps memories in, and a loaded list brought up to date in place. Pure. */
import type { MemoryId } from '@shared/ids'
import type { MemoryCategory, MemoryView } from '@shared/memory'

/** A stretch of one category's entries, best first. */
export interface MemoryPage {
  category: MemoryCategory
  memories: MemoryView[]
  /** The last entry of the category is in it. */
  complete: boolean
}

/** Pinned ones first, then by value, those without one last; among equals the newest first. */
export function bestFirst(a: MemoryView, b: MemoryView): number {
  return (
    Number(b.pinned) - Number(a.pinned) ||
    (b.value?.score ?? -1) - (a.value?.score ?? -1) ||
    Date.parse(b.createdAt) - Date.parse(a.createdAt) ||
    (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
  )
}

/**
 * Pages of standing entries after some changed and some are gone: one page per category that was begun. An entry that
 * now stands behind the last one loaded is left out and comes with its page, so that what is loaded stays the beginning
 * of main's list and the next page follows on it without a gap.
 */
export function patchPages(
  pages: readonly MemoryPage[],
  changed: readonly MemoryView[],
  removed: readonly MemoryId[],
): MemoryPage[] {
  const stale = new Set<MemoryId>([...removed, ...changed.map((memory) => memory.id)])
  const loaded = new Map<MemoryCategory, MemoryPage>()
  for (const { category, memories, complete } of pages)
    loaded.set(category, { category, memories: [...(loaded.get(category)?.memories ?? []), ...memories], complete })
  return [...loaded.values()].map(({ category, memories, complete }) => {
    const end = complete ? undefined : memories.at(-1)
    const fresh = [
      ...memories.filter((memory) => !stale.has(memory.id)),
      ...changed.filter((memory) => memory.category === category),
    ].sort(bestFirst)
    return { category, complete, memories: end ? fresh.filter((memory) => bestFirst(memory, end) <= 0) : fresh }
  })
}
