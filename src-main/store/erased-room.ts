/**
 * The room that erased rows took. PostgreSQL gives it to other rows and leaves the bytes in place until then: in its tables, in
 * what the planner knows of them, and in the write-ahead log. So after something was erased for good, tables that hold words are
 * written anew, and the log up to then is dropped. That takes as long as reading the store through: it is done when nobody is
 * there, and what is due is written down beside the database. A backup does not wait for it (`noteErasedIn`).
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from './backup/chunks'
import type { Statements } from './connection'

const FILE = 'overwrite.json'

/** A number alone is what earlier versions wrote. */
const schema = z.union([
  z.object({ at: z.number(), id: z.string() }),
  z.number().transform((at) => ({ at, id: String(at) })),
])
type Due = z.infer<typeof schema>

function due(storeDir: string): Due | null {
  const path = join(storeDir, FILE)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return null
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // What is there and cannot be read was begun to be written: it is due.
    return { at: stat.mtimeMs, id: '' }
  }
}

/** Since when room has to be written over, milliseconds: the first erasure since it was done last; null: there was none. */
export const overwriteDue = (storeDir: string): number | null => due(storeDir)?.at ?? null

/** Each note has a name of its own: an overwrite that began at an earlier one does not clear it. */
function note(storeDir: string, now: number): void {
  const at = Math.min(now, overwriteDue(storeDir) ?? now)
  writeDurably(join(storeDir, FILE), `${JSON.stringify({ at, id: randomUUID() })}\n`)
}

/**
 * Does what erases. It is noted before, so that a crash in between forgets nothing, and again at its end: an overwrite that began
 * meanwhile has passed tables from which rows went after it. On a server its keeper sees to the files.
 */
export async function erasing<T>(
  { storeDir, server }: { storeDir: string; server: string | null },
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  if (server !== null) return work()
  note(storeDir, now)
  try {
    return await work()
  } finally {
    note(storeDir, now)
  }
}

/** @param goOn asked after each step: false leaves the rest for the next time; false if nothing was due */
export type Overwrite = (goOn?: () => boolean) => Promise<boolean>

/**
 * All steps of it, if any is due. One that was left in the middle goes on where it was, unless more was erased since. Called again
 * meanwhile it waits for its turn.
 */
export function overwriting(storeDir: string, step: (at: number) => Promise<boolean>): Overwrite {
  let begun = { id: '', next: 0 }
  let running: Promise<unknown> = Promise.resolve()
  async function once(goOn: () => boolean): Promise<boolean> {
    const since = due(storeDir)
    if (since === null) return false
    if (begun.id !== since.id || since.id === '') begun = { id: since.id, next: 0 }
    while (await step(begun.next)) {
      begun.next++
      if (!goOn()) return true
    }
    begun = { id: '', next: 0 }
    if (due(storeDir)?.id === since.id) rmSync(join(storeDir, FILE), { force: true })
    return true
  }
  return (goOn = () => true) => {
    const done = running.then(() => once(goOn))
    running = done.catch(() => undefined)
    return done
  }
}

/** What holds no words: vectors, and numbers. They are the largest. */
const WORDLESS = ['message_embeddings', 'message_passages', 'search_vectors']

/** So much of the log is written between two checkpoints at most, but for one table: it makes none by itself. */
const LOG_BYTES = 32 * 2 ** 20

/**
 * One step of it: a table, then its statistics and a checkpoint if much was written, and so on; then what the planner knows, then a
 * file of the log each. Between two steps others have their turn. A table is no smaller step: PostgreSQL writes it anew with all its
 * indexes at once or not at all, and while it does so it is asked nothing else and cannot be interrupted.
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
  const last = 2 * rows.length
  if (step > last) return dataDir !== null && leaveLogFile(db, dataDir, checkpoint, step - last)
  const table = rows[Math.floor(step / 2)]?.name
  if (table !== undefined && step % 2 === 0) {
    await db.exec(`VACUUM FULL "${table}"`)
    return true
  }
  // Frequent values of columns are kept in the planner's table, texts among them.
  await db.exec(table === undefined ? 'VACUUM FULL pg_catalog.pg_statistic' : `ANALYZE "${table}"`)
  const { rows: written } = await db.query<{ much: boolean }>(
    `SELECT pg_current_wal_insert_lsn() - redo_lsn > ${LOG_BYTES} AS much FROM pg_control_checkpoint()`,
  )
  if (written[0]?.much) await dropping(db, checkpoint)
  return true
}

/** A checkpoint after which used files of the log are gone; otherwise they are kept under the names of those to come. */
async function dropping(db: Statements, checkpoint: () => Promise<void>): Promise<void> {
  await db.exec('SET wal_recycle = off')
  try {
    await checkpoint()
  } finally {
    await db.exec('RESET wal_recycle')
  }
}

/** More files of the log than there ever are. */
const MOST_FILES = 128

/**
 * Used files of the log are kept under the names of those to come, with what is in them: each is gone through, and when there is none
 * left all of them are dropped.
 * @returns whether there may be another
 */
async function leaveLogFile(
  db: Statements,
  dataDir: string,
  checkpoint: () => Promise<void>,
  nth: number,
): Promise<boolean> {
  const files = new Set(readdirSync(join(dataDir, 'pg_wal')))
  // A file in which nothing was written is not left.
  await db.query("SELECT pg_logical_emit_message(false, 'catchment', '')")
  await db.query('SELECT pg_switch_wal()')
  const { rows } = await db.query<{ name: string }>(
    "SELECT pg_walfile_name(pg_current_wal_insert_lsn() + 1) AS name, pg_logical_emit_message(false, 'catchment', '')",
  )
  if (files.has(rows[0]?.name ?? '') && nth < MOST_FILES) return true
  await dropping(db, checkpoint)
  return false
}
