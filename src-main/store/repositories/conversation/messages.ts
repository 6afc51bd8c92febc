import { type BucketId, bucketId, type MessageId, type SegmentId, type ShortId } from '@shared/ids'
import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { messageEmbeddings, messages } from '../../schema'
import { readVector, vectorBytes, vectorText } from '../../schema/columns'
import { single } from '../../single'
import type { MessageWithVector, StoredMessage } from '../../types'
import { uuidArray } from '../erasing/derived'
import { externalHash } from '../erasing/external-hash'
import { me } from '../profile'
import { toMessage } from '../rows'
import { arrayOf, indexVectors } from '../search/indexing'

/** What a person sees as a message: sentinels and tool and system rows never appear in lists and counts (07-settled). */
export const shown = and(eq(messages.isSegmentBoundary, false), inArray(messages.role, ['user', 'assistant']))

const newestFirst = [desc(messages.ts), desc(messages.id)] as const
const oldestFirst = [asc(messages.ts), asc(messages.id)] as const

export type PageAnchor =
  | { at: 'newest' }
  | { at: 'before'; messageId: MessageId }
  | { at: 'after'; messageId: MessageId }
  | { at: 'around'; messageId: MessageId }

export interface MessagePage {
  messages: StoredMessage[]
  hasOlder: boolean
  hasNewer: boolean
}

export const messagesRepository = {
  /** A slice of the conversation or of one bucket's thread, oldest first. */
  async page(
    db: Database,
    input: { bucketId?: BucketId | undefined; anchor: PageAnchor; limit: number },
  ): Promise<MessagePage> {
    const scope = and(shown, input.bucketId && eq(messages.bucketId, input.bucketId))
    const { anchor, limit } = input
    if (anchor.at === 'newest') {
      const older = await slice(db, scope, newestFirst, limit + 1)
      return { messages: older.slice(0, limit).reverse(), hasOlder: older.length > limit, hasNewer: false }
    }
    const at = sql`(select ts, id from messages a where a.user_id = ${me} and a.id = ${anchor.messageId})`
    const before = and(scope, sql`(${messages.ts}, ${messages.id}) < ${at}`)
    const after = and(scope, sql`(${messages.ts}, ${messages.id}) > ${at}`)
    if (anchor.at === 'before') {
      const older = await slice(db, before, newestFirst, limit + 1)
      return { messages: older.slice(0, limit).reverse(), hasOlder: older.length > limit, hasNewer: true }
    }
    if (anchor.at === 'after') {
      const newer = await slice(db, after, oldestFirst, limit + 1)
      return { messages: newer.slice(0, limit), hasOlder: true, hasNewer: newer.length > limit }
    }
    const half = Math.ceil(limit / 2)
    const older = await slice(db, before, newestFirst, half + 1)
    const newer = await slice(db, and(scope, sql`(${messages.ts}, ${messages.id}) >= ${at}`), oldestFirst, half + 1)
    return {
      messages: [...older.slice(0, half).reverse(), ...newer.slice(0, half)],
      hasOlder: older.length > half,
      hasNewer: newer.length > half,
    }
  },

  byIds: single(async (db: Database, ids: readonly MessageId[]): Promise<StoredMessage[]> => {
    if (ids.length === 0) return []
    return (
      await db
        .select()
        .from(messages)
        .where(inArray(messages.id, [...ids]))
        .orderBy(...oldestFirst)
    ).map(toMessage)
  }),

  /**
   * Which of these external ids are already in the store: import is idempotent by them. `own` are those that an export
   * gave to messages typed here, which have none, with the message's own id.
   */
  async knownExternalIds(
    db: Database,
    ids: readonly string[],
    own: readonly { externalId: string; id: MessageId }[] = [],
  ): Promise<string[]> {
    if (ids.length === 0) return []
    if (own.length > 0) {
      const here = await messagesRepository.byIds(
        db,
        own.map((o) => o.id),
      )
      const typed = new Set<string>(here.filter((m) => m.externalId === null).map((m) => m.id))
      // what a person edited away here is here all the same
      const aside = await db.execute<{ id: string }>(sql`
        SELECT id FROM branch_messages WHERE user_id = ${me} AND external_id IS NULL AND id = ANY(${uuidArray(own.map((o) => o.id))})`)
      for (const { id } of aside.rows) typed.add(id)
      const known = own.filter((o) => typed.has(o.id)).map((o) => o.externalId)
      return [...known, ...(await messagesRepository.knownExternalIds(db, ids))]
    }
    const rows = await db
      .select({ id: messages.externalId })
      .from(messages)
      .where(inArray(messages.externalId, [...ids]))
    // what was erased for good does not come again
    const hashes = new Map(ids.map((id) => [externalHash(id), id]))
    const erased = await db.execute<{ hash: string }>(sql`
      SELECT external_hash AS hash FROM erased_messages WHERE user_id = ${me}
        AND external_hash IN (SELECT jsonb_array_elements_text(${JSON.stringify([...hashes.keys()])}::jsonb))`)
    return [
      ...rows.flatMap((r) => (r.id === null ? [] : [r.id])),
      ...erased.rows.flatMap(({ hash }) => hashes.get(hash) ?? []),
    ]
  },

  newest: single(async (db: Database, limit: number, uptoSeq?: number): Promise<StoredMessage[]> => {
    return (
      await slice(
        db,
        and(shown, uptoSeq === undefined ? undefined : sql`${messages.seq} <= ${uptoSeq}`),
        newestFirst,
        limit,
      )
    ).reverse()
  }),

  /**
   * The newest messages of the live talk that arrived after `seq`, oldest first; imports are left out, and new versions of what
   * was said before `from` (ISO): they stand where that stands.
   */
  async since(db: Database, seq: number, from: string, limit: number): Promise<StoredMessage[]> {
    const newest = await db
      .select()
      .from(messages)
      .where(and(shown, isNull(messages.conv), gt(messages.seq, seq), gte(messages.ts, new Date(from))))
      .orderBy(desc(messages.seq))
      .limit(limit)
    return newest.reverse().map(toMessage)
  },

  ofSegment: single(async (db: Database, segment: SegmentId): Promise<StoredMessage[]> => {
    return slice(db, and(shown, eq(messages.segmentId, segment)), oldestFirst, 100_000)
  }),

  /** A segment's newest messages with their vectors, oldest first: what filing judges. */
  ofSegmentWithVectors: single(
    async (db: Database, segment: SegmentId, modelId: string, newest?: number): Promise<MessageWithVector[]> => {
      return (
        await withVectors(db, and(shown, eq(messages.segmentId, segment)), modelId, newest ?? 100_000, newestFirst)
      ).reverse()
    },
  ),

  ofBucket: single(
    async (db: Database, bucket: BucketId, options: { limit: number; newest: boolean }): Promise<StoredMessage[]> => {
      const found = await slice(
        db,
        and(shown, eq(messages.bucketId, bucket)),
        options.newest ? newestFirst : oldestFirst,
        options.limit,
      )
      return options.newest ? found.reverse() : found
    },
  ),

  /** When the newest message of each bucket was said, milliseconds; of those that hold one. */
  newestIn: single(async (db: Database, ids: readonly BucketId[]): Promise<[BucketId, number][]> => {
    const { rows } = await db.execute<{ id: string; ms: number }>(sql`
      SELECT b.id, (extract(epoch FROM m.ts) * 1000)::float8 AS ms FROM unnest(${arrayOf(ids)}::text[]) AS b(id), LATERAL (
        SELECT ts FROM messages WHERE user_id = ${me} AND bucket_id = b.id AND NOT is_segment_boundary
          AND role IN ('user', 'assistant') ORDER BY ts DESC LIMIT 1) m`)
    return rows.map(({ id, ms }) => [bucketId.parse(id), ms])
  }),

  async ofBucketWithVectors(
    db: Database,
    bucket: BucketId,
    modelId: string,
    limit: number,
  ): Promise<MessageWithVector[]> {
    return withVectors(db, and(shown, eq(messages.bucketId, bucket)), modelId, limit)
  },

  /** Everything filed under this id itself, merges not followed: what its filing profile is made from. */
  async ofHomeWithVectors(db: Database, home: BucketId, modelId: string): Promise<MessageWithVector[]> {
    return withVectors(db, and(shown, eq(messages.homeBucketId, home)), modelId, 100_000)
  },

  /** Texts with their vectors of one model, in the order in which they came, behind the message with the number `after`. */
  async withVectorsAfter(
    db: Database,
    modelId: string,
    after: number,
    limit: number,
  ): Promise<{ seq: number; text: string; vector: Float32Array }[]> {
    const { rows } = await db.execute<{ seq: string; text: string; vector: string }>(sql`
      SELECT m.seq, m.text, ${vectorBytes(sql`e.embedding`)} AS vector FROM messages m
      JOIN message_embeddings e ON e.user_id = m.user_id AND e.message_id = m.id AND e.model_id = ${modelId}
      WHERE m.user_id = ${me} AND m.seq > ${after}::bigint ORDER BY m.seq LIMIT ${limit}`)
    return rows.map(({ seq, text, vector }) => ({ seq: Number(seq), text, vector: readVector(vector) }))
  },

  /** Vectors of one model. Messages that are not here any more get none. */
  async saveVectors(
    db: Database,
    modelId: string,
    vectors: readonly { id: MessageId; vector: Float32Array }[],
  ): Promise<void> {
    for (let at = 0; at < vectors.length; at += 200) {
      const rows = vectors.slice(at, at + 200).map(({ id, vector }) => ({ id, vector: vectorText(vector) }))
      // One that left for a branch while its vector was made comes back with it.
      await db.execute(sql`
        WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v(id uuid, vector text)), aside AS (
          UPDATE branch_messages b SET kept = b.kept || jsonb_build_object('vectors',
            coalesce(b.kept->'vectors', '{}') || jsonb_build_object(${modelId}::text, given.vector))
          FROM given WHERE b.user_id = ${me} AND b.id = given.id AND b.kept IS NOT NULL
        )
        INSERT INTO message_embeddings (user_id, message_id, model_id, embedding)
        SELECT ${me}, given.id, ${modelId}, given.vector::vector FROM given
        JOIN messages m ON m.user_id = ${me} AND m.id = given.id
        ON CONFLICT DO NOTHING`)
    }
    await indexVectors(db, modelId, vectors)
  },

  /** Messages without a vector of this model in order of arrival, from after `afterSeq` on: the backlog. */
  async withoutVector(db: Database, modelId: string, limit: number, afterSeq = 0): Promise<StoredMessage[]> {
    const rows = await db
      .select({ message: messages })
      .from(messages)
      .leftJoin(
        messageEmbeddings,
        and(eq(messageEmbeddings.messageId, messages.id), eq(messageEmbeddings.modelId, modelId)),
      )
      .where(and(shown, gt(messages.seq, afterSeq), sql`${messageEmbeddings.messageId} is null`))
      .orderBy(asc(messages.seq))
      .limit(limit)
    return rows.map((r) => toMessage(r.message))
  },

  /**
   * How many messages there are and from when to when. Counted by the buckets' own counts and what lies in none, so that
   * it costs the same at a hundred thousand messages.
   */
  async overview(
    db: Database,
  ): Promise<{ messages: number; firstAt: number | null; newestAt: number | null; newestSeq: number }> {
    const said = sql`user_id = ${me} AND NOT is_segment_boundary AND role IN ('user', 'assistant')`
    const { rows } = await db.execute<{
      messages: string
      first: string | null
      newest: string | null
      seq: string
    }>(sql`
      SELECT (SELECT coalesce(sum(message_count), 0) FROM buckets WHERE user_id = ${me} AND merged_into IS NULL)
          + (SELECT count(*) FROM messages WHERE ${said} AND bucket_id IS NULL) AS messages,
        (SELECT ts FROM messages WHERE ${said} ORDER BY ts LIMIT 1) AS first,
        (SELECT ts FROM messages WHERE ${said} ORDER BY ts DESC LIMIT 1) AS newest,
        coalesce((SELECT seq FROM messages WHERE ${said} ORDER BY seq DESC LIMIT 1), 0) AS seq`)
    const [row] = rows
    const ms = (value: string | null | undefined) => (value ? new Date(value).getTime() : null)
    return {
      messages: Number(row?.messages ?? 0),
      firstAt: ms(row?.first),
      newestAt: ms(row?.newest),
      newestSeq: Number(row?.seq ?? 0),
    }
  },

  /**
   * Marks messages as topic boundaries in hindsight. Only the newest `reach` (25) can be reached (seed 001, Retrospective marking).
   * Answers the ids that were marked; unknown or too old ones are left out.
   */
  async markBoundaries(db: Database, shortIds: readonly ShortId[], reach: number): Promise<MessageId[]> {
    const recent = await slice(db, shown, newestFirst, reach)
    const found = recent.filter((m) => shortIds.includes(m.shortId)).map((m) => m.id)
    if (found.length > 0)
      await db
        .update(messages)
        .set({ topicChanged: true, metadata: sql`${messages.metadata} || '{"marked_by_model": true}'` })
        .where(inArray(messages.id, found))
    return found
  },

  /** What the model was sent for this message, kept verbatim for the session's prompt. */
  setVerbatim: single(async (db: Database, id: MessageId, verbatim: string): Promise<void> => {
    await db.update(messages).set({ verbatim }).where(eq(messages.id, id))
  }),

  /** The live message before this one that no segment holds yet. */
  before: single(async (db: Database, seq: number, limit: number): Promise<StoredMessage[]> => {
    return (
      await db
        .select()
        .from(messages)
        .where(and(shown, lt(messages.seq, seq)))
        .orderBy(desc(messages.seq))
        .limit(limit)
    ).map(toMessage)
  }),
}

async function slice(
  db: Database,
  where: SQL | undefined,
  order: readonly SQL[],
  limit: number,
): Promise<StoredMessage[]> {
  return (
    await db
      .select()
      .from(messages)
      .where(where)
      .orderBy(...order)
      .limit(limit)
  ).map(toMessage)
}

/**
 * Messages with their vectors. What a model was sent for a message, what it looked up and what was recalled are many times as
 * long as what was said, and filing asks for none of it: they are left out.
 */
async function withVectors(
  db: Database,
  where: SQL | undefined,
  modelId: string,
  limit: number,
  order: readonly SQL[] = oldestFirst,
): Promise<MessageWithVector[]> {
  const { verbatim: _, toolRounds: __, recalled: ___, segmentEmbedding: ____, ...filed } = getTableColumns(messages)
  const rows = await db
    .select({ message: filed, vector: vectorBytes(messageEmbeddings.embedding) })
    .from(messages)
    .leftJoin(
      messageEmbeddings,
      and(eq(messageEmbeddings.messageId, messages.id), eq(messageEmbeddings.modelId, modelId)),
    )
    .where(where)
    .orderBy(...order)
    .limit(limit)
  const leftOut = { verbatim: null, toolRounds: [], recalled: [], segmentEmbedding: null }
  return rows.map((r) => ({
    message: toMessage({ ...r.message, ...leftOut }),
    vector: r.vector === null ? null : readVector(r.vector),
  }))
}
