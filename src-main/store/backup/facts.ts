import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'
import type { Statements } from '../connection'

/** What is compared of a backup and its store before it counts, and what tells two backups apart. */
export const factsSchema = z.object({
  /** Messages of persons and the assistant, in all profiles. */
  messages: z.number(),
  buckets: z.number(),
  profiles: z.number(),
  /** Time of the newest message, milliseconds. */
  newest: z.number().nullable(),
  newestId: z.string().nullable(),
  /** For each table the number of its rows and, of what people and models wrote, a checksum over all of it. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string().nullable() })),
})
export type StoreFacts = z.infer<typeof factsSchema>

/** What is derived or only counts time: rows are counted, contents are not read. */
const UNREAD =
  /^(message_embeddings|bucket_profiles|search_|term_statistics|heartbeat_|compressed_contexts|schema_migrations)/

/**
 * Reads them with the owner's rights.
 * @throws CatchmentError `store_damaged` if a table lacks rows that its index knows: a file that was cut off reads as a shorter
 *   one, and what was made of it would pass for good
 */
export async function readFacts(db: Statements): Promise<StoreFacts> {
  const { rows: names } = await db.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1",
  )
  const tables: StoreFacts['tables'] = {}
  for (const { name } of names) {
    const sum = UNREAD.test(name) ? 'NULL' : 'coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text'
    const { rows } = await db.query<{ n: string | number; sum: string | null }>(
      `SELECT count(*) AS n, ${sum} AS sum FROM "${name}" t`,
    )
    tables[name] = { rows: Number(rows[0]?.n ?? 0), sum: rows[0]?.sum ?? null }
  }
  await refuseCutOff(db, tables)
  const { rows } = await db.query<{
    messages: string
    newest: string | null
    id: string | null
    buckets: string
    profiles: string
  }>(`
    SELECT (SELECT count(*) FROM messages WHERE NOT is_segment_boundary AND role IN ('user', 'assistant')) AS messages,
      (SELECT count(*) FROM buckets WHERE status NOT IN ('void', 'merged')) AS buckets,
      (SELECT count(*) FROM profiles) AS profiles,
      (SELECT extract(epoch FROM max(ts)) * 1000 FROM messages WHERE NOT is_segment_boundary) AS newest,
      (SELECT id::text FROM messages WHERE NOT is_segment_boundary ORDER BY ts DESC, seq DESC LIMIT 1) AS id`)
  const [row] = rows
  return {
    messages: Number(row?.messages ?? 0),
    buckets: Number(row?.buckets ?? 0),
    profiles: Number(row?.profiles ?? 0),
    newest: row?.newest == null ? null : Math.round(Number(row.newest)),
    newestId: row?.id ?? null,
    tables,
  }
}

async function refuseCutOff(db: Statements, tables: StoreFacts['tables']): Promise<void> {
  // A scan of the table or by a bitmap takes the end of the file for the table's end.
  for (const scan of ['seqscan', 'bitmapscan']) await db.query(`SET enable_${scan} = off`)
  try {
    for (const [name, { rows }] of Object.entries(tables)) {
      if (UNREAD.test(name)) continue
      const counted = await db.query<{ n: string | number }>(`SELECT count(*) AS n FROM "${name}"`)
      const known = Number(counted.rows[0]?.n ?? 0)
      if (known === rows) continue
      throw new CatchmentError(
        'store_damaged',
        `A part of the store is damaged: of ${known} rows of ${name} only ${rows} are there. Nothing was written. Go back to a backup, or read out what can be read.`,
      )
    }
  } finally {
    for (const scan of ['seqscan', 'bitmapscan']) await db.query(`RESET enable_${scan}`)
  }
}

/** Null if they are the same, else the first difference in words. */
export function difference(wanted: StoreFacts, found: StoreFacts): string | null {
  for (const [name, { rows, sum }] of Object.entries(wanted.tables)) {
    const other = found.tables[name]
    if (!other) return `the table ${name} is missing`
    if (other.rows !== rows) return `${name} has ${other.rows} rows and not ${rows}`
    if (other.sum !== sum) return `the contents of ${name} differ`
  }
  if (found.newestId !== wanted.newestId) return 'the newest message differs'
  return null
}

/** Whether anything a person would miss lies between the two. */
export const isSame = (a: StoreFacts, b: StoreFacts): boolean => difference(a, b) === null && difference(b, a) === null
