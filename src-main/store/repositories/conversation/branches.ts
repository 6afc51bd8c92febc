/** Other branches of imported conversations, beside what is shown (07-settled, Branches). */
import { type BucketId, bucketId, type MessageId, messageId, type SegmentId, segmentId } from '@shared/ids'
import { asc, getTableColumns, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { jsonbText } from '../../jsonb'
import { branchMessages } from '../../schema'
import { vectorText } from '../../schema/columns'
import { messageTerms } from '../../search-terms'
import type { BranchMessage, NewBranchMessage, RegisterWrite } from '../../types'
import { uuidArray } from '../erasing/derived'
import { externalHash } from '../erasing/external-hash'
import { me } from '../profile'
import { toBranchMessage } from '../rows'
import { branchConditions, holdsPhrases, type SearchFilter } from '../search/filter'
import { textArray } from '../search/indexing'
import { forkAt, messagesFrom } from './forks'

export interface FoundBranchMessage {
  message: BranchMessage
  /** Where the message lies that is shown in its place. */
  bucketId: BucketId | null
  segmentId: SegmentId | null
  /** Of the terms asked for, those it holds. */
  holds: string[]
  /** To what was asked for, -1 to 1; null where it was not compared. */
  likeness: number | null
}

const { embedding: _, terms: __, ...readColumns } = getTableColumns(branchMessages)

export interface BranchQuery {
  terms: readonly string[]
  most: number
  filter: SearchFilter | null
  /** Of a normalised question; `centre` is taken off what it is compared with. */
  vector: { modelId: string; query: Float32Array; centre: Float32Array } | null
}

/** With a filter so many more are looked at, because most of them go. */
const FILTERED = 10

export const branches = {
  /**
   * Keeps messages of other branches; what is here already takes the file's words. What stands among the shown messages,
   * what was erased for good, and what would hang from a message that is not here, is not kept.
   * @param shown names of messages that are shown now: they stand on no other branch any more
   * @returns how many were not here before
   */
  async keep(
    db: Database,
    input: { messages: readonly NewBranchMessage[]; shown: readonly string[] },
  ): Promise<number> {
    if (input.shown.length > 0)
      await db.execute(sql`
        DELETE FROM branch_messages b USING messages m WHERE b.user_id = ${me} AND m.user_id = ${me}
          AND m.external_id = b.external_id AND b.external_id = ANY(${textArray(input.shown)}::text[])`)
    if (input.messages.length === 0) return 0
    const once = new Map(input.messages.map((m) => [m.externalId, m]))
    const rows = [...once.values()].map((m) => ({
      ...m,
      id: uuidv7({ msecs: m.ts, seq: m.position }),
      ts: new Date(m.ts),
      hash: externalHash(m.externalId),
      terms: messageTerms(m),
    }))
    const { rows: kept } = await db.execute<{ isNew: boolean }>(sql`
      INSERT INTO branch_messages AS b (user_id, id, external_id, place, follows, branch, position, ts, role, author, text, status,
        model_id, tools, metadata, terms)
      SELECT ${me}, r.id, r."externalId", m.id, r.follows, r.branch, r.position, r.ts, r.role, r.author, r.text, r.status,
        r."modelId", r.tools, r.brought, ARRAY(SELECT jsonb_array_elements_text(r.terms))
      FROM jsonb_to_recordset(${jsonbText(rows)}::jsonb) AS r(id uuid, "externalId" text, place text, follows boolean, branch text,
        position integer, ts timestamptz, role text, author text, text text, status text, "modelId" text, tools jsonb, brought jsonb,
        hash text, terms jsonb)
      JOIN messages m ON m.user_id = ${me} AND m.external_id = r.place
      WHERE NOT EXISTS (SELECT FROM messages s WHERE s.user_id = ${me} AND s.external_id = r."externalId")
        AND NOT EXISTS (SELECT FROM erased_messages e WHERE e.user_id = ${me} AND e.external_hash = r.hash)
      ON CONFLICT (user_id, external_id) DO UPDATE SET place = EXCLUDED.place, follows = EXCLUDED.follows,
        branch = EXCLUDED.branch, position = EXCLUDED.position, text = EXCLUDED.text, status = EXCLUDED.status, terms = EXCLUDED.terms,
        embedding_model = CASE WHEN b.text = EXCLUDED.text THEN b.embedding_model END
      -- what was shown here stands where a person left it
      WHERE b.kept IS NULL
      RETURNING (xmax = 0) AS "isNew"`)
    return kept.filter((row) => row.isNew).length
  },

  /**
   * How far each of these conversations goes here, on whatever branch, in milliseconds; which of the names are kept beside; and in
   * which conversations a person chose here what is shown.
   */
  async standing(
    db: Database,
    input: { convs: readonly string[]; externalIds: readonly string[] },
  ): Promise<{ ends: [conv: string, at: number][]; beside: string[]; chosen: string[] }> {
    const ends = await db.execute<{ conv: string; at: string }>(sql`
      SELECT m.conv, (extract(epoch FROM greatest(max(m.ts), (
        SELECT max(b.ts) FROM branch_messages b JOIN messages p ON p.user_id = b.user_id AND p.id = b.place
        WHERE b.user_id = ${me} AND p.conv = m.conv))) * 1000)::text AS at
      FROM messages m WHERE m.user_id = ${me} AND m.conv = ANY(${textArray(input.convs)}::text[]) GROUP BY m.conv`)
    const beside = await db.execute<{ id: string }>(sql`
      SELECT external_id AS id FROM branch_messages
      WHERE user_id = ${me} AND external_id = ANY(${textArray(input.externalIds)}::text[])`)
    const chosen = await db.execute<{ conv: string }>(sql`
      SELECT DISTINCT b.kept->>'conv' AS conv FROM branch_messages b
      WHERE b.user_id = ${me} AND b.kept IS NOT NULL AND b.kept->>'conv' = ANY(${textArray(input.convs)}::text[])`)
    return {
      chosen: chosen.rows.map(({ conv }) => conv),
      ends: ends.rows.map(({ conv, at }): [string, number] => [conv, Math.round(Number(at))]),
      beside: beside.rows.map(({ id }) => id),
    }
  },

  /** What stands at messages that are about to leave stands at others then: those that are shown instead. */
  async move(db: Database, steps: readonly { from: MessageId; to: string }[]): Promise<void> {
    if (steps.length === 0) return
    await db.execute(sql`
      UPDATE branch_messages b SET place = m.id
      FROM jsonb_to_recordset(${jsonbText(steps)}::jsonb) AS s("from" uuid, "to" text)
        JOIN messages m ON m.user_id = ${me} AND m.external_id = s."to"
      WHERE b.user_id = ${me} AND b.place = s."from"`)
  },

  /**
   * What has to be written so that a branch is shown: from the fork on the outside to its own. A fork is made where there was none.
   * @returns empty if there is no such branch, or if it goes on behind a message instead of standing in its place
   */
  async choose(
    db: Database,
    branch: string,
  ): Promise<{ writes: RegisterWrite[]; place: MessageId | null; leaving: MessageId[] }> {
    const writes: RegisterWrite[] = []
    let wanted: string | null = branch
    let place: MessageId | null = null
    let leaving: MessageId[] = []
    while (wanted !== null) {
      const found: { rows: { place: string; parent: string | null; outer: string | null }[] } = await db.execute(sql`
        SELECT b.place, b.parent, p.branch AS outer FROM branch_messages b
        LEFT JOIN branch_messages p ON p.user_id = ${me} AND p.id = b.parent
        WHERE b.user_id = ${me} AND b.branch = ${wanted} AND NOT b.follows ORDER BY b.position LIMIT 1`)
      const [first] = found.rows
      if (!first) return { writes: [], place: null, leaving: [] }
      const fork = await forkAt(db, messageId.parse(first.parent ?? first.place), true)
      writes.unshift({ entity: 'fork', entityId: fork.id, field: 'shown_branch', after: wanted })
      place = messageId.parse(first.place)
      if (first.outer === null) leaving = await messagesFrom(db, fork)
      wanted = first.outer
    }
    return { writes, place, leaving }
  },

  /** What leaves the conversation if another version takes the place of this message. */
  async leavingWith(db: Database, input: { head: MessageId; whole: boolean }): Promise<MessageId[]> {
    return messagesFrom(db, input)
  },

  /** Everything that stands on other branches at these messages, branch by branch in its order. */
  async at(db: Database, places: readonly MessageId[]): Promise<BranchMessage[]> {
    if (places.length === 0) return []
    const rows = await db
      .select(readColumns)
      .from(branchMessages)
      .where(inArray(branchMessages.place, [...places]))
      .orderBy(asc(branchMessages.branch), asc(branchMessages.position))
    return inOrderOfTime(rows.map(toBranchMessage))
  },

  /** How many other branches there are at each of these messages, and how many of them came before it; those without any are left out. */
  async countsAt(
    db: Database,
    places: readonly MessageId[],
  ): Promise<{ id: MessageId; branches: number; before: number }[]> {
    if (places.length === 0) return []
    const { rows } = await db.execute<{ place: string; n: number; before: number }>(sql`
      SELECT b.place, count(*)::int AS n, (count(*) FILTER (WHERE b.first < m.seq))::int AS before
      FROM (SELECT place, branch, min((kept->>'seq')::bigint) AS first FROM branch_messages
        WHERE user_id = ${me} AND place = ANY(${uuidArray(places)}) GROUP BY place, branch) b
      JOIN messages m ON m.user_id = ${me} AND m.id = b.place GROUP BY b.place`)
    return rows.map((row) => ({ id: messageId.parse(row.place), branches: row.n, before: row.before }))
  },

  /** What has no vector of this model yet. */
  async withoutVector(db: Database, modelId: string, limit: number): Promise<{ id: string; text: string }[]> {
    const { rows } = await db.execute<{ id: string; text: string }>(sql`
      SELECT id, text FROM branch_messages
      WHERE user_id = ${me} AND embedding_model IS DISTINCT FROM ${modelId} ORDER BY id LIMIT ${limit}`)
    return rows.map(({ id, text }) => ({ id, text }))
  },

  async saveVectors(
    db: Database,
    modelId: string,
    vectors: readonly { id: string; vector: Float32Array }[],
  ): Promise<void> {
    if (vectors.length === 0) return
    const rows = vectors.map(({ id, vector }) => ({ id, vector: vectorText(vector) }))
    await db.execute(sql`
      UPDATE branch_messages b SET embedding = v.vector::vector, embedding_model = ${modelId}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v(id uuid, vector text) WHERE b.user_id = ${me} AND b.id = v.id`)
  },

  /**
   * What holds any of these terms, the most of them first, of equals the newest; and what is most like the vector. At most
   * `most` of each; with a filter only what qualifies.
   */
  async find(db: Database, { terms, most, filter, vector }: BranchQuery): Promise<FoundBranchMessage[]> {
    if (terms.length === 0 && vector === null) return []
    // Most people's conversation has no branches: then all of this need not even be planned.
    const any = await db.execute(sql`SELECT FROM branch_messages WHERE user_id = ${me} LIMIT 1`)
    if (any.rows.length === 0) return []
    const wanted = textArray(terms)
    const conditions = filter ? branchConditions(filter).map((condition) => sql` AND ${condition}`) : []
    const looked = filter ? most * FILTERED : most
    const near =
      vector === null
        ? sql`SELECT NULL::uuid AS id, NULL::float8 AS likeness WHERE false`
        : sql`SELECT id, nullif(1 - ((embedding - ${vectorText(vector.centre)}::vector) <=> ${vectorText(vector.query)}::vector), 'NaN') AS likeness
            FROM branch_messages WHERE user_id = ${me} AND embedding_model = ${vector.modelId}
            ORDER BY likeness DESC NULLS LAST LIMIT ${looked}`
    const { rows } = await db.execute<Found>(sql`
      WITH found AS (SELECT id, ordinality AS rank FROM branch_postings(${wanted}::text[], ${looked}::int) WITH ORDINALITY),
        near AS (${near})
      SELECT m.id, m.bucket_id AS bucket, m.segment_id AS segment, array_to_string(m.terms, ' ') AS terms, m.likeness
      FROM (SELECT b.*, p.bucket_id, p.segment_id, f.rank, n.likeness
        FROM (SELECT id FROM found UNION SELECT id FROM near) any_of JOIN branch_messages b ON b.user_id = ${me} AND b.id = any_of.id
        JOIN messages p ON p.user_id = ${me} AND p.id = b.place
        LEFT JOIN found f ON f.id = b.id LEFT JOIN near n ON n.id = b.id) m
      WHERE true ${sql.join(conditions)} ORDER BY m.rank NULLS LAST, m.likeness DESC NULLS LAST`)
    const messages = new Map(
      rows.length === 0
        ? []
        : (
            await db
              .select(readColumns)
              .from(branchMessages)
              .where(
                inArray(
                  branchMessages.id,
                  rows.map((row) => row.id),
                ),
              )
          ).map((row) => [row.id, toBranchMessage(row)]),
    )
    return rows
      .flatMap((row): FoundBranchMessage[] => {
        const message = messages.get(row.id)
        const held = new Set(row.terms.split(' '))
        if (!message || filter?.without.some((term) => held.has(term))) return []
        if (filter && !holdsPhrases(message.text, filter)) return []
        return [
          {
            message,
            bucketId: row.bucket === null ? null : bucketId.parse(row.bucket),
            segmentId: row.segment === null ? null : segmentId.parse(row.segment),
            holds: terms.filter((term) => held.has(term)),
            likeness: row.likeness,
          },
        ]
      })
      .slice(0, 2 * most)
  },
}

interface Found extends Record<string, unknown> {
  id: string
  bucket: string | null
  segment: string | null
  terms: string
  likeness: number | null
}

/** The branch that began first comes first; what was said here before what came with an import, by its arrival. */
function inOrderOfTime(messages: readonly BranchMessage[]): BranchMessage[] {
  const begins = new Map<string, string>()
  for (const { branch, ts, seq } of messages)
    if (!begins.has(branch)) begins.set(branch, seq === null ? `imported ${ts}` : String(seq).padStart(16, '0'))
  const at = (m: BranchMessage): string => begins.get(m.branch) ?? ''
  return [...messages].sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0))
}
