import { cutGraphemes } from '../../language/graphemes'
import { BULLET_LENGTH } from './constants'
import type { MemoryEntry } from './types'

/** On one line, at most `BULLET_LENGTH` graphemes. `whole`: nothing was cut off. */
export function bulletOf(text: string): { line: string; whole: boolean } {
  const flat = text.replace(/\s+/gu, ' ').trim()
  const line = cutGraphemes(flat, BULLET_LENGTH)
  return { line: `- ${line}`, whole: line === flat }
}

/** Entries one below the other, each truncated. */
export function concatenate(entries: readonly MemoryEntry[]): string {
  return entries.map((entry) => bulletOf(entry.content).line).join('\n')
}

/** Entries that a truncated concatenation says in full. */
export function sayableInFull(entries: readonly MemoryEntry[]): MemoryEntry[] {
  return entries.filter((entry) => bulletOf(entry.content).whole)
}
