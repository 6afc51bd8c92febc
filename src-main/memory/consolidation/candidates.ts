/** Which memories take part in a run, and which of them only to be kept. Pure, but for the pauses. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { MemoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'
import type { ConsolidationPast, MemoryWithVector, StoredMemory } from '../../store/types'
import type { Likeness } from './selectors/topics'
import type { MemoryEntry } from './types'

/** A summary as long as this is full: it stands as it is and takes nothing in. In characters. */
const FULL = 4_000
/** Entries of one category that are compared pair by pair. */
export const MOST_COMPARED = 400
const SLICE = 20_000

/**
 * Entries that are put together with others. Open tasks are not: each is to be done on its own. Nor is what was put together
 * once and taken apart by a person, or a summary that is full.
 */
export function takesPart(memory: StoredMemory, past: ConsolidationPast): boolean {
  if (memory.category === 'task' && !memory.done) return false
  return !past.refused.includes(memory.id) && memory.content.length < FULL
}

/** A person's own words, what they asked to be remembered, and what they pinned stay as they are. */
export function isProtected(memory: StoredMemory, past: ConsolidationPast): boolean {
  return memory.pinned || memory.explicit || memory.source === 'person' || past.worded.includes(memory.id)
}

/** Came after the newest summary of its category, standing or not: all older ones were looked at when that was made. */
export function isNews(memory: StoredMemory, past: ConsolidationPast): boolean {
  return memory.source !== 'consolidation' && memory.seq > (past.newestSummary[memory.category] ?? 0)
}

export const entryOf = ({ memory, vector }: MemoryWithVector): MemoryEntry => ({
  id: memory.id,
  category: memory.category,
  content: memory.content,
  relevanceScore: memory.relevanceScore,
  createdAt: Date.parse(memory.createdAt),
  vector,
})

/**
 * At most `MOST_COMPARED` entries of a category: the news, newest first, then what is most like any of it. Nothing else can
 * be put together with it. Pauses now and then.
 */
export async function neighbourhood(
  entries: readonly MemoryEntry[],
  isNew: (id: MemoryId) => boolean,
  likeness: Likeness,
): Promise<MemoryEntry[]> {
  if (entries.length <= MOST_COMPARED) return [...entries]
  const news = entries.filter((entry) => isNew(entry.id)).slice(-MOST_COMPARED / 2)
  const chosen = new Set(news)
  const others: { entry: MemoryEntry; nearest: number }[] = []
  let compared = 0
  for (const entry of entries) {
    if (chosen.has(entry) || entry.vector === null) continue
    let nearest = Number.NEGATIVE_INFINITY
    for (const { vector } of news) if (vector) nearest = Math.max(nearest, likeness(vector, entry.vector))
    others.push({ entry, nearest })
    compared += news.length
    if (compared > SLICE) {
      compared = 0
      await breathe()
    }
  }
  others.sort((a, b) => b.nearest - a.nearest)
  return [...news, ...others.slice(0, MOST_COMPARED - news.length).map(({ entry }) => entry)]
}

/** In this order, each on its own: so that the window has its turn in between. */
export function byCategory(entries: readonly MemoryWithVector[]): Map<MemoryCategory, MemoryWithVector[]> {
  const groups = new Map<MemoryCategory, MemoryWithVector[]>()
  for (const entry of entries) {
    const group = groups.get(entry.memory.category) ?? []
    group.push(entry)
    groups.set(entry.memory.category, group)
  }
  return groups
}
