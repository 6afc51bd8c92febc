import { sql } from 'drizzle-orm'
import type { Database } from '../database'
import { MISSING_ROWS, type MissingRows, missingInWords } from '../missing-rows'
import { derivedProblems } from './derived-checks'
import { me } from './profile'
import { rederived } from './rederiving'

export interface Verification {
  ok: boolean
  counts: Record<string, number>
  problems: string[]
  /** Work that was cut off and that the next start takes up: nothing is wrong, and nothing of it is forgotten. */
  unfinished: string[]
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
    'messages of other branches at a place that does not exist, or that are shown',
    sql`SELECT count(*) AS n FROM branch_messages o WHERE o.user_id = ${me} AND (NOT EXISTS (SELECT FROM messages m WHERE m.user_id = o.user_id AND m.id = o.place) OR EXISTS (SELECT FROM messages m WHERE m.user_id = o.user_id AND (m.external_id = o.external_id OR m.id = o.id)))`,
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
    'entries of the search index for messages that do not exist',
    sql`SELECT count(*) AS n FROM search_documents d WHERE d.user_id = ${me} AND d.kind = 'message' AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = d.user_id AND m.seq = d.number)`,
  ],
  [
    'search vectors of messages that do not exist',
    sql`SELECT count(*) AS n FROM search_vectors v WHERE v.user_id = ${me} AND v.kind = 'message' AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = v.user_id AND m.seq = v.number)`,
  ],
  [
    'messages that the search index lacks',
    sql`SELECT count(*) AS n FROM messages m WHERE m.user_id = ${me} AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant')
      AND EXISTS (SELECT FROM preferences p WHERE p.user_id = m.user_id AND p.key = 'search_index_complete')
      AND NOT EXISTS (SELECT FROM search_documents d WHERE d.user_id = m.user_id AND d.kind = 'message' AND d.number = m.seq)`,
  ],
  [
    'messages that the search index has in another segment',
    sql`SELECT count(*) AS n FROM messages m JOIN search_documents d ON d.user_id = m.user_id AND d.kind = 'message' AND d.number = m.seq
      WHERE m.user_id = ${me} AND d.segment IS DISTINCT FROM m.segment_id`,
  ],
  [
    'vectors that search does not know',
    sql`SELECT count(*) AS n FROM message_embeddings e JOIN messages m ON m.user_id = e.user_id AND m.id = e.message_id WHERE e.user_id = ${me}
      AND EXISTS (SELECT FROM preferences p WHERE p.user_id = e.user_id AND p.key = 'search_index_complete')
      AND NOT EXISTS (SELECT FROM search_vectors v WHERE v.user_id = e.user_id AND v.model_id = e.model_id AND v.kind = 'message' AND v.number = m.seq)`,
  ],
  [
    'external ids stored twice',
    sql`SELECT count(*) AS n FROM (SELECT external_id FROM messages WHERE user_id = ${me} AND external_id IS NOT NULL GROUP BY external_id HAVING count(*) > 1) x`,
  ],
]

/** What is derived, made again and compared: `verify --deep`. */
const DEEP: [string, ReturnType<typeof sql>][] = [
  [
    'words of the search index with a wrong number of documents',
    sql`SELECT count(*) AS n FROM (SELECT coalesce(t.documents, 0) AS kept, coalesce(c.n, 0) AS counted FROM (SELECT * FROM search_terms WHERE user_id = ${me}) t
      FULL JOIN (SELECT term, count(*) AS n FROM search_documents d, unnest(d.terms) term WHERE d.user_id = ${me} AND d.kind = 'message'
        AND NOT EXISTS (SELECT FROM search_backlog b WHERE b.user_id = d.user_id AND b.number = d.number) GROUP BY 1) c ON c.term = t.term) x
      -- a word that a memory or the title of a segment said first counts once more
      WHERE kept < counted OR kept > counted + 1`,
  ],
  [
    'posting lists that do not hold as many documents as hold their term',
    sql`SELECT count(*) AS n FROM (SELECT coalesce(p.n, 0) AS listed, coalesce(c.n, 0) AS counted
      FROM (SELECT kind, term, sum(length(numbers) / 2) AS n FROM search_postings WHERE user_id = ${me} GROUP BY 1, 2) p
      FULL JOIN (SELECT d.kind, term, count(*) AS n FROM search_documents d, unnest(d.terms) term WHERE d.user_id = ${me}
        AND NOT (d.kind = 'message' AND EXISTS (SELECT FROM search_backlog b WHERE b.user_id = d.user_id AND b.number = d.number)) GROUP BY 1, 2) c
      ON c.kind = p.kind AND c.term = p.term) x WHERE listed <> counted`,
  ],
  [
    'profiles of buckets that count more than the bucket holds',
    sql`SELECT count(*) AS n FROM bucket_profiles p WHERE p.user_id = ${me} AND p.messages > (SELECT count(*) FROM messages m WHERE m.user_id = p.user_id AND m.home_bucket_id = p.bucket_id)`,
  ],
  [
    'vectors that are none',
    sql`SELECT count(*) AS n FROM message_embeddings e WHERE e.user_id = ${me} AND NOT (vector_norm(e.embedding) > 0.5 AND vector_norm(e.embedding) < 2)`,
  ],
  [
    'segments whose times are not those of their messages',
    sql`SELECT count(*) AS n FROM continuum_segments s JOIN (SELECT segment_id, min(ts) AS first, max(ts) AS last FROM messages
      WHERE user_id = ${me} AND NOT is_segment_boundary AND segment_id IS NOT NULL GROUP BY 1) m ON m.segment_id = s.id
      WHERE s.user_id = ${me} AND s.status = 'collapsed' AND (s.start_time <> m.first OR s.end_time < m.last)`,
  ],
  [
    'texts of the search index added up wrongly',
    sql`SELECT count(*) AS n FROM search_totals t, (SELECT count(*) AS documents, coalesce(sum(length), 0) AS length FROM search_documents d
      WHERE d.user_id = ${me} AND d.kind = 'message' AND NOT EXISTS (SELECT FROM search_backlog b WHERE b.user_id = d.user_id AND b.number = d.number)) c
      WHERE t.user_id = ${me} AND (t.documents <> c.documents OR t.length <> c.length)`,
  ],
  [
    'buckets newer than their newest message says',
    sql`SELECT count(*) AS n FROM buckets b WHERE b.user_id = ${me} AND b.newest_seq > (SELECT coalesce(max(m.seq), 0) FROM messages m WHERE m.user_id = b.user_id)`,
  ],
]

/** What was cut off and is not lost: the next start, a message or “tidy” takes it up (issue: Trust). */
const UNFINISHED: [string, ReturnType<typeof sql>][] = [
  [
    'messages of an import that was interrupted are not filed yet',
    sql`SELECT count(*) AS n FROM messages m JOIN continuum_segments s ON s.user_id = m.user_id AND s.id = m.segment_id WHERE m.user_id = ${me}
      AND s.conv IS NOT NULL AND s.status IN ('active', 'collapsing', 'failed') AND NOT m.is_segment_boundary
      AND m.role IN ('user', 'assistant') AND m.bucket_id IS NULL`,
  ],
  [
    'talks of an import are not summarised yet',
    sql`SELECT count(*) AS n FROM continuum_segments s WHERE s.user_id = ${me} AND s.conv IS NOT NULL AND s.status IN ('active', 'collapsing', 'failed')`,
  ],
  ['replies were cut off and are not kept yet', sql`SELECT count(*) AS n FROM pending_replies WHERE user_id = ${me}`],
  [
    'closed segments still have their notes to be taken',
    sql`SELECT count(*) AS n FROM continuum_segments s WHERE s.user_id = ${me} AND s.status = 'collapsed' AND NOT s.memories_extracted`,
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
  [
    'unfiled',
    sql`SELECT count(*) AS n FROM messages WHERE user_id = ${me} AND NOT is_segment_boundary AND role IN ('user', 'assistant') AND bucket_id IS NULL`,
  ],
  ['segments', sql`SELECT count(*) AS n FROM continuum_segments WHERE user_id = ${me}`],
  ['buckets', sql`SELECT count(*) AS n FROM buckets WHERE user_id = ${me} AND status NOT IN ('void', 'merged')`],
  ['operations', sql`SELECT count(*) AS n FROM bucket_operations WHERE user_id = ${me}`],
  ['vectors', sql`SELECT count(*) AS n FROM message_embeddings WHERE user_id = ${me}`],
]

export const verification = {
  /** What the rest of the store knows of and is not there, in words; null if nothing is missing. */
  async missing(db: Database): Promise<string | null> {
    return missingInWords((await db.execute<MissingRows>(sql.raw(MISSING_ROWS))).rows[0])
  },

  /** Talks that an import stored and did not come to close; those that failed three times wait for a person. */
  async unfinishedTalks(db: Database): Promise<number> {
    const { rows } = await db.execute<{ n: string }>(sql`
      SELECT count(*) AS n FROM continuum_segments s WHERE s.user_id = ${me} AND s.conv IS NOT NULL
        AND s.status IN ('active', 'collapsing')`)
    return Number(rows[0]?.n ?? 0)
  },

  /** What follows from the log and from messages, made anew; every difference in words. Nothing is changed. */
  rederived,

  /** @param deep also makes what is derived again and compares it */
  async run(db: Database, deep = false): Promise<Verification> {
    const count = async (query: ReturnType<typeof sql>) =>
      Number((await db.execute<{ n: string }>(query)).rows[0]?.n ?? 0)
    const counts: Record<string, number> = {}
    for (const [name, query] of TOTALS) counts[name] = await count(query)
    const found = async (checks: readonly [string, ReturnType<typeof sql>][]): Promise<string[]> => {
      const lines: string[] = []
      for (const [name, query] of checks) {
        const n = await count(query)
        if (n > 0) lines.push(`${n} ${name}`)
      }
      return lines
    }
    const problems = await found(deep ? [...CHECKS, ...DEEP] : CHECKS)
    if (deep) problems.push(...(await derivedProblems(db)))
    return { ok: problems.length === 0, counts, problems, unfinished: await found(UNFINISHED) }
  },
}
