/** Which entries may stand in the file, where, in what length to begin with, and in which order. */
import type { CompressionLevel, MemoryView, RetentionTier } from '@shared/memory'
import type { SectionKey } from './types'

export interface Candidate {
  entry: MemoryView
  /** The longest level it may enter at. */
  from: CompressionLevel
}

/** At this value an insight is a key insight (seed 004). */
export const KEY_VALUE = 0.8

/**
 * The candidates of each section, best first. KEEP enters in full, SUMMARIZE as a summary behind it, ARCHIVE not at all;
 * preferences are always candidates, a pinned entry is KEEP, and “remember …” is never below SUMMARIZE (07-settled,
 * Memory). An entry that nobody scored yet counts as KEEP if a person wrote it or asked for it, else as SUMMARIZE.
 */
export function candidatesOf(entries: readonly MemoryView[]): Record<Exclude<SectionKey, 'recent'>, Candidate[]> {
  const lists: Record<Exclude<SectionKey, 'recent'>, { entry: MemoryView; tier: RetentionTier }[]> = {
    preferences: [],
    tasks: [],
    insights: [],
  }
  for (const entry of entries) {
    if (entry.forgottenAt !== null || entry.supersededBy !== null || entry.endedAt !== null) continue
    const tier = tierInFile(entry)
    const section = sectionOf(entry)
    if (section === null || (tier === 'ARCHIVE' && section !== 'preferences')) continue
    lists[section].push({ entry, tier })
  }
  const ranked = (key: Exclude<SectionKey, 'recent'>): Candidate[] =>
    lists[key]
      .sort((a, b) => TIERS[a.tier] - TIERS[b.tier] || byRank(a.entry, b.entry))
      .map(({ entry, tier }) => ({ entry, from: tier === 'KEEP' ? 'full' : 'summary' }))
  return { preferences: ranked('preferences'), tasks: ranked('tasks'), insights: ranked('insights') }
}

/** The section of an entry's category; null: it has no place in the file. */
function sectionOf({ category, done, explicit, pinned }: MemoryView): Exclude<SectionKey, 'recent'> | null {
  if (category === 'preference') return 'preferences'
  if (category === 'task') return done ? null : 'tasks'
  if (category === 'insight' || category === 'fact') return 'insights'
  return explicit || pinned ? 'insights' : null
}

function tierInFile({ pinned, value, explicit, source, category }: MemoryView): RetentionTier {
  if (pinned) return 'KEEP'
  if (value === null) return explicit || source === 'person' ? 'KEEP' : 'SUMMARIZE'
  if (explicit && value.tier === 'ARCHIVE') return 'SUMMARIZE'
  // The line of seed 004 for insights, whatever tiers they were given by.
  const key = category !== 'insight' || explicit || value.score >= KEY_VALUE
  return value.tier === 'KEEP' && !key ? 'SUMMARIZE' : value.tier
}

const TIERS: Record<RetentionTier, number> = { KEEP: 0, SUMMARIZE: 1, ARCHIVE: 2 }

/** Pinned, then by value, then what was needed last, then the newest; the id makes the order one and the same always. */
function byRank(a: MemoryView, b: MemoryView): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1
  const byValue = (b.value?.score ?? 0) - (a.value?.score ?? 0)
  if (byValue !== 0) return byValue
  return compare(b.lastAccessed ?? '', a.lastAccessed ?? '') || compare(b.createdAt, a.createdAt) || compare(a.id, b.id)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
