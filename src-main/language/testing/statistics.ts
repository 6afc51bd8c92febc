import type { TermStatistics } from '../term-statistics'
import { words } from '../words'

/** Statistics of a person who wrote exactly these messages. */
export function statisticsOf(texts: readonly string[]): TermStatistics {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of new Set(words(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { documents: texts.length, frequency: (word) => counts.get(word) ?? 0 }
}

/** A person of whom nothing is known yet. */
export const NOTHING_KNOWN: TermStatistics = { documents: 0, frequency: () => 0 }
