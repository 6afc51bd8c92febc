import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Statements } from '../connection'
import { openingError } from '../errors'

/** Messages that one of two stores has and the other lacks. */
export interface OnlyOneSide {
  messages: number
  /** Of the oldest and the newest of them, milliseconds; null if there are none. */
  from: number | null
  to: number | null
  /** Where most of them lie, at most five. */
  buckets: { title: string; messages: number }[]
}

export interface Comparison {
  here: OnlyOneSide
  there: OnlyOneSide
}

interface Row {
  id: string
  ts: number
  bucket: string | null
}

/** What differs between this store and the database in a folder, in all profiles. */
export async function compareWith(db: Statements, dataDir: string): Promise<Comparison> {
  const source = await PGlite.create({ dataDir, extensions: { vector } }).catch((error: unknown): never => {
    throw openingError(error, dataDir)
  })
  try {
    const here = await messagesOf(db)
    const there = await messagesOf(source)
    return { here: without(here, there), there: without(there, here) }
  } finally {
    await source.close()
  }
}

async function messagesOf(db: Statements): Promise<Row[]> {
  const { rows } = await db.query<{ id: string; ts: string; bucket: string | null }>(`
    SELECT m.id::text AS id, extract(epoch FROM m.ts) * 1000 AS ts, b.title AS bucket
    FROM messages m LEFT JOIN buckets b ON b.user_id = m.user_id AND b.id = m.bucket_id
    WHERE NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') ORDER BY m.ts`)
  return rows.map((row) => ({ ...row, ts: Number(row.ts) }))
}

function without(rows: readonly Row[], others: readonly Row[]): OnlyOneSide {
  const known = new Set(others.map(({ id }) => id))
  const own = rows.filter(({ id }) => !known.has(id))
  const counts = new Map<string, number>()
  for (const { bucket } of own) if (bucket !== null) counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  return {
    messages: own.length,
    from: own[0]?.ts ?? null,
    to: own.at(-1)?.ts ?? null,
    buckets: [...counts]
      .map(([title, messages]) => ({ title, messages }))
      .sort((a, b) => b.messages - a.messages)
      .slice(0, 5),
  }
}
