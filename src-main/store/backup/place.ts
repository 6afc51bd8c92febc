import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { overwriteDue } from '../erased-room'
import { backupsDir } from '../folder'
import { writeDurably } from './chunks'
import { type Erasure, withErasure } from './thinning'

/** Beside the database and not in it: a damaged one must not hide where its backups are. */
const FILE = 'backups.json'
const schema = z.object({
  place: z.string().min(1).nullable(),
  /** Where backups were kept before; what lies there still holds what was said then. */
  earlier: z.array(z.string().min(1)).default([]),
  /** What was erased for good: backups that hold it are dropped by the day that was said then. A number alone is both times of it. */
  erased: z
    .array(z.union([z.number().transform((at) => ({ at, upTo: at })), z.object({ at: z.number(), upTo: z.number() })]))
    .default([]),
})
type Known = z.infer<typeof schema>

function read(storeDir: string): Known {
  try {
    return schema.parse(JSON.parse(readFileSync(join(storeDir, FILE), 'utf8')))
  } catch {
    return { place: null, earlier: [], erased: [] }
  }
}

function write(storeDir: string, { erased, ...known }: Known): void {
  const written = { ...known, erased: erased.map((one) => (one.at === one.upTo ? one.at : one)) }
  writeDurably(join(storeDir, FILE), `${JSON.stringify(written)}\n`)
}

/** The folder that holds the store's backups: in the store's own, or where a person put it. */
export const backupPlace = (storeDir: string): string => read(storeDir).place ?? backupsDir(storeDir)

/** Where the store's backups are and were kept, the present place first. */
export function backupPlaces(storeDir: string): string[] {
  const { place, earlier } = read(storeDir)
  const now = place ?? backupsDir(storeDir)
  return [now, ...earlier.filter((one) => one !== now)]
}

/** @param place null: the store's own folder again */
export function setBackupPlace(storeDir: string, place: string | null): void {
  write(storeDir, { ...read(storeDir), place, earlier: backupPlaces(storeDir) })
}

/** When something was erased for good of which older backups still have to be dropped. */
export const erasures = (storeDir: string): readonly Erasure[] => read(storeDir).erased

export function setErasures(storeDir: string, erased: readonly Erasure[]): void {
  const known = read(storeDir)
  if (erased.length > 0 || known.erased.length > 0) write(storeDir, { ...known, erased: [...erased] })
}

/**
 * To be called for every copy that is made of the store's files. As long as what was erased is not written over in them, the copy
 * holds it: it is written down that this copy as well has to go by the day that was said.
 * @param at the copy's own time, or later
 */
export function noteErasedIn(storeDir: string, at: number): void {
  const since = overwriteDue(storeDir)
  if (since !== null) setErasures(storeDir, withErasure(erasures(storeDir), { at: since, upTo: Math.max(since, at) }))
}
