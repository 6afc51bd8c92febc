/** MEMORY.md as data: its sections, the lines in them, and what each line stands for (02-janitor-memory; 07-settled, Memory). */
import type { MemoryId, SegmentId } from '@shared/ids'
import type { CompressionLevel, MemoryCategory } from '@shared/memory'

export const FILE_NAME = 'MEMORY.md'
export const MAP_NAME = 'MEMORY.map.json'
/** The file never holds more, counted with o200k_base. */
export const MAX_FILE_TOKENS = 2_000
export const MAX_TASKS = 5

/** In the order of the file, which is the order in which unused budget flows down. */
export const SECTIONS = [
  { key: 'preferences', heading: 'Personal Preferences' },
  { key: 'tasks', heading: 'Active Tasks' },
  { key: 'insights', heading: 'Key Insights' },
  { key: 'recent', heading: 'Recent Context' },
] as const
export type SectionKey = (typeof SECTIONS)[number]['key']
/** What each section may hold, in tokens, its heading included. */
export type Budgets = Readonly<Record<SectionKey, number>>
export const DEFAULT_BUDGETS: Budgets = { preferences: 500, tasks: 800, insights: 500, recent: 200 }

/** Budgets that a person set, each in its proportion where they are more than the file holds. */
export function withinFile(wanted: Budgets): Budgets {
  const sum = SECTIONS.reduce((all, { key }) => all + wanted[key], 0)
  const share = Math.min(1, MAX_FILE_TOKENS / sum)
  const of = (key: SectionKey): number => Math.floor(wanted[key] * share)
  return { preferences: of('preferences'), tasks: of('tasks'), insights: of('insights'), recent: of('recent') }
}

/** A closed segment as Recent Context quotes it. */
export interface RecentTalk {
  id: SegmentId
  title: string
  /** Empty where something said in it was forgotten since: the synopsis may repeat it. */
  synopsis: string
  /** Personal data was found in it: it does not go to a model that is not on this machine. */
  sensitive: boolean
}

/** What a line stands for: an entry of the store, or a segment in Recent Context. */
export type LineSource = { kind: 'memory'; id: MemoryId } | { kind: 'segment'; id: SegmentId }

export interface FileLine {
  source: LineSource
  /** As it stands in the file, with its bullet and without the line break. */
  line: string
  level: CompressionLevel
  category: MemoryCategory | null
  /** `(value: 0.93)` stands at its end. */
  valued: boolean
  /** Of an entry that is `SENSITIVE`, or of a talk with personal data: it does not go to a model that is not on this machine. */
  sensitive: boolean
}

export interface FileSection {
  key: SectionKey
  lines: FileLine[]
  /** Tokens of the section with its heading. */
  tokens: number
}

/** `compressTo` of the compression capability, handed in: a text at a shorter level, never longer than it was. */
export type Compress = (text: string, level: Exclude<CompressionLevel, 'full'>) => string
