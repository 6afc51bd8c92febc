/** Which category a line belongs to, by where it stands. */
import type { MemoryCategory } from '@shared/memory'
import type { Item } from './parse'

/** Words of headings people write, in the languages the app is tried in; the first that fits decides. */
const HEADINGS: readonly [RegExp, MemoryCategory][] = [
  [
    /task|to-?\s?do|action|pending|open (?:loop|end|question|item)|next step|goal|plan|remind|aufgabe|tâche|tarea|vorhaben/iu,
    'task',
  ],
  [/prefer|like|style|habit|about me|personal|profile|vorlieb|préféren|gewohnheit/iu, 'preference'],
  [/insight|lesson|learn|decision|decided|reflect|takeaway|erkenntnis|entscheidung|apprentissage|lecci/iu, 'insight'],
]

/** The category a heading speaks of; the innermost that speaks of one decides, null if none does. */
export function categoryOfHeadings(headings: readonly string[]): MemoryCategory | null {
  for (const heading of [...headings].reverse()) {
    const found = HEADINGS.find(([pattern]) => pattern.test(heading))
    if (found) return found[1]
  }
  return null
}

/** What an item is by its place in the file; null where its place says nothing. */
export function categoryOfItem({ section, headings }: Pick<Item, 'section' | 'headings'>): MemoryCategory | null {
  if (section === 'preferences') return 'preference'
  if (section === 'tasks') return 'task'
  if (section === 'insights') return 'insight'
  return section === null ? categoryOfHeadings(headings) : null
}
