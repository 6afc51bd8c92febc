import { CatchmentError } from '@shared/contract/errors'
import { type ContextId, contextId, memoryId, segmentId } from '@shared/ids'
import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ContextOwner, ContextSource, CoolingSegment, NewContext, StoredContext } from '../../context-types'
import type { Database } from '../../database'
import { contextEdges, compressedContexts as contexts } from '../../schema'
import { me } from '../profile'
import { uuids } from '../segments/rows'

/** From long to short. */
const RANK = sql`array_position(ARRAY['full', 'summary', 'bullets', 'keywords'], c.compression_level)`
const DAY = 86_400_000

/** The levels of memories and segments, and the edges between them (seed 004). */
export const contextsRepository = {
  /** From the full text down; empty if nothing was made yet. */
  async ofOwner(db: Database, owner: ContextOwner): Promise<StoredContext[]> {
    return select(db, and(eq(contexts.entityType, owner.type), eq(contexts.entityId, owner.id)))
  },

  async byId(db: Database, id: ContextId): Promise<StoredContext | null> {
    return (await select(db, eq(contexts.id, id)))[0] ?? null
  },

  /**
   * Writes levels of one owner and links all it has. A level that is there keeps its id; derived levels that were made from
   * another text go. Answers the whole chain.
   * @throws CatchmentError `not_found` for an owner that is not there
   */
  async save(db: Database, source: ContextSource, levels: readonly NewContext[], at: number): Promise<StoredContext[]> {
    const { owner, ...common } = source
    await requireOwner(db, owner)
    const mine = and(eq(contexts.entityType, owner.type), eq(contexts.entityId, owner.id))
    const stale = await db
      .select({ id: contexts.id })
      .from(contexts)
      .where(and(mine, ne(contexts.compressionLevel, 'full'), ne(contexts.madeFrom, source.madeFrom)))
    await remove(
      db,
      stale.map((row) => row.id),
    )
    for (const { level, content, tokens, expiresAt } of levels) {
      const values = {
        ...common,
        content,
        tokenCount: tokens,
        createdAt: new Date(at),
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      }
      const [there] = await db
        .update(contexts)
        .set(values)
        .where(and(mine, eq(contexts.compressionLevel, level)))
        .returning({ id: contexts.id })
      if (there) continue
      await db.insert(contexts).values({
        ...values,
        userId: me,
        id: uuidv7({ msecs: at }),
        entityType: owner.type,
        entityId: owner.id,
        compressionLevel: level,
      })
    }
    await db.update(contexts).set({ containsPii: source.containsPii, accessTier: source.accessTier }).where(mine)
    await relinkContexts(db, [owner.id])
    return contextsRepository.ofOwner(db, owner)
  },

  /**
   * Somebody read this level: it and the longer ones count it and, where they expire, last until `expiresAt`. So what a level
   * leads to never goes before it.
   */
  async touch(db: Database, id: ContextId, at: number, expiresAt: number): Promise<void> {
    await db.execute(sql`
      UPDATE compressed_contexts c SET last_accessed = ${new Date(at)}, access_count = c.access_count + 1,
        expires_at = CASE WHEN c.expires_at IS NULL THEN NULL ELSE greatest(c.expires_at, ${new Date(expiresAt)}) END
      FROM compressed_contexts r
      WHERE r.user_id = ${me} AND r.id = ${id}::uuid AND c.user_id = r.user_id AND c.entity_type = r.entity_type
        AND c.entity_id = r.entity_id AND ${RANK}
          <= array_position(ARRAY['full', 'summary', 'bullets', 'keywords'], r.compression_level)`)
  },

  /** `level` stays, the owner's other derived levels last until `expiresAt` unless they end sooner. */
  async settleAt(db: Database, owner: ContextOwner, level: StoredContext['level'], expiresAt: number): Promise<void> {
    await db.execute(sql`
      UPDATE compressed_contexts c SET expires_at = CASE
        WHEN c.compression_level IN ('full', ${level}) THEN NULL
        ELSE coalesce(c.expires_at, ${new Date(expiresAt)}) END
      WHERE c.user_id = ${me} AND c.entity_type = ${owner.type} AND c.entity_id = ${owner.id}::uuid`)
  },

  /**
   * Closed segments that do not lie at the level of their tier yet, or went on after their levels were made;
   * longest unused first. Unused: since they ended or one of their levels was read. Over 7 days: summary; over 30: bullets;
   * over 180: keywords (07-settled, Levels).
   */
  async cooling(db: Database, input: { now: number; limit: number }): Promise<CoolingSegment[]> {
    const { rows } = await db.execute<{ id: string; level: CoolingSegment['level'] }>(sql`
      SELECT w.id, w.level FROM (
        SELECT s.id, s.user_id, s.collapsed_at, u.at AS unused, CASE
          WHEN u.at < ${daysBefore(input.now, 180)} THEN 'keywords'
          WHEN u.at < ${daysBefore(input.now, 30)} THEN 'bullets' ELSE 'summary' END AS level
        FROM continuum_segments s, LATERAL (
          SELECT greatest(s.end_time, max(c.last_accessed)) AS at FROM compressed_contexts c
          WHERE c.user_id = s.user_id AND c.entity_type = 'segment' AND c.entity_id = s.id) u
        WHERE s.user_id = ${me} AND s.status IN ('collapsed', 'archived') AND s.message_count > 0 AND u.at < ${daysBefore(input.now, 7)}) w
      WHERE NOT EXISTS (SELECT FROM compressed_contexts c WHERE c.user_id = w.user_id AND c.entity_type = 'segment'
        AND c.entity_id = w.id AND c.compression_level = w.level AND c.expires_at IS NULL
        AND c.created_at >= coalesce(w.collapsed_at, c.created_at))
      ORDER BY w.unused, w.id LIMIT ${input.limit}`)
    return rows.map(({ id, level }) => ({ segmentId: segmentId.parse(id), level }))
  },

  /**
   * The edges that lead out of a chain: HAS_VALUE from a memory's full text to its classification, FOLLOWS from a segment to
   * the one before it in the same conversation. Answers how many were added.
   */
  async relate(db: Database, at: number): Promise<{ values: number; follows: number }> {
    await db.delete(contextEdges).where(eq(contextEdges.kind, 'FOLLOWS'))
    const values = await db.execute(sql`
      INSERT INTO context_edges (user_id, from_id, to_id, kind, created_at)
      SELECT c.user_id, c.id, v.id, 'HAS_VALUE', ${new Date(at)} FROM compressed_contexts c
      JOIN value_classifications v ON v.user_id = c.user_id AND v.entity_type = 'memory' AND v.id = c.entity_id
      WHERE c.user_id = ${me} AND c.entity_type = 'memory' AND c.compression_level = 'full'
      ON CONFLICT DO NOTHING RETURNING from_id`)
    const follows = await db.execute(sql`
      INSERT INTO context_edges (user_id, from_id, to_id, kind, created_at)
      SELECT o.user_id, o.id, o.before, 'FOLLOWS', ${new Date(at)} FROM (
        SELECT c.user_id, c.id, lag(c.id) OVER (PARTITION BY s.conv ORDER BY s.start_time, s.id) AS before
        FROM compressed_contexts c
        JOIN continuum_segments s ON s.user_id = c.user_id AND s.id = c.entity_id AND s.status <> 'void'
        WHERE c.user_id = ${me} AND c.entity_type = 'segment' AND c.compression_level = 'full') o
      WHERE o.before IS NOT NULL RETURNING from_id`)
    return { values: values.rows.length, follows: follows.rows.length }
  },

  /** Drops derived levels whose time is over; what was below them leads to what was above. Answers how many. */
  async expire(db: Database, now: number): Promise<number> {
    const rows = await db
      .select({ id: contexts.id, owner: contexts.entityId })
      .from(contexts)
      .where(and(ne(contexts.compressionLevel, 'full'), sql`${contexts.expiresAt} <= ${new Date(now)}`))
    await remove(
      db,
      rows.map((row) => row.id),
    )
    await relinkContexts(db, [...new Set(rows.map((row) => row.owner))])
    return rows.length
  },

  /** All levels of an owner that is gone for good. */
  async drop(db: Database, owner: ContextOwner): Promise<number> {
    const rows = await db
      .select({ id: contexts.id })
      .from(contexts)
      .where(and(eq(contexts.entityType, owner.type), eq(contexts.entityId, owner.id)))
    await remove(
      db,
      rows.map((row) => row.id),
    )
    return rows.length
  },

  /** What leads out of a level or to it. */
  async edges(
    db: Database,
    id: ContextId,
  ): Promise<{ from: string; to: string; kind: (typeof contextEdges.$inferSelect)['kind']; ratio: number | null }[]> {
    const rows = await db
      .select()
      .from(contextEdges)
      .where(or(eq(contextEdges.fromId, id), eq(contextEdges.toId, id)))
      .orderBy(contextEdges.kind, contextEdges.fromId, contextEdges.toId)
    return rows.map((row) => ({ from: row.fromId, to: row.toId, kind: row.kind, ratio: row.compressionRatio }))
  },
}

async function requireOwner(db: Database, { type, id }: ContextOwner): Promise<void> {
  const table = type === 'memory' ? sql`memory_entries` : sql`continuum_segments`
  const { rows } = await db.execute(sql`SELECT FROM ${table} WHERE user_id = ${me} AND id = ${id}::uuid`)
  if (rows.length === 0) throw new CatchmentError('not_found', `There is no ${type} ${id}.`)
}

const daysBefore = (now: number, days: number): Date => new Date(now - days * DAY)

async function select(db: Database, where: SQL | undefined): Promise<StoredContext[]> {
  const rows = await db
    .select({ context: contexts, ratio: contextEdges.compressionRatio })
    .from(contexts)
    .leftJoin(
      contextEdges,
      and(
        eq(contextEdges.userId, contexts.userId),
        eq(contextEdges.toId, contexts.id),
        eq(contextEdges.kind, 'SUMMARIZED_TO'),
      ),
    )
    .where(where)
    .orderBy(sql`array_position(ARRAY['full', 'summary', 'bullets', 'keywords'], ${contexts.compressionLevel})`)
  return rows.map(({ context, ratio }) => toContext(context, ratio))
}

async function remove(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    DELETE FROM context_edges WHERE user_id = ${me} AND (from_id IN (${uuids(ids)}) OR to_id IN (${uuids(ids)}))`)
  await db.delete(contexts).where(inArray(contexts.id, [...ids]))
}

/** Parents, children and SUMMARIZED_TO edges of these owners, worked out from the levels they have. */
export async function relinkContexts(db: Database, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return
  const ordered = sql`
    SELECT c.user_id, c.id, c.token_count, c.created_at, lag(c.id) OVER w AS parent, lead(c.id) OVER w AS child,
      lag(c.token_count) OVER w AS parent_tokens
    FROM compressed_contexts c WHERE c.user_id = ${me} AND c.entity_id IN (${uuids(owners)})
    WINDOW w AS (PARTITION BY c.entity_type, c.entity_id ORDER BY ${RANK})`
  await db.execute(sql`
    UPDATE compressed_contexts c SET parent_context_id = o.parent,
      child_context_ids = CASE WHEN o.child IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(o.child) END
    FROM (${ordered}) o WHERE c.user_id = o.user_id AND c.id = o.id`)
  await db.execute(sql`
    DELETE FROM context_edges e USING compressed_contexts c
    WHERE e.user_id = ${me} AND e.kind = 'SUMMARIZED_TO' AND c.user_id = e.user_id AND c.id = e.to_id
      AND c.entity_id IN (${uuids(owners)})`)
  await db.execute(sql`
    INSERT INTO context_edges (user_id, from_id, to_id, kind, compression_ratio, created_at)
    SELECT o.user_id, o.parent, o.id, 'SUMMARIZED_TO', o.token_count::float8 / greatest(o.parent_tokens, 1), o.created_at
    FROM (${ordered}) o WHERE o.parent IS NOT NULL`)
}

function toContext(row: typeof contexts.$inferSelect, ratio: number | null): StoredContext {
  return {
    id: contextId.parse(row.id),
    owner:
      row.entityType === 'memory'
        ? { type: 'memory', id: memoryId.parse(row.entityId) }
        : { type: 'segment', id: segmentId.parse(row.entityId) },
    level: row.compressionLevel,
    content: row.content,
    tokens: row.tokenCount,
    contentType: row.contentType,
    containsPii: row.containsPii,
    accessTier: row.accessTier,
    parentId: row.parentContextId === null ? null : contextId.parse(row.parentContextId),
    childIds: row.childContextIds.map((id) => contextId.parse(id)),
    ratio,
    madeFrom: row.madeFrom,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastAccessed: row.lastAccessed?.toISOString() ?? null,
    accessCount: row.accessCount,
  }
}
