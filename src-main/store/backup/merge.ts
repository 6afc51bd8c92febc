import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Connection, Statements } from '../connection'
import { openingError } from '../errors'
import { INDEX_COMPLETE } from '../repositories/search/index-complete'
import { advanceCounters, copyRows, makeRoles, tablesOf } from './copy-rows'
import { MARK_DERIVE_DUE } from './derive-due'

/** What a merge added, by table. */
export interface MergeCounts {
  messages: number
  buckets: number
  receipts: number
  memories: number
  /** Names of the profiles that were not here. */
  profiles: string[]
}

/** Filled anew from what they are derived of, or of this moment only. */
const LEFT_OUT =
  /^(schema_migrations|search_|term_statistics|bucket_profiles|pending_replies|heartbeat_|janitor_state|measures|hints|suggestions|preferences|sessions|bounded_memory_manifests)/

/**
 * Adds the rows of another database of the same schema whose keys are not here. A row that is here stays as it is, whatever
 * the other says of it. Everything in one transaction.
 */
export async function mergeFrom(db: Connection, dataDir: string): Promise<MergeCounts> {
  const source = await PGlite.create({ dataDir, extensions: { vector } }).catch((error: unknown): never => {
    throw openingError(error, dataDir)
  })
  try {
    return await db.transaction(async (tx) => {
      await tx.exec("SET LOCAL session_replication_role = 'replica'")
      const added: Record<string, number> = {}
      const before = await countMessages(tx)
      const { rows: here } = await tx.query<{ id: string }>('SELECT user_id AS id FROM profiles')
      for (const table of await tablesOf(tx)) {
        if (LEFT_OUT.test(table.name)) continue
        const { copied } = await copyRows(source, tx, table)
        added[table.name] = copied
      }
      await advanceCounters(tx)
      const profiles = await nameNewcomers(tx, new Set(here.map(({ id }) => id)))
      await makeRoles(tx)
      await tx.exec(DERIVED)
      return {
        messages: (await countMessages(tx)) - before,
        buckets: added.buckets ?? 0,
        receipts: added.bucket_operations ?? 0,
        memories: added.memory_entries ?? 0,
        profiles,
      }
    })
  } finally {
    await source.close()
  }
}

/**
 * A backup of another store, as of another computer, brings profiles of its own, and one of them is called as one here: it is given a
 * name that is free, because a profile is opened by its name.
 * @param here ids of the profiles that were here before
 * @returns the names of those that came
 */
async function nameNewcomers(tx: Statements, here: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    'SELECT user_id AS id, name FROM profiles ORDER BY created_at, user_id',
  )
  const taken = new Set(rows.filter(({ id }) => here.has(id)).map(({ name }) => name.toLowerCase()))
  const came: string[] = []
  for (const { id, name } of rows.filter((row) => !here.has(row.id))) {
    let free = name
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`
    taken.add(free.toLowerCase())
    came.push(free)
    if (free !== name) await tx.query('UPDATE profiles SET name = $2 WHERE user_id = $1', [id, free])
  }
  return came
}

/** As everywhere: what people and the assistant said, not the marks of segments. */
async function countMessages(tx: Statements): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM messages WHERE NOT is_segment_boundary AND role IN ('user', 'assistant')",
  )
  return rows[0]?.n ?? 0
}

/**
 * Counts follow the rows; what filing and search know is made anew from the messages: the index is looked through again. The rest of
 * what follows is due from here on (`deriveAnew`).
 */
export const DERIVED = `
  UPDATE operation_changes c SET operation_seq = o.seq FROM bucket_operations o
    WHERE o.user_id = c.user_id AND o.id = c.operation_id AND c.operation_seq <> o.seq;
  UPDATE continuum_segments s SET message_count = n.n, start_time = least(s.start_time, n.first), end_time = greatest(s.end_time, n.last)
    FROM (SELECT s.user_id, s.id, count(m.id) AS n, min(m.ts) AS first, max(m.ts) AS last FROM continuum_segments s
      LEFT JOIN messages m ON m.user_id = s.user_id AND m.segment_id = s.id AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant')
      GROUP BY 1, 2) n
    WHERE n.user_id = s.user_id AND n.id = s.id AND s.message_count <> n.n;
  UPDATE messages m SET bucket_id = coalesce(b.merged_into, b.id) FROM buckets b
    WHERE b.user_id = m.user_id AND b.id = m.home_bucket_id AND m.bucket_id IS DISTINCT FROM coalesce(b.merged_into, b.id);
  UPDATE buckets b SET message_count = n.n FROM (
      SELECT b.user_id, b.id, count(m.id) AS n FROM buckets b LEFT JOIN messages m ON m.user_id = b.user_id AND m.bucket_id = b.id
        AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') GROUP BY 1, 2) n
    WHERE n.user_id = b.user_id AND n.id = b.id AND b.message_count <> n.n;
  DELETE FROM bucket_profiles;
  DELETE FROM preferences WHERE key = '${INDEX_COMPLETE}';
${MARK_DERIVE_DUE}`
