/** What the file held when it was last written or read: the base of the three-way merge, kept in MEMORY.map.json. */
import { memoryId, segmentId } from '@shared/ids'
import { COMPRESSION_LEVELS, MEMORY_CATEGORIES } from '@shared/memory'
import { z } from 'zod'
import { type FileLine, SECTIONS, type SectionKey } from './types'

/** One state of the file: every line with what it stands for. */
export interface Snapshot {
  /** Of the rendering it comes from; several may: a rendering, and what a person made of it. */
  version: number
  sections: { key: SectionKey; lines: FileLine[] }[]
}

export interface FileMap {
  /** sha256 of the text of the file that was taken in or written last. */
  seen: string | null
  /** Oldest first; the last is the present state. */
  snapshots: Snapshot[]
}

const lineSchema = z.object({
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('memory'), id: memoryId }),
    z.object({ kind: z.literal('segment'), id: segmentId }),
  ]),
  line: z.string(),
  level: z.enum(COMPRESSION_LEVELS),
  category: z.enum(MEMORY_CATEGORIES).nullable(),
  valued: z.boolean(),
  sensitive: z.boolean(),
})

/** Successive states share most of their lines, so each line is written once and named by its place in the list. */
const mapSchema = z.object({
  format: z.literal(1),
  seen: z.string().nullable(),
  lines: z.array(lineSchema),
  snapshots: z.array(
    z.object({
      version: z.number().int(),
      sections: z.array(z.object({ key: z.enum(SECTIONS.map((s) => s.key)), lines: z.array(z.number().int()) })),
    }),
  ),
})

/** So many states are remembered: an editor may hold a text that is some renderings old. */
const MAX_SNAPSHOTS = 200

export const EMPTY_MAP: FileMap = { seen: null, snapshots: [] }

/** Reads the sidecar back; null if it is none: it was lost or garbled. */
export function parseMap(text: string): FileMap | null {
  const parsed = mapSchema.safeParse(json(text))
  if (!parsed.success) return null
  const { seen, lines, snapshots } = parsed.data
  const resolved = snapshots.map(({ version, sections }) => ({
    version,
    sections: sections.map((s) => ({ ...s, lines: s.lines.flatMap((at) => lines[at] ?? []) })),
  }))
  return { seen, snapshots: resolved }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Two hundred states share most of their lines, and all but the newest were written before. */
const written = new WeakMap<FileLine, string>()

function textOf(line: FileLine): string {
  const known = written.get(line)
  if (known !== undefined) return known
  const text = JSON.stringify(line)
  written.set(line, text)
  return text
}

/** The sidecar's text; `parseMap` reads it back. */
export function mapText({ seen, snapshots }: FileMap): string {
  const places = new Map<string, number>()
  const lines: FileLine[] = []
  const placeOf = (line: FileLine): number => {
    const text = textOf(line)
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, lines.length)
    return lines.push(line) - 1
  }
  const named = snapshots.map(({ version, sections }) => ({
    version,
    sections: sections.map((s) => ({ key: s.key, lines: s.lines.map(placeOf) })),
  }))
  const map: z.infer<typeof mapSchema> = { format: 1, seen, lines, snapshots: named }
  return `${JSON.stringify(map)}\n`
}

export const withSnapshot = (map: FileMap, snapshot: Snapshot, seen: string | null): FileMap => ({
  seen,
  snapshots: [...map.snapshots, snapshot].slice(-MAX_SNAPSHOTS),
})

/** How far what is missing from a text is known to have been deleted by a person. */
export type Certainty = 'known' | 'likely' | 'unknown'

/**
 * The states that a text may have been made from, newest first, and how certain that is: those of the rendering it names,
 * else the present one. Empty while there is none at all.
 */
export function basesOf(map: FileMap, version: number | null): { bases: Snapshot[]; certainty: Certainty } {
  const named = map.snapshots.filter((s) => s.version === version).reverse()
  if (named.length > 0) return { bases: named, certainty: 'known' }
  return { bases: map.snapshots.slice(-1), certainty: version === null ? 'likely' : 'unknown' }
}
