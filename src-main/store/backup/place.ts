import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { backupsDir } from '../folder'
import { writeDurably } from './chunks'

/** Beside the database and not in it: a damaged one must not hide where its backups are. */
const FILE = 'backups.json'
const schema = z.object({
  place: z.string().min(1).nullable(),
  /** Where backups were kept before; what lies there still holds what was said then. */
  earlier: z.array(z.string().min(1)).default([]),
  /** When something was erased for good, milliseconds: older backups are dropped by the day that was said then. */
  erased: z.array(z.number()).default([]),
})
type Known = z.infer<typeof schema>

function read(storeDir: string): Known {
  try {
    return schema.parse(JSON.parse(readFileSync(join(storeDir, FILE), 'utf8')))
  } catch {
    return { place: null, earlier: [], erased: [] }
  }
}

const write = (storeDir: string, known: Known): void => writeDurably(join(storeDir, FILE), `${JSON.stringify(known)}\n`)

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
export const erasures = (storeDir: string): readonly number[] => read(storeDir).erased

export function setErasures(storeDir: string, erased: readonly number[]): void {
  const known = read(storeDir)
  if (erased.length > 0 || known.erased.length > 0) write(storeDir, { ...known, erased: [...erased] })
}
