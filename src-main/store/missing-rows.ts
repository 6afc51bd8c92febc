/**
 * Rows that are gone without a word. A page that the disk gives back empty, or a table's file of another day, passes every checksum
 * and reads as a shorter table; but what was made of its rows in the same transactions lies elsewhere and still counts them.
 */
const COUNTED = `NOT is_segment_boundary AND role IN ('user', 'assistant')`

/** One row with a number for each kind; of all profiles, or of the one whose rows are seen. */
export const MISSING_ROWS = `
  WITH m AS MATERIALIZED (
    SELECT user_id, bucket_id, home_bucket_id, segment_id, count(*) FILTER (WHERE ${COUNTED}) AS n FROM messages GROUP BY 1, 2, 3, 4
  ), of_buckets AS (
    SELECT coalesce(sum(greatest(b.message_count - coalesce(f.n, 0), 0)), 0) AS n FROM buckets b
    LEFT JOIN (SELECT user_id, bucket_id, sum(n) AS n FROM m GROUP BY 1, 2) f ON f.user_id = b.user_id AND f.bucket_id = b.id
  ), of_segments AS (
    SELECT coalesce(sum(greatest(s.message_count - coalesce(f.n, 0), 0)), 0) AS n FROM continuum_segments s
    LEFT JOIN (SELECT user_id, segment_id, sum(n) AS n FROM m GROUP BY 1, 2) f ON f.user_id = s.user_id AND f.segment_id = s.id
  ), of_search AS (
    SELECT count(*) AS n FROM search_documents d WHERE d.kind = 'message'
      AND NOT EXISTS (SELECT FROM messages x WHERE x.user_id = d.user_id AND x.seq = d.number)
  )
  SELECT
    -- what two of the three witnesses say: one alone may have counted wrongly
    (SELECT greatest(least(a.n, b.n), least(greatest(a.n, b.n), c.n)) FROM of_buckets a, of_segments b, of_search c)::int AS messages,
    (SELECT count(DISTINCT (m.user_id, m.home_bucket_id)) FROM m WHERE m.home_bucket_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM buckets b WHERE b.user_id = m.user_id AND b.id = m.home_bucket_id))::int AS buckets,
    (SELECT count(DISTINCT (m.user_id, m.segment_id)) FROM m WHERE m.segment_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM continuum_segments s WHERE s.user_id = m.user_id AND s.id = m.segment_id))::int AS segments,
    (SELECT count(DISTINCT (c.user_id, c.operation_id)) FROM operation_changes c
      WHERE NOT EXISTS (SELECT FROM bucket_operations o WHERE o.user_id = c.user_id AND o.id = c.operation_id))::int AS receipts,
    (SELECT count(*) FROM value_classifications v WHERE v.entity_type = 'memory'
      AND NOT EXISTS (SELECT FROM memory_entries e WHERE e.user_id = v.user_id AND e.id = v.id))::int AS memories`

export type MissingRows = Record<'messages' | 'buckets' | 'segments' | 'receipts' | 'memories', number>

/** Of more messages the look takes too much of a second for a start (0.75 s at 100,000): there the daily backup has it done. */
const MOST_AT_START = 20_000

/** Whether a start may look through a store of so many messages. */
export const isSoonLookedThrough = (messages: number): boolean => messages <= MOST_AT_START

/** In words for a person; null if nothing is missing. */
export function missingInWords(rows: MissingRows | undefined): string | null {
  const missing = Object.entries(rows ?? {}).flatMap(([what, n]) =>
    Number(n) > 0 ? [`${n} ${Number(n) === 1 ? what.replace(/ies$/, 'y').replace(/s$/, '') : what}`] : [],
  )
  return missing.length === 0
    ? null
    : `A part of the store is damaged: it knows of ${missing.join(', ')} that ${missing.length === 1 && missing[0]?.startsWith('1 ') ? 'is' : 'are'} not there. Go back to a backup, or read out what can be read.`
}
