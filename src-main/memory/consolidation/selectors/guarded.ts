import type { EntrySelector, MemoryEntry, SelectionGroup } from '../types'

/** What the app asks of a group before anything is done with it. */
export interface SelectionGuard {
  /** It may be kept and is never removed. */
  protects(entry: MemoryEntry): boolean
  /** One of a group has to be; else there is nothing new to put together. */
  isNew(entry: MemoryEntry): boolean
  /** The least and the most that become one summary; the rest waits for the next round. */
  fewest: number
  most: number
}

/** Another selector's groups, but without entries that must not go, without old news, and of bounded size. */
export class GuardedSelector implements EntrySelector {
  constructor(
    private readonly inner: EntrySelector,
    private readonly guard: SelectionGuard,
  ) {}

  select(entries: readonly MemoryEntry[]): SelectionGroup[] {
    const { protects, isNew, fewest, most } = this.guard
    return this.inner.select(entries).flatMap(({ category, kept, toRemove }) => {
      const all = [kept, ...toRemove]
      // Where something has to stay anyway, that is what stays.
      const stays = protects(kept) ? kept : (toRemove.findLast(protects) ?? kept)
      const goes = [...all].filter((entry) => entry !== stays && !protects(entry)).sort(byAge)
      if (goes.length < fewest || !all.some(isNew)) return []
      return [{ category, kept: stays, toRemove: goes.slice(0, most) }]
    })
  }
}

const byAge = (a: MemoryEntry, b: MemoryEntry): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
