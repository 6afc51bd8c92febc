import { MEMORY_CATEGORIES } from '@shared/memory'
import type { EntrySelector, MemoryEntry, SelectionGroup } from '../types'
import { type Likeness, topicsOf } from './topics'

export type GroupBy = 'category' | 'category_and_topic'

export type HighestRelevanceOptions =
  | { groupBy?: 'category' }
  /** `likeness` says how alike two vectors are; from `threshold` on they are about one thing. */
  | { groupBy: 'category_and_topic'; likeness: Likeness; threshold: number }

/**
 * Groups by category, or by topic within each category; leaves groups of fewer than `groupThreshold` alone; keeps the entry of
 * the highest relevance (null counts as 0), of equals the newest, of those the one with the larger id. The same groups in the
 * same order whatever order the entries come in.
 */
export class HighestRelevanceSelector implements EntrySelector {
  constructor(
    private readonly groupThreshold: number,
    private readonly options: HighestRelevanceOptions = {},
  ) {}

  select(entries: readonly MemoryEntry[]): SelectionGroup[] {
    return MEMORY_CATEGORIES.flatMap((category) =>
      this.groupsIn(entries.filter((entry) => entry.category === category).sort(byAge)),
    )
  }

  private groupsIn(entries: readonly MemoryEntry[]): SelectionGroup[] {
    const { options } = this
    const groups = options.groupBy === 'category_and_topic' ? topicsOf(entries, options) : [entries]
    return groups.flatMap((group) => {
      const [first, ...others] = group
      if (!first || group.length < this.groupThreshold || others.length === 0) return []
      const kept = group.reduce((best, entry) => (outranks(entry, best) ? entry : best), first)
      return [{ category: first.category, kept, toRemove: group.filter((entry) => entry !== kept) }]
    })
  }
}

const byAge = (a: MemoryEntry, b: MemoryEntry): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

/** Called from old to new: of equals the later one wins. */
const outranks = (entry: MemoryEntry, best: MemoryEntry): boolean =>
  (entry.relevanceScore ?? 0) >= (best.relevanceScore ?? 0)
