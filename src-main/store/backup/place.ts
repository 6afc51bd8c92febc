import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { backupsDir } from '../folder'
import { writeDurably } from './chunks'

/** Beside the database and not in it: a damaged one must not hide where its backups are. */
const FILE = 'backups.json'
const schema = z.object({ place: z.string().min(1).nullable() })

/** The folder that holds the store's backups: in the store's own, or where a person put it. */
export function backupPlace(storeDir: string): string {
  try {
    return schema.parse(JSON.parse(readFileSync(join(storeDir, FILE), 'utf8'))).place ?? backupsDir(storeDir)
  } catch {
    return backupsDir(storeDir)
  }
}

/** @param place null: the store's own folder again */
export function setBackupPlace(storeDir: string, place: string | null): void {
  writeDurably(join(storeDir, FILE), `${JSON.stringify({ place })}\n`)
}
