import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'
import { makePrivateDir } from '../private-files'
import { ChunkStore, damaged, writeDurably } from './chunks'
import { factsSchema } from './facts'

/** Why a backup was made. */
export const REASONS = ['daily', 'asked', 'migration', 'import', 'restore', 'bulk', 'erase'] as const
export type BackupReason = (typeof REASONS)[number]

export const headerSchema = z.object({
  catchment: z.literal('backup'),
  format: z.literal(1),
  id: z.string().regex(/^\d{8}-\d{6}-[0-9a-f]{4}$/),
  /** Milliseconds. */
  ts: z.number(),
  reason: z.enum(REASONS),
  postgres: z.number(),
  /** Name of the newest migration. */
  schema: z.string(),
  facts: factsSchema,
  /** SHA-256 of the list of files. */
  list: z.string(),
  bytes: z.number(),
  /** What this backup added to those before it. */
  addedBytes: z.number(),
  /** When it was opened and compared; milliseconds. */
  verifiedAt: z.number().nullable(),
  /** Why it does not count. */
  failure: z.string().nullable(),
})
export type BackupHeader = z.infer<typeof headerSchema>

const filesSchema = z.object({
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), chunks: z.array(z.string()) })),
})
export type BackupFiles = z.infer<typeof filesSchema>

const headerPath = (place: string, id: string): string => join(place, `${id}.json`)
const listPath = (place: string, id: string): string => join(place, `${id}.files.gz`)

export const chunksIn = (place: string): ChunkStore => new ChunkStore(join(place, 'packs'))

/** Every backup in `place`, newest first. What is none, or cannot be read, is left out. */
export function backupsIn(place: string): BackupHeader[] {
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readHeader(join(place, file)) ?? [])
    .sort((a, b) => b.ts - a.ts || (a.id < b.id ? 1 : -1))
}

function readHeader(path: string): BackupHeader | null {
  try {
    return headerSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** @throws CatchmentError `not_found` */
export function backupOf(place: string, id: string): BackupHeader {
  const found = backupsIn(place).find((backup) => backup.id === id)
  if (!found) throw new CatchmentError('not_found', `There is no backup “${id}” in ${place}.`)
  return found
}

/** The list first, then the header by which the backup is there. */
export function writeBackup(place: string, header: Omit<BackupHeader, 'list'>, files: BackupFiles): BackupHeader {
  makePrivateDir(place)
  const list = gzipSync(JSON.stringify(files), { level: 1 })
  const whole = { ...header, list: createHash('sha256').update(list).digest('hex') }
  writeDurably(listPath(place, header.id), list)
  writeHeader(place, whole)
  return whole
}

export function writeHeader(place: string, header: BackupHeader): void {
  writeDurably(headerPath(place, header.id), `${JSON.stringify(header)}\n`)
}

/** @throws CatchmentError `store_corrupt` */
export function filesOf(place: string, { id, list }: BackupHeader): BackupFiles {
  try {
    const bytes = readFileSync(listPath(place, id))
    if (createHash('sha256').update(bytes).digest('hex') !== list) throw damaged()
    return filesSchema.parse(JSON.parse(gunzipSync(bytes).toString('utf8')))
  } catch {
    throw damaged()
  }
}

/** Drops backups, and with them the pieces that no other one needs. */
export function dropBackups(place: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  for (const id of ids) {
    rmSync(headerPath(place, id), { force: true })
    rmSync(listPath(place, id), { force: true })
  }
  const used = new Set<string>()
  for (const header of backupsIn(place)) {
    try {
      for (const { chunks } of filesOf(place, header).files) for (const chunk of chunks) used.add(chunk)
    } catch {
      // What it needs cannot be told: nothing is dropped.
      return
    }
  }
  chunksIn(place).keepOnly(used)
}
