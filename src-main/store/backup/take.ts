import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { attachedPaths, FILES, IN_BACKUP } from '../attached'
import type { Statements } from '../connection'
import { POSTGRES_MAJOR } from '../folder'
import { MISSING_ROWS, type MissingRows, missingInWords } from '../missing-rows'
import { makePrivateDir } from '../private-files'
import { type BackupFiles, type BackupHeader, type BackupReason, backupsIn, chunksIn, writeBackup } from './catalogue'
import { CHUNK_BYTES, type ChunkStore } from './chunks'
import { isSame, readFacts } from './facts'

export interface TakeOptions {
  place: string
  reason: BackupReason
  /** Milliseconds. */
  at: number
  /** Also if nothing changed since the newest one. */
  always: boolean
}

/** What PostgreSQL makes anew by itself, or what only a running one needs. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_stat_tmp\/.*|.*\/pg_internal\.init|pg_internal\.init|.*pgsql_tmp.*|pg_stat\/.*)$/

/**
 * Backs a database up from the thread that runs it: nothing writes meanwhile, so that after a checkpoint its files are one
 * state. Answers the newest backup instead if it holds the same already.
 * @param db with the owner's rights
 * @param checkpoint makes one and syncs the files
 */
export async function takeBackup(
  db: Statements,
  dataDir: string,
  checkpoint: () => Promise<void>,
  { place, reason, at, always }: TakeOptions,
): Promise<BackupHeader> {
  const facts = await readFacts(db)
  await refuseMissing(db)
  const newest = backupsIn(place).find((backup) => backup.failure === null)
  if (newest && !always && isSame(newest.facts, facts)) return newest
  await checkpoint()
  const log = await neededLog(db)
  const { rows } = await db.query<{ name: string }>('SELECT max(name) AS name FROM schema_migrations')
  makePrivateDir(place)
  const chunks = chunksIn(place)
  const id = `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(2).toString('hex')}`
  try {
    const files = readFiles(dataDir, chunks, id, log)
    files.files.push(...readAttached(dirname(dataDir), chunks, id))
    const addedBytes = chunks.finish()
    return writeBackup(
      place,
      {
        catchment: 'backup',
        format: 1,
        id,
        ts: at,
        reason,
        postgres: POSTGRES_MAJOR,
        schema: rows[0]?.name ?? '',
        facts,
        bytes: files.files.reduce((sum, file) => sum + file.bytes, 0),
        addedBytes,
        verifiedAt: null,
        failure: null,
      },
      files,
    )
  } catch (error) {
    chunks.abandon()
    throw error
  }
}

/**
 * What lost rows without a word is no backup to go back to, and must not take the place of one.
 * @throws CatchmentError `store_damaged`
 */
async function refuseMissing(db: Statements): Promise<void> {
  // Before a migration the tables are those of an older version: one that is not there yet tells nothing.
  const { rows } = await db.query<MissingRows>(MISSING_ROWS).catch((error: unknown) => {
    if (isUnknownName(error)) return { rows: [] }
    throw error
  })
  const missing = missingInWords(rows[0])
  if (missing !== null) throw new CatchmentError('store_damaged', missing)
}

/** A table or a column that this version of the schema does not have. */
const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703')

/** The part of the write-ahead log that opening needs: from the checkpoint to its end. */
interface NeededLog {
  /** First and last file's name, and within them the first and last byte. */
  from: { file: string; byte: number }
  to: { file: string; byte: number }
}

async function neededLog(db: Statements): Promise<NeededLog> {
  const { rows } = await db.query<Record<'redo' | 'end', string> & Record<'redo_at' | 'end_at', number>>(`
    SELECT pg_walfile_name(c.redo_lsn) AS redo, (pg_split_walfile_name(pg_walfile_name(c.redo_lsn))).segment_number IS NOT NULL,
      mod(c.redo_lsn - '0/0'::pg_lsn, s.bytes)::int AS redo_at,
      pg_walfile_name(pg_current_wal_insert_lsn()) AS end,
      mod(pg_current_wal_insert_lsn() - '0/0'::pg_lsn, s.bytes)::int AS end_at
    FROM pg_control_checkpoint() c, (SELECT bytes_per_wal_segment::numeric AS bytes FROM pg_control_init()) s`)
  const [row] = rows
  if (!row) throw new Error('The database does not know its checkpoint.')
  return { from: { file: row.redo, byte: row.redo_at }, to: { file: row.end, byte: row.end_at } }
}

/** A page of the log; the first one of a file says whose it is. */
const LOG_PAGE = 8192

function readFiles(dataDir: string, chunks: ChunkStore, pack: string, log: NeededLog): BackupFiles {
  const folders: string[] = []
  const files: BackupFiles['files'] = []
  const entries = readdirSync(dataDir, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const absolute = join(entry.parentPath, entry.name)
    const path = relative(dataDir, absolute).split(sep).join('/')
    if (entry.isDirectory()) folders.push(path)
    if (!entry.isFile() || LEFT_OUT.test(path)) continue
    const segment = /^pg_wal\/([0-9A-F]{24})$/.exec(path)?.[1]
    if (segment !== undefined && (segment < log.from.file || segment > log.to.file)) continue
    const needed = segment === undefined ? null : rangeOf(segment, log)
    files.push({ path, bytes: statSync(absolute).size, chunks: readChunks(absolute, chunks, pack, needed) })
  }
  return { folders: folders.sort(), files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** What is attached to messages lies beside the database; its names are its checksums, so the order tells nothing. */
function readAttached(storeDir: string, chunks: ChunkStore, pack: string): BackupFiles['files'] {
  return attachedPaths(storeDir).map((path) => {
    const absolute = join(storeDir, FILES, path)
    return { path: IN_BACKUP + path, bytes: statSync(absolute).size, chunks: readChunks(absolute, chunks, pack, null) }
  })
}

function rangeOf(segment: string, log: NeededLog): { from: number; to: number } {
  const from = segment === log.from.file ? Math.floor(log.from.byte / LOG_PAGE) * LOG_PAGE : 0
  const to = segment === log.to.file ? Math.ceil((log.to.byte + 1) / LOG_PAGE) * LOG_PAGE : Number.POSITIVE_INFINITY
  return { from, to }
}

/** @param needed what lies outside of it, but for the first page, is taken for zeros */
function readChunks(
  path: string,
  chunks: ChunkStore,
  pack: string,
  needed: { from: number; to: number } | null,
): string[] {
  const found: string[] = []
  const file = openSync(path, 'r')
  const buffer = Buffer.alloc(CHUNK_BYTES)
  try {
    for (let at = 0; ; at += CHUNK_BYTES) {
      const read = readSync(file, buffer, 0, CHUNK_BYTES, at)
      if (read === 0) return found
      if (needed)
        for (let page = 0; page < read; page += LOG_PAGE) {
          const start = at + page
          if (start !== 0 && (start + LOG_PAGE <= needed.from || start >= needed.to))
            buffer.fill(0, page, page + LOG_PAGE)
        }
      found.push(chunks.add(buffer.subarray(0, read), pack))
    }
  } finally {
    closeSync(file)
  }
}
