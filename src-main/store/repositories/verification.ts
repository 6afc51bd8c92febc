import { sql } from 'drizzle-orm'
import type { Database } from '../database'
import { me } from './profile'

export interface Verification {
  ok: boolean
  counts: Record<string, number>
  problems: string[]
}

/** Checks of the whole store: what `verify` prints. Every line counts rows that must not exist. */
const CHECKS: [string, ReturnType<typeof sql>][] = [
  [
    'messages in a bucket that does not exist',
    sql`SELECT count(*) AS n FROM messages m WHERE m.user_id = ${me} AND m.bucket_id IS NOT NULL AND NOT EXISTS (SELECT FROM buckets b WHERE b.user_id = m.user_id AND b.id = m.bucket_id)`,
  ],
  [
    'messages in a bucket that was merged away',
    sql`SELECT count(*) AS n FROM messages m JOIN buckets b ON b.user_id = m.user_id AND b.id = m.bucket_id WHERE m.user_id = ${me} AND b.merged_into IS NOT NULL`,
  ],
  [
    'messages not found where their home leads',
    sql`SELECT count(*) AS n FROM messages m JOIN buckets b ON b.user_id = m.user_id AND b.id = m.home_bucket_id WHERE m.user_id = ${me} AND m.bucket_id IS DISTINCT FROM coalesce(b.merged_into, b.id)`,
  ],
  [
    'buckets with a wrong count',
    sql`SELECT count(*) AS n FROM buckets b WHERE b.user_id = ${me} AND b.message_count <> (SELECT count(*) FROM messages m WHERE m.user_id = b.user_id AND m.bucket_id = b.id AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant'))`,
  ],
  [
    'unfiled messages that are found in a bucket',
    sql`SELECT count(*) AS n FROM messages m WHERE m.user_id = ${me} AND m.home_bucket_id IS NULL AND m.bucket_id IS NOT NULL`,
  ],
  [
    'messages in a segment that does not exist',
    sql`SELECT count(*) AS n FROM messages m WHERE m.user_id = ${me} AND m.segment_id IS NOT NULL AND NOT EXISTS (SELECT FROM continuum_segments s WHERE s.user_id = m.user_id AND s.id = m.segment_id)`,
  ],
  [
    'segments without their sentinel',
    sql`SELECT count(*) AS n FROM continuum_segments s WHERE s.user_id = ${me} AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = s.user_id AND m.id = s.sentinel_id AND m.is_segment_boundary)`,
  ],
  [
    'segments with a wrong count',
    sql`SELECT count(*) AS n FROM continuum_segments s WHERE s.user_id = ${me} AND s.message_count <> (SELECT count(*) FROM messages m WHERE m.user_id = s.user_id AND m.segment_id = s.id AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant'))`,
  ],
  [
    'segments that span two imported conversations',
    sql`SELECT count(*) AS n FROM (SELECT segment_id FROM messages WHERE user_id = ${me} AND segment_id IS NOT NULL GROUP BY segment_id HAVING count(DISTINCT coalesce(conv, '')) > 1) x`,
  ],
  [
    'vectors of messages that do not exist',
    sql`SELECT count(*) AS n FROM message_embeddings e WHERE e.user_id = ${me} AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = e.user_id AND m.id = e.message_id)`,
  ],
  [
    'memories behind a summary that does not exist',
    sql`SELECT count(*) AS n FROM memory_entries m WHERE m.user_id = ${me} AND m.superseded_by IS NOT NULL AND NOT EXISTS (SELECT FROM memory_entries s WHERE s.user_id = m.user_id AND s.id = m.superseded_by)`,
  ],
  [
    'memories hidden before they were archived',
    sql`SELECT count(*) AS n FROM memory_entries m WHERE m.user_id = ${me} AND (m.superseded_by IS NULL) <> (m.archived_at IS NULL)`,
  ],
  [
    'memories with personal data that may go anywhere',
    sql`SELECT count(*) AS n FROM memory_entries m WHERE m.user_id = ${me} AND m.access_tier <> CASE WHEN coalesce(m.sensitive, m.contains_pii) THEN 'SENSITIVE' ELSE 'PUBLIC' END`,
  ],
  [
    'values of memories that do not exist',
    sql`SELECT count(*) AS n FROM value_classifications v WHERE v.user_id = ${me} AND v.entity_type = 'memory' AND NOT EXISTS (SELECT FROM memory_entries m WHERE m.user_id = v.user_id AND m.id = v.id)`,
  ],
  [
    'changes of operations that do not exist',
    sql`SELECT count(*) AS n FROM operation_changes c WHERE c.user_id = ${me} AND NOT EXISTS (SELECT FROM bucket_operations o WHERE o.user_id = c.user_id AND o.id = c.operation_id)`,
  ],
  [
    'settled messages that are filed nowhere',
    sql`SELECT count(*) AS n FROM messages m JOIN continuum_segments s ON s.user_id = m.user_id AND s.id = m.segment_id WHERE m.user_id = ${me} AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant') AND m.bucket_id IS NULL AND s.status = 'collapsed'`,
  ],
  [
    'external ids stored twice',
    sql`SELECT count(*) AS n FROM (SELECT external_id FROM messages WHERE user_id = ${me} AND external_id IS NOT NULL GROUP BY external_id HAVING count(*) > 1) x`,
  ],
]

const TOTALS: [string, ReturnType<typeof sql>][] = [
  [
    'messages',
    sql`SELECT count(*) AS n FROM messages WHERE user_id = ${me} AND NOT is_segment_boundary AND role IN ('user', 'assistant')`,
  ],
  [
    'filed',
    sql`SELECT count(*) AS n FROM messages WHERE user_id = ${me} AND NOT is_segment_boundary AND bucket_id IS NOT NULL`,
  ],
  ['segments', sql`SELECT count(*) AS n FROM continuum_segments WHERE user_id = ${me}`],
  ['buckets', sql`SELECT count(*) AS n FROM buckets WHERE user_id = ${me} AND status NOT IN ('void', 'merged')`],
  ['operations', sql`SELECT count(*) AS n FROM bucket_operations WHERE user_id = ${me}`],
  ['vectors', sql`SELECT count(*) AS n FROM message_embeddings WHERE user_id = ${me}`],
]

export const verification = {
  async run(db: Database): Promise<Verification> {
    const count = async (query: ReturnType<typeof sql>) =>
      Number((await db.execute<{ n: string }>(query)).rows[0]?.n ?? 0)
    const counts: Record<string, number> = {}
    for (const [name, query] of TOTALS) counts[name] = await count(query)
    const problems: string[] = []
    for (const [name, query] of CHECKS) {
      const n = await count(query)
      if (n > 0) problems.push(`${n} ${name}`)
    }
    return { ok: problems.length === 0, counts, problems }
  },
}
