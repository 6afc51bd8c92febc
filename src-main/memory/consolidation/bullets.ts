import { cutGraphemes } from '../../language/graphemes'
import { BULLET_LENGTH } from './constants'
import type { MemoryEntry } from './types'

const MARK = '- '

/** On one line, at most `BULLET_LENGTH` graphemes. `whole`: nothing was cut off. */
export function bulletOf(text: string): { line: string; whole: boolean } {
  const flat = text.replace(/\s+/gu, ' ').trim()
  const line = cutGraphemes(flat, BULLET_LENGTH)
  return { line: MARK + line, whole: line === flat }
}

/** A text that is bullets already, as a summary is, keeps its lines; any other becomes one. */
function bulletsOf(text: string): { line: string; whole: boolean }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const listed = lines.length > 1 && lines.every((line) => line.startsWith(MARK))
  return listed ? lines.map((line) => bulletOf(line.slice(MARK.length))) : [bulletOf(text)]
}

/** Entries one below the other, each truncated. */
export function concatenate(entries: readonly MemoryEntry[]): string {
  return entries.flatMap((entry) => bulletsOf(entry.content).map(({ line }) => line)).join('\n')
}

/** Entries that a truncated concatenation says in full. */
export function sayableInFull(entries: readonly MemoryEntry[]): MemoryEntry[] {
  return entries.filter((entry) => bulletsOf(entry.content).every(({ whole }) => whole))
}
