/** Where messages are found once cuts and merges of segments are followed (docs/adr/0004-operation-log.md). */

import { CatchmentError } from '@shared/contract/errors'
import { type MessageId, messageId, segmentId } from '@shared/ids'
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { bucketOperations, messages, operationChanges, continuumSegments as segments } from '../../schema'
import type { SegmentChange } from '../../types'
import { type Redirect, resolveRedirects } from '../buckets/redirects'
import { me } from '../profile'
import { indexSegment } from '../search/indexing'
import { type Closings, followClosings, takeInLone } from './closing'
import { contentsOf, insertSegment, recountSegments, syncSentinels } from './rows'
import { segmentsRepository } from './segments'

/** A segment whose edges a person moved or may move. */
interface Part {
  id: string
  own: string | null
  effective: string | null
  cutFrom: string | null
  cutAt: string | null
  follows: string | null
}

/** Makes room for the segment that begins with a message; it is `void` until the cut is written. @throws CatchmentError */
export async function ensureCut(db: Database, id: string, at: string): Promise<void> {
  const [message] = await db
    .select({ home: messages.homeSegmentId, conv: messages.conv, ts: messages.ts })
    .from(messages)
    .where(eq(messages.id, at))
  if (!message?.home) throw new CatchmentError('not_found', 'There is no such message in a segment.')
  const [known] = await db.select({ id: segments.id }).from(segments).where(eq(segments.id, id))
  if (known) return
  await insertSegment(db, { id, conv: message.conv, start: message.ts, status: 'void', cutFrom: message.home })
}

/**
 * Brings segments up to date after their registers changed. A cut parts the messages of one home at a message, in the
 * order they are shown in; a merge leads one segment into another. Reads the present registers only, so the order in which
 * operations came and went does not matter. What is summarised already and holds other messages now is summarised anew.
 * A segment that began only because the one before it was closed by hand leads into that one while the closing is taken back.
 */
export async function deriveSegments(
  db: Database,
  touched: ReadonlySet<string>,
  closings: Closings,
): Promise<SegmentChange> {
  await takeInLone(db, closings)
  const live = await liveSegment(db)
  const parts = await readParts(db, touched)
  const ends = await followMerges(db, parts)
  const homes = new Set<string>()
  for (const part of parts) {
    const end = ends.get(part.id) ?? null
    if (!touched.has(part.id) && end === part.effective) continue
    homes.add(part.cutFrom ?? part.id)
  }
  const moved: MessageId[] = []
  const changed = new Set<string>()
  for (const home of homes) await place(db, home, parts, ends, { moved, changed })
  const affected = [...new Set([...touched, ...changed])]
  await recountSegments(db, affected)
  await settle(db, affected, changed)
  if (live) await followLive(db, live)
  const { segments: reached, note } = await followClosings(db, closings, moved.length > 0)
  affected.push(...reached.filter((id) => !affected.includes(id)))
  await syncSentinels(db, affected)
  const shown = await segmentsRepository.byIds(
    db,
    affected.map((id) => segmentId.parse(id)),
  )
  const known = new Set<string>(shown.map((s) => s.id))
  await reindex(db, [...known])
  return {
    shown,
    removed: affected.filter((id) => !known.has(id)).map((id) => segmentId.parse(id)),
    messageIds: moved,
    ...(note === null ? {} : { note }),
  }
}

/** Puts every message where the cuts and merges that stand lead, whatever was changed last. Answers those that lay elsewhere. */
export async function placeAnew(db: Database): Promise<MessageId[]> {
  const parts = await readParts(db, 'all')
  const ends = await followMerges(db, parts)
  const into = { moved: [] as MessageId[], changed: new Set<string>() }
  for (const part of parts) if (part.cutFrom === null) await place(db, part.id, parts, ends, into)
  return into.moved
}

async function readParts(db: Database, touched: ReadonlySet<string> | 'all'): Promise<Part[]> {
  return db
    .select({
      id: segments.id,
      own: segments.ownMergedInto,
      effective: segments.mergedInto,
      cutFrom: segments.cutFrom,
      cutAt: segments.cutAt,
      follows: segments.followsClosed,
    })
    .from(segments)
    .where(
      touched === 'all'
        ? undefined
        : or(
            inArray(segments.id, [...touched]),
            sql`${segments.ownMergedInto} is not null`,
            sql`${segments.mergedInto} is not null`,
            sql`${segments.cutFrom} is not null`,
            sql`${segments.followsClosed} is not null`,
          ),
    )
}

/** Where every merged segment leads; the earlier of two merges that contradict each other holds. */
async function followMerges(db: Database, parts: readonly Part[]): Promise<ReadonlyMap<string, string>> {
  // What was parted from the one before leads into itself: it stands alone, whatever it follows.
  const pointing = parts.filter((p) => p.own !== null && p.own !== p.id)
  const seqs = new Map<string, number>()
  if (pointing.length > 0) {
    const rows = await db
      .select({
        id: operationChanges.entityId,
        seq: sql<number>`max(${operationChanges.operationSeq})`.mapWith(Number),
      })
      .from(operationChanges)
      .innerJoin(bucketOperations, eq(bucketOperations.id, operationChanges.operationId))
      .where(
        and(
          eq(operationChanges.entity, 'segment'),
          eq(operationChanges.field, 'segment_merged_into'),
          inArray(
            operationChanges.entityId,
            pointing.map((p) => p.id),
          ),
          isNull(bucketOperations.undoneAt),
        ),
      )
      .groupBy(operationChanges.entityId)
    for (const row of rows) seqs.set(row.id, row.seq)
  }
  const ends = resolveRedirects([
    ...pointing.flatMap((p) => (p.own === null ? [] : [{ from: p.id, to: p.own, seq: seqs.get(p.id) ?? 0 }])),
    ...(await followers(db, parts)),
  ])
  for (const part of parts) {
    const end = ends.get(part.id) ?? null
    if (end === part.effective) continue
    await db.update(segments).set({ mergedInto: end }).where(eq(segments.id, part.id))
  }
  return ends
}

/** Segments that began only because the one before was closed by hand, which is taken back. A person's merge counts more. */
async function followers(db: Database, parts: readonly Part[]): Promise<Redirect[]> {
  const following = parts.flatMap((p) =>
    p.own === null && p.follows !== null ? [{ from: p.id, home: p.follows }] : [],
  )
  if (following.length === 0) return []
  const homes = following.map((f) => f.home)
  const open = await db
    .select({ id: segments.id })
    .from(segments)
    .where(and(inArray(segments.id, homes), isNull(segments.closedAt)))
  const list: Redirect[] = []
  for (const { from, home } of following) {
    if (!open.some((o) => o.id === home)) continue
    list.push({ from, to: (await orderedCuts(db, home, parts)).at(-1)?.id ?? home, seq: Number.MAX_SAFE_INTEGER })
  }
  return list
}

/** Where one home is cut, in the order its messages are shown in. */
async function orderedCuts(db: Database, home: string, parts: readonly Part[]) {
  const cuts = parts.flatMap((p) => (p.cutFrom === home && p.cutAt !== null ? [{ id: p.id, at: p.cutAt }] : []))
  if (cuts.length === 0) return []
  const positions = await db
    .select({ id: messages.id, ts: messages.ts })
    .from(messages)
    .where(
      inArray(
        messages.id,
        cuts.map((c) => c.at),
      ),
    )
  const at = new Map(positions.map((p) => [p.id, p]))
  return cuts
    .flatMap((c) => {
      const position = at.get(c.at)
      return position ? [{ id: c.id, ts: position.ts, message: position.id }] : []
    })
    .sort((a, b) => a.ts.getTime() - b.ts.getTime() || (a.message < b.message ? -1 : 1) || (a.id < b.id ? -1 : 1))
}

/** Parts the messages of one home at its cuts and puts each part where it leads. */
async function place(
  db: Database,
  home: string,
  parts: readonly Part[],
  ends: ReadonlyMap<string, string>,
  into: { moved: MessageId[]; changed: Set<string> },
): Promise<void> {
  const ordered = await orderedCuts(db, home, parts)
  const pieces = [{ id: home, from: sql`true` }, ...ordered.map((c) => ({ id: c.id, from: notBefore(c) }))]
  for (const [i, piece] of pieces.entries()) {
    const next = ordered[i]
    const target = ends.get(piece.id) ?? piece.id
    const { rows } = await db.execute<{ id: string; was: string | null }>(sql`
      UPDATE messages m SET segment_id = ${target}::uuid
      FROM (SELECT id AS old_id, segment_id AS was FROM messages WHERE user_id = ${me} AND home_segment_id = ${home}::uuid
              AND NOT is_segment_boundary AND segment_id IS DISTINCT FROM ${target}::uuid
              AND ${piece.from} AND ${next ? sql`NOT ${notBefore(next)}` : sql`true`}) old
      WHERE m.user_id = ${me} AND m.id = old.old_id RETURNING m.id, old.was`)
    for (const row of rows) {
      into.moved.push(messageId.parse(row.id))
      if (row.was !== null) into.changed.add(row.was)
      into.changed.add(target)
    }
  }
}

const notBefore = (cut: { ts: Date; message: string }) =>
  sql`(ts, id) >= (${cut.ts}::timestamptz, ${cut.message}::uuid)`

/** What a segment is now that other messages are found in it. */
async function settle(db: Database, affected: readonly string[], changed: ReadonlySet<string>): Promise<void> {
  if (affected.length === 0) return
  const contents = await contentsOf(db, affected)
  const rows = await db
    .select({ id: segments.id, status: segments.status, cutFrom: segments.cutFrom, by: segments.summarisedBy })
    .from(segments)
    .where(inArray(segments.id, [...affected]))
  for (const row of rows) {
    const empty = (contents.get(row.id) ?? 0) === 0
    // A segment that never held anything, or whose messages were erased, stays what it is.
    if (empty && (changed.has(row.id) || row.cutFrom !== null)) {
      await db.update(segments).set({ status: 'void', claimedAt: null }).where(eq(segments.id, row.id))
    } else if (!empty && changed.has(row.id)) {
      await reopen(db, row)
    }
  }
}

async function reopen(db: Database, row: { id: string; status: string; cutFrom: string | null; by: string | null }) {
  if (row.status === 'active' || row.status === 'collapsing') return
  const summarised = row.by !== null
  await db
    .update(segments)
    .set({
      status: summarised ? 'collapsed' : 'active',
      attempts: 0,
      nextAttemptAt: null,
      metadata: summarised
        ? sql`metadata || '{"resummarise": true}'`
        : sql`(metadata - 'resummarise') || '{"close_now": true}'`,
      // What was extracted from the messages of a segment need not be extracted again from a piece of it.
      ...(row.by === null && row.cutFrom !== null
        ? {
            memoriesExtracted: sql`(SELECT h.memories_extracted FROM continuum_segments h
              WHERE h.user_id = ${me} AND h.id = ${row.cutFrom}::uuid)`,
          }
        : {}),
    })
    .where(eq(segments.id, row.id))
}

/** What a segment is called is part of what it is found by. */
async function reindex(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .select()
    .from(segments)
    .where(and(inArray(segments.id, [...ids]), sql`${segments.summaryEmbedding} is not null`))
  for (const { id, ownTitle, title, summary, summaryEmbedding, embeddingModel } of rows) {
    if (summaryEmbedding === null || embeddingModel === null) continue
    await indexSegment(db, {
      id: segmentId.parse(id),
      title: ownTitle ?? title,
      synopsis: summary,
      modelId: embeddingModel,
      vector: summaryEmbedding,
    })
  }
}

interface Live {
  segment: string
  newest: string
}

/** The segment that is going on, and the newest message in it. */
async function liveSegment(db: Database): Promise<Live | null> {
  const [row] = await db
    .select({ id: segments.id })
    .from(segments)
    .where(
      and(
        eq(segments.status, 'active'),
        isNull(segments.conv),
        sql`NOT metadata ? 'close_now' AND NOT metadata ? 'resummarise'`,
      ),
    )
    .orderBy(desc(segments.endTime))
    .limit(1)
  if (!row) return null
  const [newest] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.segmentId, row.id), eq(messages.isSegmentBoundary, false)))
    .orderBy(desc(messages.ts), desc(messages.id))
    .limit(1)
  return newest ? { segment: row.id, newest: newest.id } : null
}

/** What goes on is where its newest message is; what is cut off from it is over. */
async function followLive(db: Database, live: Live): Promise<void> {
  const [newest] = await db.select({ segment: messages.segmentId }).from(messages).where(eq(messages.id, live.newest))
  const target = newest?.segment
  if (!target || target === live.segment) return
  await db
    .update(segments)
    .set({
      status: 'active',
      claimedAt: null,
      attempts: 0,
      nextAttemptAt: null,
      metadata: sql`metadata - 'close_now' - 'resummarise'`,
    })
    .where(eq(segments.id, target))
  await db
    .update(segments)
    .set({ metadata: sql`metadata || '{"close_now": true}'`, nextAttemptAt: null })
    .where(and(eq(segments.id, live.segment), eq(segments.status, 'active')))
  await syncSentinels(db, [target, live.segment])
}
