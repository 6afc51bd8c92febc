/** The bounded rendering of MEMORY.md: pure, and never above 2,000 tokens whatever comes in. */
import { COMPRESSION_LEVELS, type CompressionLevel, type MemoryCategory, type MemoryView } from '@shared/memory'
import { countTokens, cutTokens } from '../../language/tokens'
import { type Candidate, candidatesOf } from './candidates'
import { flat, writeLine } from './line'
import {
  type Budgets,
  type Compress,
  DEFAULT_BUDGETS,
  type FileLine,
  type FileSection,
  MAX_FILE_TOKENS,
  MAX_TASKS,
  type RecentTalk,
  SECTIONS,
  type SectionKey,
} from './types'

export interface RenderInput {
  /** Standing entries, in any order. */
  entries: readonly MemoryView[]
  /** Closed segments, newest first. */
  recent: readonly RecentTalk[]
  compress: Compress
  /** Written into the file, so that a text somebody still has open says which rendering it comes from. */
  version: number
  budgets?: Budgets
}

export interface Rendering {
  text: string
  /** Of the whole text, by o200k_base. Never above `MAX_FILE_TOKENS`. */
  tokens: number
  version: number
  sections: FileSection[]
  /** How many candidates of each section were looked at, best first. */
  lookedAt: Readonly<Record<SectionKey, number>>
}

/** A single entry takes at most this share of its section, so that one long entry never displaces the others. */
const MAX_SHARE = 1 / 4
/** A section with less room than this is full. */
const LEAST_ROOM = 6
/** After so many candidates that did not fit, the rest are not looked at. */
const MAX_MISSES = 25
/** “- a” and its line break. */
const LEAST_LINE = 3
const budgetUpTo = (last: SectionKey, budgets: Budgets): number => {
  const upTo = SECTIONS.findIndex(({ key }) => key === last) + 1
  return SECTIONS.slice(0, upTo).reduce((sum, { key }) => sum + budgets[key], 0)
}
/** Of each kind, how many of the best entries are read. */
type LookedAt = Readonly<Record<MemoryCategory, number>>

/** Of each kind, so many entries can be looked at and no more, whatever they say. */
export function mostLookedAt(budgets: Budgets = DEFAULT_BUDGETS): LookedAt {
  const lookedAt = (key: SectionKey): number => Math.ceil(budgetUpTo(key, budgets) / LEAST_LINE) + MAX_MISSES
  const insights = lookedAt('insights')
  return {
    preference: lookedAt('preferences'),
    task: MAX_TASKS + MAX_MISSES,
    insight: insights,
    fact: insights,
    chitchat: insights,
  }
}

/** Of each kind, so many are read at first: entries of a usual length fill every section before. */
const USUALLY_ENOUGH = 120
export const usuallyLookedAt = (most: LookedAt): LookedAt => ({
  preference: Math.min(most.preference, USUALLY_ENOUGH),
  task: Math.min(most.task, USUALLY_ENOUGH),
  insight: Math.min(most.insight, USUALLY_ENOUGH),
  fact: Math.min(most.fact, USUALLY_ENOUGH),
  chitchat: Math.min(most.chitchat, USUALLY_ENOUGH),
})

/**
 * Whether a rendering of so many of each kind is that of all: the best of a section are among the best of its kinds, so what
 * was not read comes behind as many candidates as were read of one kind.
 */
export const isOfTheBest = ({ lookedAt }: Pick<Rendering, 'lookedAt'>, read: LookedAt): boolean =>
  lookedAt.preferences <= read.preference &&
  lookedAt.tasks <= read.task &&
  lookedAt.insights <= Math.min(read.insight, read.fact, read.chitchat)

/**
 * Renders the file: each section to its budget, best entries first, what a section leaves unused flows down to the next.
 * The whole is counted after rendering and cut at entry boundaries from the end, then at graphemes.
 */
export function renderMemoryFile({
  entries,
  recent,
  compress,
  version,
  budgets = DEFAULT_BUDGETS,
}: RenderInput): Rendering {
  const candidates = candidatesOf(entries)
  // The head of the file is paid for by its first section.
  let spare = -countTokens(headText(version))
  const lookedAt: Record<SectionKey, number> = { preferences: 0, tasks: 0, insights: 0, recent: 0 }
  const sections = SECTIONS.map(({ key }): FileSection => {
    const budget = budgets[key]
    const most = Math.floor(budget * MAX_SHARE)
    const forms =
      key === 'recent'
        ? recent.map((talk) => () => recentLine(talk, most))
        : candidates[key].map((c) => (room: number) => entryLine(c, key, { most, room, compress }))
    const { section, seen } = filled(key, forms, budget + spare)
    lookedAt[key] = seen
    spare += budget - section.tokens
    return section
  })
  return { ...cutToLimit(sections, version), lookedAt }
}

/** The text of the file; what `renderMemoryFile` counts. */
export function fileText(sections: readonly Pick<FileSection, 'key' | 'lines'>[], version: number): string {
  const parts = sections.map(({ key, lines }) => sectionText(key, lines))
  return `${headText(version)}${parts.join('')}`
}

export const headText = (version: number): string =>
  `# Memory\n<!-- Kept by Catchment, version ${version}. Lines you add, change or delete are taken over. -->\n`

const headingText = (key: SectionKey): string => `\n## ${SECTIONS.find((s) => s.key === key)?.heading ?? key}\n\n`

/** One section as it stands in the file, with the blank line before its heading. */
export const sectionText = (key: SectionKey, lines: readonly FileLine[]): string =>
  headingText(key) + lines.map(({ line }) => `${line}\n`).join('')

type Form = (room: number) => { line: FileLine; tokens: number } | null

function filled(key: SectionKey, forms: readonly Form[], budget: number): { section: FileSection; seen: number } {
  let tokens = countTokens(headingText(key))
  const lines: FileLine[] = []
  const standing = new Set<string>()
  let misses = 0
  let seen = 0
  for (const form of forms) {
    const room = budget - tokens
    if (room < LEAST_ROOM || misses >= MAX_MISSES || (key === 'tasks' && lines.length >= MAX_TASKS)) break
    seen += 1
    const made = form(room)
    if (made === null || made.tokens > room || standing.has(made.line.line)) {
      misses += 1
      continue
    }
    standing.add(made.line.line)
    lines.push(made.line)
    tokens += made.tokens
  }
  return { section: { key, lines, tokens }, seen }
}

const lineTokens = (line: string): number => countTokens(`${line}\n`)

/** No tokenizer in use needs fewer tokens for more text than this: what is longer is not even counted. */
const CHARACTERS_PER_TOKEN = 24

/** An entry at the longest level that stays within its share of the section and, if it is KEEP, within the room left. */
function entryLine(
  { entry, from }: Candidate,
  key: SectionKey,
  { most, room, compress }: { most: number; room: number; compress: Compress },
): ReturnType<Form> {
  const value = key === 'insights' ? (entry.value?.score ?? null) : null
  const written = (text: string): string => writeLine(text, { checkbox: key === 'tasks', value })
  const limit = from === 'full' ? Math.min(most, room) : most
  const made = (line: string, level: CompressionLevel, tokens: number) => ({
    line: {
      source: { kind: 'memory' as const, id: entry.id },
      line,
      level,
      category: entry.category,
      valued: value !== null,
      sensitive: entry.accessTier === 'SENSITIVE',
    },
    tokens,
  })
  let shortest = ''
  for (const level of COMPRESSION_LEVELS.slice(COMPRESSION_LEVELS.indexOf(from))) {
    const text = flat(level === 'full' ? entry.content : compress(entry.content, level))
    if (text === '') continue
    if (shortest === '' || text.length < shortest.length) shortest = text
    if (text.length > limit * CHARACTERS_PER_TOKEN) continue
    const line = written(text)
    const tokens = lineTokens(line)
    if (tokens <= limit) return made(line, level, tokens)
  }
  const line = cutToFit(shortest, limit, written)
  return line === null ? null : made(line, 'keywords', lineTokens(line))
}

/** Recent Context quotes a segment's title and as much of its synopsis as its share allows. */
function recentLine({ id, title, synopsis, sensitive }: RecentTalk, most: number): ReturnType<Form> {
  const text = flat(synopsis === '' || synopsis === title ? title : `${title} – ${synopsis}`)
  const whole = writeLine(text, { checkbox: false, value: null })
  const fits = text !== '' && text.length <= most * CHARACTERS_PER_TOKEN && lineTokens(whole) <= most
  const line = fits ? whole : cutToFit(text, most, (t) => writeLine(t, { checkbox: false, value: null }))
  if (line === null) return null
  const level = fits ? 'full' : 'summary'
  return {
    line: { source: { kind: 'segment', id }, line, level, category: null, valued: false, sensitive },
    tokens: lineTokens(line),
  }
}

/** A text cut between graphemes so that its line has at most `limit` tokens; null if nothing is left of it. */
function cutToFit(text: string, limit: number, written: (text: string) => string): string | null {
  // What stands around the text: bullet, checkbox, value, ellipsis.
  const around = lineTokens(written('…'))
  for (let most = limit - around; most > 0; most -= 1) {
    const cut = cutTokens(text, most)
    if (cut === '') return null
    const line = written(cut === text ? text : `${cut}…`)
    if (lineTokens(line) <= limit) return line
  }
  return null
}

/** Parts can take a few tokens more together than each for itself. */
function cutToLimit(sections: FileSection[], version: number): Omit<Rendering, 'lookedAt'> {
  const kept = sections.map((section) => ({ ...section, lines: [...section.lines] }))
  let text = fileText(kept, version)
  let tokens = countTokens(text)
  while (tokens > MAX_FILE_TOKENS) {
    const last = kept.findLast((section) => section.lines.length > 0)
    if (!last) break
    last.lines.pop()
    last.tokens = countTokens(sectionText(last.key, last.lines))
    text = fileText(kept, version)
    tokens = countTokens(text)
  }
  if (tokens > MAX_FILE_TOKENS) {
    text = cutTokens(text, MAX_FILE_TOKENS)
    tokens = countTokens(text)
  }
  return { text, tokens, version, sections: kept }
}
