/**
 * Which of several versions is shown, and what leaves the conversation with the others (docs/adr/0018-versions.md). A fork is a
 * register of the operation log; this is what follows from it: rows that stand on another branch wait in `branch_messages` as
 * they were, with their vectors, and come back as themselves.
 */
import { type BucketId, bucketId, type MessageId, messageId, segmentId } from '@shared/ids'
import { inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { jsonbText } from '../../jsonb'
import { messages } from '../../schema'
import { vectorText } from '../../schema/columns'
import { dropDerived, dropUnheldTerms, type Row, uuidArray } from '../erasing/derived'
import { me } from '../profile'
import { toMessage } from '../rows'
import { indexMessages, indexVectors } from '../search/indexing'
import { recountSegments } from '../segments/rows'

interface Fork {
  id: string
  /** The first message of what is shown. */
  head: MessageId
  /** The branch that is shown. */
  standing: string
  /** What followed from the head goes with it; else the head alone. */
  whole: boolean
}

/** What changing the shown branch moved. */
export class ForkMoves {
  /** Where messages are found and where they were put: to be counted, and their profiles made anew. */
  readonly buckets = new Set<string>()
  readonly homes = new Set<BucketId>()
  readonly segments = new Set<string>()
  readonly gone: MessageId[] = []
  readonly shown: MessageId[] = []

  note(rows: readonly Pick<Row, 'bucket' | 'home' | 'segment' | 'homeSegment'>[]): void {
    for (const { bucket, home, segment, homeSegment } of rows) {
      for (const id of [bucket, home]) if (id !== null) this.buckets.add(id)
      if (home !== null) this.homes.add(bucketId.parse(home))
      for (const id of [segment, homeSegment]) if (id !== null) this.segments.add(id)
    }
  }
}

/**
 * The fork at a shown message; made if there is none yet.
 * @param widens a version is about to be said there: if what follows goes with this one, it does from now on
 */
export async function forkAt(db: Database, head: MessageId, whole: boolean, widens = false): Promise<Fork> {
  const { rows } = await db.execute<{ id: string; standing: string; whole: boolean }>(
    sql`SELECT id, standing, whole FROM branch_forks WHERE user_id = ${me} AND head = ${head}::uuid`,
  )
  const [known] = rows
  if (known) {
    // where somebody answered since, what they said goes with the message from now on
    const wider = widens && whole && !known.whole
    if (wider)
      await db.execute(sql`UPDATE branch_forks SET whole = true WHERE user_id = ${me} AND id = ${known.id}::uuid`)
    return { ...known, head, whole: known.whole || wider }
  }
  const fork = { id: uuidv7(), head, standing: uuidv7(), whole }
  await db.execute(sql`
    INSERT INTO branch_forks (user_id, id, head, own_shown, standing, whole)
    VALUES (${me}, ${fork.id}::uuid, ${head}::uuid, ${fork.standing}, ${fork.standing}, ${whole})`)
  return fork
}

/** The head and what was said after it where it was said: in its stretch, or in its imported conversation. Oldest first. */
export async function messagesFrom(db: Database, { head, whole }: Pick<Fork, 'head' | 'whole'>): Promise<MessageId[]> {
  if (!whole) return [head]
  const { rows } = await db.execute<{ conv: string | null; home: string | null }>(
    sql`SELECT conv, home_segment_id AS home FROM messages WHERE user_id = ${me} AND id = ${head}::uuid`,
  )
  const [at] = rows
  if (!at) return []
  const where =
    at.conv !== null
      ? sql`r.conv = ${at.conv}`
      : at.home !== null
        ? sql`r.home_segment_id = ${at.home}::uuid AND r.conv IS NULL`
        : sql`r.id = ${head}::uuid`
  const found = await db.execute<{ id: string }>(sql`
    SELECT r.id FROM messages r WHERE r.user_id = ${me} AND ${where} AND NOT r.is_segment_boundary AND r.role IN ('user', 'assistant')
      AND (r.ts, r.id) >= (SELECT h.ts, h.id FROM messages h WHERE h.user_id = ${me} AND h.id = ${head}::uuid)
    ORDER BY r.ts, r.id`)
  return found.rows.map(({ id }) => messageId.parse(id))
}

/**
 * What is shown from the head of a fork leaves for its branch; another version stands there from now on.
 * @param next the first message of that version, and the name of its branch
 */
export async function putAside(
  db: Database,
  fork: Fork,
  next: { head: MessageId; branch: string },
  moves: ForkMoves,
): Promise<void> {
  const ids = await messagesFrom(db, fork)
  const gone = uuidArray(ids)
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    SELECT id, seq::text AS seq, short_id AS "shortId", text, external_id AS "externalId", segment_id AS segment,
      home_segment_id AS "homeSegment", bucket_id AS bucket, home_bucket_id AS home
    FROM messages WHERE user_id = ${me} AND id = ANY(${gone}) ORDER BY ts, id`)
  await db.execute(sql`
    INSERT INTO branch_messages (user_id, id, external_id, place, follows, branch, position, ts, role, author, text, status, model_id,
      tools, metadata, terms, kept)
    SELECT ${me}, m.id, m.external_id, ${next.head}::uuid, false, ${fork.standing}, (row_number() OVER (ORDER BY m.ts, m.id) - 1)::int, m.ts,
      m.role, m.author, m.text, m.status, m.model_id, m.tools, m.metadata, coalesce(d.terms, '{}'),
      (to_jsonb(m) - 'text') || jsonb_build_object('vectors', coalesce((SELECT jsonb_object_agg(e.model_id, e.embedding::text)
        FROM message_embeddings e WHERE e.user_id = ${me} AND e.message_id = m.id), '{}'))
    FROM messages m LEFT JOIN search_documents d ON d.user_id = ${me} AND d.kind = 'message' AND d.number = m.seq
    WHERE m.user_id = ${me} AND m.id = ANY(${gone})`)
  // Other versions of the head are versions of what stands there now; what hangs from the rest waits with it.
  await db.execute(sql`
    UPDATE branch_messages SET place = ${next.head}::uuid,
      parent = CASE WHEN place = ${fork.head}::uuid AND parent IS NULL AND NOT follows THEN NULL ELSE coalesce(parent, place) END
    WHERE user_id = ${me} AND place = ANY(${gone})`)
  const held = await dropDerived(db, rows, [])
  await db.execute(sql`DELETE FROM messages WHERE user_id = ${me} AND id = ANY(${gone})`)
  await dropUnheldTerms(db, held)
  await db.execute(
    sql`UPDATE branch_forks SET head = ${next.head}::uuid, standing = ${next.branch} WHERE user_id = ${me} AND id = ${fork.id}::uuid`,
  )
  moves.note(rows)
  moves.gone.push(...ids)
}

/** What registers of messages hold by the log, whatever they held when they were put aside. */
type PresentValues = (
  db: Database,
  field: 'home_bucket_id' | 'filed_by',
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string | null>>

/**
 * Shows at every fork what its register says, as far as the fork itself is shown; what waits inside of a branch is settled when
 * that comes back.
 */
export async function settleForks(db: Database, present: PresentValues, moves: ForkMoves): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{
      id: string
      head: string
      standing: string
      whole: boolean
      wanted: string
    }>(sql`
      SELECT f.id, f.head, f.standing, f.whole, f.own_shown AS wanted FROM branch_forks f
      JOIN messages m ON m.user_id = ${me} AND m.id = f.head
      WHERE f.user_id = ${me} AND f.own_shown <> f.standing AND EXISTS (SELECT FROM branch_messages b
        WHERE b.user_id = ${me} AND b.branch = f.own_shown AND b.place = f.head AND b.parent IS NULL AND NOT b.follows)
      ORDER BY m.ts, m.id LIMIT 1`)
    const [due] = rows
    if (!due) return
    await switchTo(db, { ...due, head: messageId.parse(due.head) }, due.wanted, present, moves)
  }
}

async function switchTo(
  db: Database,
  fork: Fork,
  branch: string,
  present: PresentValues,
  moves: ForkMoves,
): Promise<void> {
  const waiting = await db.execute<{ id: string; row: Record<string, unknown> }>(sql`
    SELECT b.id, CASE WHEN b.kept IS NOT NULL THEN b.kept || jsonb_build_object('text', b.text)
      ELSE to_jsonb(h) || jsonb_build_object('id', b.id, 'seq', nextval('messages_seq_seq'), 'short_id', right(replace(b.id::text, '-', ''), 8),
        'external_id', b.external_id, 'ts', b.ts, 'role', b.role, 'author', b.author, 'text', b.text, 'status', b.status,
        'filed_by', 'import', 'confidence', NULL, 'candidates', '[]'::jsonb, 'topic_changed', false, 'bucket_return', false,
        'related_buckets', '[]'::jsonb, 'tools', b.tools, 'tool_rounds', '[]'::jsonb, 'model_id', b.model_id, 'reply_to', NULL,
        'recalled', '[]'::jsonb, 'verbatim', NULL, 'metadata', b.metadata) END AS row
    FROM branch_messages b JOIN messages h ON h.user_id = ${me} AND h.id = ${fork.head}::uuid
    WHERE b.user_id = ${me} AND b.branch = ${branch} AND b.place = ${fork.head}::uuid AND b.parent IS NULL AND NOT b.follows
    ORDER BY b.position`)
  const [first] = waiting.rows
  if (!first) return
  const ids = waiting.rows.map(({ id }) => messageId.parse(id))
  await putAside(db, fork, { head: messageId.parse(first.id), branch }, moves)
  await db.execute(sql`
    INSERT INTO messages SELECT (jsonb_populate_record(NULL::messages, r)).*
    FROM jsonb_array_elements(${jsonbText(waiting.rows.map(({ row }) => row))}::jsonb) r`)
  await db.execute(sql`DELETE FROM branch_messages WHERE user_id = ${me} AND id = ANY(${uuidArray(ids)})`)
  await hangAgain(db, ids)
  await fileAsLogged(db, ids, present)
  await indexAgain(
    db,
    ids,
    waiting.rows.map(({ row }) => row),
  )
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    SELECT segment_id AS segment, home_segment_id AS "homeSegment", bucket_id AS bucket, home_bucket_id AS home
    FROM messages WHERE user_id = ${me} AND id = ANY(${uuidArray(ids)})`)
  moves.note(rows)
  moves.shown.push(...ids)
}

/** Branches that hang from what is shown again, and from what hangs from it. */
async function hangAgain(db: Database, ids: readonly MessageId[]): Promise<void> {
  await db.execute(
    sql`UPDATE branch_messages SET place = parent, parent = NULL WHERE user_id = ${me} AND parent = ANY(${uuidArray(ids)})`,
  )
  for (;;) {
    const { rows } = await db.execute(sql`
      UPDATE branch_messages b SET place = p.place FROM branch_messages p
      WHERE b.user_id = ${me} AND p.user_id = ${me} AND p.id = b.parent AND b.place <> p.place RETURNING b.id`)
    if (rows.length === 0) return
  }
}

/** Acts may have moved it, come or gone while it was aside: the log says where it is put. */
async function fileAsLogged(db: Database, ids: readonly MessageId[], present: PresentValues): Promise<void> {
  const logged = await db.execute<{ id: string; field: 'home_bucket_id' | 'filed_by' }>(sql`
    SELECT DISTINCT entity_id AS id, field FROM operation_changes WHERE user_id = ${me} AND entity = 'message'
      AND field IN ('home_bucket_id', 'filed_by') AND entity_id = ANY(SELECT unnest(${uuidArray(ids)})::text)`)
  for (const field of ['home_bucket_id', 'filed_by'] as const) {
    const named = logged.rows.filter((row) => row.field === field).map((row) => row.id)
    if (named.length === 0) continue
    const values = await present(db, field, named)
    const column = field === 'home_bucket_id' ? sql`home_bucket_id` : sql`filed_by`
    await db.execute(sql`
      UPDATE messages m SET ${column} = v.value FROM jsonb_to_recordset(${jsonbText([...values].map(([id, value]) => ({ id, value })))}::jsonb)
        AS v(id uuid, value text) WHERE m.user_id = ${me} AND m.id = v.id`)
  }
  await db.execute(sql`
    UPDATE messages m SET bucket_id = (SELECT coalesce(b.merged_into, b.id) FROM buckets b WHERE b.user_id = ${me} AND b.id = m.home_bucket_id)
    WHERE m.user_id = ${me} AND m.id = ANY(${uuidArray(ids)})`)
}

async function indexAgain(
  db: Database,
  ids: readonly MessageId[],
  kept: readonly Record<string, unknown>[],
): Promise<void> {
  const rows = (
    await db
      .select()
      .from(messages)
      .where(inArray(messages.id, [...ids]))
  ).map(toMessage)
  for (const message of rows) await indexMessages(db, [message], message.segmentId)
  const byModel = new Map<string, { id: MessageId; vector: Float32Array }[]>()
  for (const { id, vectors } of kept) {
    if (typeof vectors !== 'object' || vectors === null) continue
    for (const [model, text] of Object.entries(vectors)) {
      const vector = Float32Array.from(JSON.parse(String(text)) as number[])
      byModel.set(model, [...(byModel.get(model) ?? []), { id: messageId.parse(id), vector }])
    }
  }
  for (const [model, vectors] of byModel) {
    for (const { id, vector } of vectors)
      await db.execute(sql`
        INSERT INTO message_embeddings (user_id, message_id, model_id, embedding)
        VALUES (${me}, ${id}::uuid, ${model}, ${vectorText(vector)}::vector) ON CONFLICT DO NOTHING`)
    await indexVectors(db, model, vectors)
  }
}

/** Segments that hold other messages than before: counted, void where nothing is left, summed up anew where they had been. */
export async function settleForkedSegments(db: Database, ids: Iterable<string>): Promise<void> {
  const all = [...ids].map((id) => segmentId.parse(id))
  if (all.length === 0) return
  await db.execute(sql`
    UPDATE continuum_segments s SET
      status = CASE WHEN held.n = 0 THEN 'void' WHEN s.status <> 'void' THEN s.status WHEN s.summarised_by IS NULL THEN 'active' ELSE 'collapsed' END,
      claimed_at = CASE WHEN held.n = 0 THEN NULL ELSE s.claimed_at END,
      memories_extracted = s.memories_extracted AND s.summarised_by IS NULL,
      metadata = (CASE WHEN s.summarised_by IS NULL OR held.n = 0 THEN s.metadata - 'resummarise' ELSE s.metadata || '{"resummarise": true}' END) - 'old_summary'
    FROM (SELECT x.id, (SELECT count(*) FROM messages m WHERE m.user_id = ${me} AND m.segment_id = x.id AND NOT m.is_segment_boundary) AS n
      FROM continuum_segments x WHERE x.user_id = ${me} AND x.id = ANY(${uuidArray(all)})) held
    WHERE s.user_id = ${me} AND s.id = held.id AND s.merged_into IS NULL`)
  await recountSegments(db, all)
}
