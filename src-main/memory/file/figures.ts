/** What the window shows of the file beside its text: how full its sections are, and which entries stand in it. Pure. */
import type { MemoryFileView } from '@shared/contract/memory'
import { countTokens } from '../../language/tokens'
import { headText, sectionText } from './render'
import { type Budgets, DEFAULT_BUDGETS, type FileSection, SECTIONS } from './types'

type Sections = readonly Pick<FileSection, 'key' | 'lines'>[]

/** What each section may hold: its own budget and what those before it left (07-settled, Memory). */
export function budgetsOf(
  sections: Sections,
  version: number,
  budgets: Budgets = DEFAULT_BUDGETS,
): MemoryFileView['sections'] {
  let spare = -countTokens(headText(version))
  return SECTIONS.map(({ key, heading }) => {
    const lines = sections.find((s) => s.key === key)?.lines ?? []
    const tokens = countTokens(sectionText(key, lines))
    const room = budgets[key] + spare
    spare = room - tokens
    return { heading, budget: Math.max(room, tokens), lines: lines.length, tokens }
  })
}

/** The entries that stand in it, and at which length. */
export function placesOf(sections: Sections): MemoryFileView['places'] {
  return Object.fromEntries(
    sections.flatMap(({ lines }) =>
      lines.flatMap(({ source, level }) => (source.kind === 'memory' ? [[source.id, level] as const] : [])),
    ),
  )
}
