/**
 * The room that erased rows took. PostgreSQL gives it to other rows and leaves the bytes in place until then: in its tables, in
 * what the planner knows of them, and in the write-ahead log. So after something was erased for good, tables that hold words are
 * written anew, and the log up to then is dropped. That takes as long as reading the store through: it is done when nobody is
 * there, before the next backup at the latest (a backup is of pages), and what is due is written down beside the database.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './backup/chunks'
import type { Statements } from './connection'

const FILE = 'overwrite.json'

/** Since when room has to be written over, milliseconds; null: nothing was erased since it was done last. */
export function overwriteDue(storeDir: string): number | null {
  try {
    const at: unknown = JSON.parse(readFileSync(join(storeDir, FILE), 'utf8'))
    return typeof at === 'number' ? at : 0
  } catch {
    // What is there and cannot be read was begun to be written: it is due.
    return existsSync(join(storeDir, FILE)) ? 0 : null
  }
}

/** Written down before anything is erased, so that a crash in between forgets nothing. */
export function noteOverwriteDue(storeDir: string, now: number): void {
  writeDurably(join(storeDir, FILE), `${now}\n`)
}

/** @param since what `overwriteDue` said before it began: what was erased meanwhile is still due */
export function noteOverwritten(storeDir: string, since: number): void {
  if (overwriteDue(storeDir) === since) rmSync(join(storeDir, FILE), { force: true })
}

/** All steps of it, if any is due; false if none is. */
export async function overwriteAll(storeDir: string, step: (at: number) => Promise<boolean>): Promise<boolean> {
  const since = overwriteDue(storeDir)
  if (since === null) return false
  for (let at = 0; await step(at); at++);
  noteOverwritten(storeDir, since)
  return true
}

/** What holds no words: vectors, and numbers. They are the largest. */
const WORDLESS = ['message_embeddings', 'message_passages', 'search_vectors']

/**
 * One step of it: a table, and at the end what the planner knows, and the log. Between two steps others have their turn.
 * @param db with the owner's rights
 * @param dataDir where the database lies; null: in memory
 * @param checkpoint makes one and syncs the files
 * @returns whether there is another step
 */
export async function overwriteStep(
  db: Statements,
  dataDir: string | null,
  checkpoint: () => Promise<void>,
  step: number,
): Promise<boolean> {
  const { rows } = await db.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND c.relname <> ALL ('{${WORDLESS.join(',')}}') ORDER BY 1`)
  const table = rows[step]?.name
  if (table !== undefined) {
    await db.exec(`VACUUM (FULL, ANALYZE) "${table}"`)
    return true
  }
  // Frequent values of columns are kept here, texts among them.
  await db.exec('VACUUM FULL pg_catalog.pg_statistic')
  if (dataDir !== null) await dropLog(db, dataDir, checkpoint)
  return false
}

/** More files of the log than there ever are. */
const MOST_FILES = 64

/** Used files of the log are kept under the names of those to come, with what is in them: these are used up, and dropped. */
async function dropLog(db: Statements, dataDir: string, checkpoint: () => Promise<void>): Promise<void> {
  await db.exec('SET wal_recycle = off')
  try {
    for (let i = 0; i < MOST_FILES; i++) {
      // A file in which nothing was written is not left.
      await db.query("SELECT pg_logical_emit_message(false, 'catchment', '')")
      await db.query('SELECT pg_switch_wal()')
      const { rows } = await db.query<{ name: string }>(
        "SELECT pg_walfile_name(pg_current_wal_insert_lsn() + 1) AS name, pg_logical_emit_message(false, 'catchment', '')",
      )
      const present = rows[0]?.name ?? ''
      const files = readdirSync(join(dataDir, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
      if (!files.some((name) => name > present)) break
    }
    await checkpoint()
  } finally {
    await db.exec('RESET wal_recycle')
  }
}
