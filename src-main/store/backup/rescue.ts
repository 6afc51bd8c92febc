import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { CatchmentError } from '@shared/contract/errors'
import { FILES } from '../attached'
import { openStore } from '../database'
import { openingError } from '../errors'
import { databaseDir, inspectStore } from '../folder'
import { acquireLock } from '../lock'
import { checkLog } from '../log-mark'
import { makePrivate, makePrivateDir } from '../private-files'
import { advanceCounters, type Copied, copyRows, makeRoles, tablesOf } from './copy-rows'
import { deriveAnew } from './derive-anew'
import { DERIVED } from './merge'
import { putBackFolders, resetLog } from './reset-log'

export interface Rescued {
  /** By table: what was read and what could not be. */
  tables: Record<string, Copied>
  /** Files of the database that could not even be copied, and its log if that cannot be read to its end. */
  unreadableFiles: string[]
  /** Rows whose counterpart was lost and that were mended, in words. */
  mended: string[]
}

/** Made anew from the rest, which is quicker than to trust it. */
const LEFT_OUT = /^(schema_migrations|search_|bucket_profiles|pending_replies)/

/**
 * Reads what can be read of a damaged store, table by table and row by row, into a new one in `into`. The damaged store is
 * copied first and not touched: opening a database writes into it.
 * @throws CatchmentError `store_corrupt` if nothing of it opens, `conflict` if `into` is not empty
 */
export async function rescueStore(storeDir: string, into: string, say: (words: string) => void): Promise<Rescued> {
  if (!existsSync(databaseDir(storeDir))) throw new CatchmentError('not_found', `There is no store in ${storeDir}.`)
  const isMade = !existsSync(into)
  if (!isMade && (readdirSync(into).length > 0 || inspectStore(into).state !== 'new'))
    throw new CatchmentError(
      'conflict',
      `The folder ${into} is not empty. Choose a new one: nothing is ever written over.`,
    )
  const lock = acquireLock(storeDir, 'a rescue')
  const copy = join(into, '.rescue')
  try {
    makePrivateDir(into)
    const unreadableFiles = copyTree(databaseDir(storeDir), copy)
    if (!isLogWhole(storeDir)) unreadableFiles.push('the log of what was stored last')
    const source = await openDamaged(copy)
    let read: Rescued
    try {
      await (await openStore({ storeDir: into, program: 'a rescue' })).close()
      const target = await PGlite.create({ dataDir: databaseDir(into), extensions: { vector } })
      try {
        read = { ...(await copyAll(source, target, say)), unreadableFiles }
        // Where the new store takes the damaged one's place, they lie there already.
        const attached = join(storeDir, FILES)
        if (dirname(into) !== storeDir && existsSync(attached)) cpSync(attached, join(into, FILES), { recursive: true })
      } finally {
        await target.close()
      }
    } finally {
      await source.close().catch(() => undefined)
    }
    const made = await openStore({ storeDir: into, program: 'a rescue' })
    await deriveAnew(made).finally(() => made.close())
    return read
  } catch (error) {
    const told = openingError(error, into)
    // It was empty or not there before: half a store would only be in the way of the next try.
    for (const name of existsSync(into) ? readdirSync(into) : [])
      rmSync(join(into, name), { recursive: true, force: true })
    if (isMade) rmSync(into, { recursive: true, force: true })
    throw told
  } finally {
    rmSync(copy, { recursive: true, force: true })
    if (existsSync(into)) makePrivate(into)
    lock.release()
  }
}

/** Every file that can be read; the names of those that cannot. */
function copyTree(from: string, to: string): string[] {
  const unreadable: string[] = []
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, path))
    if (entry.isDirectory()) mkdirSync(target, { recursive: true, mode: 0o700 })
    else if (entry.isFile() && entry.name !== 'postmaster.pid') {
      mkdirSync(join(target, '..'), { recursive: true, mode: 0o700 })
      try {
        copyFileSync(path, target)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EIO')) throw error
        unreadable.push(relative(from, path))
      }
    }
  }
  return unreadable
}

function isLogWhole(storeDir: string): boolean {
  try {
    checkLog(storeDir)
    return true
  } catch (error) {
    if (error instanceof CatchmentError && error.code === 'store_corrupt') return false
    throw error
  }
}

/** Opens the copy; if it does not open, once more without its log, as it was at the last checkpoint. */
async function openDamaged(dataDir: string): Promise<PGlite> {
  return openToRead(dataDir).catch(async () => {
    const fresh = `${dataDir}-fresh`
    try {
      await (await PGlite.create({ dataDir: fresh })).close()
      putBackFolders(dataDir, fresh)
      resetLog(dataDir, fresh)
      return await openToRead(dataDir)
    } catch (error) {
      throw nothingOpens(error)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  })
}

async function openToRead(dataDir: string): Promise<PGlite> {
  const client = await PGlite.create({ dataDir, extensions: { vector } })
  // Indexes may be damaged as well: tables are read from end to end.
  await client.exec('SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off')
  await client.query("SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")
  // One whose file is gone fails every statement on its table, whether it would be used or not, unless it counts as not made yet.
  await client
    .exec(
      `UPDATE pg_index SET indisvalid = false WHERE indrelid IN
        (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
    )
    .catch(() => undefined)
  return client
}

const nothingOpens = (cause: unknown): CatchmentError =>
  new CatchmentError(
    'store_corrupt',
    'Nothing of this store can be opened, not even in part: what PostgreSQL needs to begin is damaged. It was left as it is. Go back to a backup: “catchment backups”, then “catchment restore ID”.',
    { cause },
  )

async function copyAll(
  source: PGlite,
  target: PGlite,
  say: (words: string) => void,
): Promise<Omit<Rescued, 'unreadableFiles'>> {
  const tables: Record<string, Copied> = {}
  await target.exec("SET session_replication_role = 'replica'")
  for (const table of await tablesOf(target)) {
    if (LEFT_OUT.test(table.name)) continue
    const copied = await copyRows(source, target, table)
    tables[table.name] = copied
    if (copied.read > 0 || copied.lost > 0) say(`${table.name}: ${copied.copied} rows, ${copied.lost} lost`)
  }
  const { messages } = tables
  if (messages) messages.lost = Math.max(messages.lost, await missedMessages(target))
  await advanceCounters(target)
  const mended: string[] = []
  for (const [words, sql] of MENDS) {
    const { affectedRows } = await target.query(sql)
    if (affectedRows) mended.push(`${affectedRows} ${words}`)
  }
  await makeRoles(target)
  await target.exec(DERIVED)
  await target.exec("SET session_replication_role = 'origin'")
  await target.exec('CHECKPOINT')
  return { tables, mended }
}

/**
 * How many messages are known of by what was made of them, and are not there: a table that was cut off reads as a shorter one,
 * without a word. Asked before what is left over is mended.
 */
async function missedMessages(target: PGlite): Promise<number> {
  const { rows } = await target.query<{ n: number }>(`
    SELECT greatest(
      (SELECT count(DISTINCT (e.user_id, e.message_id)) FROM message_embeddings e
        WHERE NOT EXISTS (SELECT FROM messages m WHERE m.user_id = e.user_id AND m.id = e.message_id)),
      (SELECT coalesce(sum(greatest(s.message_count - (SELECT count(*) FROM messages m WHERE m.user_id = s.user_id
        AND m.segment_id = s.id AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant')), 0)), 0)
        FROM continuum_segments s))::int AS n`)
  return rows[0]?.n ?? 0
}

/** What is left without its counterpart. A message is never dropped: what it belonged to is made anew, or it belongs to nothing. */
const MENDS: [string, string][] = [
  [
    'buckets whose own row was lost, made anew under their id',
    `INSERT INTO buckets (user_id, id, title, own_status, status, created_at, last_updated)
     SELECT m.user_id, m.home_bucket_id, initcap(replace(regexp_replace(m.home_bucket_id, '_[0-9]+$', ''), '_', ' ')), 'active', 'active', min(m.ts), max(m.ts)
     FROM messages m WHERE m.home_bucket_id IS NOT NULL AND NOT EXISTS (SELECT FROM buckets b WHERE b.user_id = m.user_id AND b.id = m.home_bucket_id)
     GROUP BY 1, 2`,
  ],
  [
    'buckets that were merged into one that was lost, taken out of it',
    `UPDATE buckets b SET merged_into = NULL, own_merged_into = NULL, status = 'active', own_status = 'active'
     WHERE b.merged_into IS NOT NULL AND NOT EXISTS (SELECT FROM buckets o WHERE o.user_id = b.user_id AND o.id = b.merged_into)`,
  ],
  [
    'messages found in a bucket that was lost, taken back to their own',
    `UPDATE messages m SET bucket_id = m.home_bucket_id WHERE m.bucket_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM buckets b WHERE b.user_id = m.user_id AND b.id = m.bucket_id)`,
  ],
  [
    'segments whose mark was lost, taken apart',
    `DELETE FROM continuum_segments s WHERE NOT EXISTS (SELECT FROM messages m WHERE m.user_id = s.user_id AND m.id = s.sentinel_id)`,
  ],
  [
    'marks of segments that were lost',
    `DELETE FROM messages m WHERE m.is_segment_boundary AND NOT EXISTS (SELECT FROM continuum_segments s WHERE s.user_id = m.user_id AND s.sentinel_id = m.id)`,
  ],
  [
    'messages whose segment was lost',
    `UPDATE messages m SET segment_id = NULL WHERE m.segment_id IS NOT NULL AND NOT EXISTS (SELECT FROM continuum_segments s WHERE s.user_id = m.user_id AND s.id = m.segment_id)`,
  ],
  [
    'segments counted anew',
    `UPDATE continuum_segments s SET message_count = n.n FROM (SELECT s.user_id, s.id, count(m.id) AS n FROM continuum_segments s
       LEFT JOIN messages m ON m.user_id = s.user_id AND m.segment_id = s.id AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') GROUP BY 1, 2) n
     WHERE n.user_id = s.user_id AND n.id = s.id AND s.message_count <> n.n`,
  ],
  [
    'vectors of messages that were lost',
    `DELETE FROM message_embeddings e WHERE NOT EXISTS (SELECT FROM messages m WHERE m.user_id = e.user_id AND m.id = e.message_id)`,
  ],
  [
    'changes of acts that were lost',
    `DELETE FROM operation_changes c WHERE NOT EXISTS (SELECT FROM bucket_operations o WHERE o.user_id = c.user_id AND o.id = c.operation_id)`,
  ],
  [
    'memories behind one that was lost, standing again',
    `UPDATE memory_entries m SET superseded_by = NULL, archived_at = NULL WHERE m.superseded_by IS NOT NULL
     AND NOT EXISTS (SELECT FROM memory_entries s WHERE s.user_id = m.user_id AND s.id = m.superseded_by)`,
  ],
  [
    'values of memories that were lost',
    `DELETE FROM value_classifications v WHERE v.entity_type = 'memory' AND NOT EXISTS (SELECT FROM memory_entries m WHERE m.user_id = v.user_id AND m.id = v.id)`,
  ],
  [
    'profiles whose row was lost, made anew',
    `INSERT INTO profiles (user_id, name, role_name, created_at)
     SELECT u, 'rescued ' || right(u::text, 4), 'catchment_p_' || replace(u::text, '-', ''), now()
     FROM (SELECT DISTINCT user_id AS u FROM messages) x WHERE NOT EXISTS (SELECT FROM profiles p WHERE p.user_id = u)`,
  ],
]
