import { CatchmentError } from '@shared/contract/errors'
import type { Actor, ReceiptView } from '@shared/domain'
import {
  type BucketId,
  bucketId,
  type MessageId,
  messageId,
  type OperationId,
  operationId as operationIdSchema,
} from '@shared/ids'
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { bucketOperations, bucketProfiles, messages, operationChanges } from '../../schema'
import type { NewOperation, OperationResult, RegisterWrite, StoredBucket } from '../../types'
import { ForkMoves, settleForkedSegments, settleForks } from '../conversation/forks'
import { createMemories, deriveMemories } from '../memories/derive'
import { me } from '../profile'
import { toReceipt } from '../rows'
import { deriveSegments, ensureCut } from '../segments/derive'
import { derive } from './derive'
import { birthsOf, createBuckets, logOperations } from './log'
import { byRegister, CONTENT_FIELDS, readRegisters, setRegisters, Touched, writeRegisters } from './registers'
import { applyPlain, asPlanned, isPlain } from './together'

/**
 * The operation log. Every register of a bucket or message that automation or a person changes after the fact is written
 * through here, as (register, before, after). The present value of a register is the `after` of the newest operation on
 * it that still stands, else the `before` of the oldest: so undo and redo work in any order.
 */
export const operations = {
  /**
   * Applies and logs one operation. Registers that already hold the value are left out.
   * @param moved what the caller moved already for a fork this operation writes
   */
  async apply(db: Database, operation: NewOperation, moved = new ForkMoves()): Promise<OperationResult> {
    const result = await applyOperation(db, operation, moved)
    await forgetProfiles(db, result.homes)
    return result
  },

  /**
   * The same for several in one transaction, each with its own entry in the log: what they touch is counted once for all.
   * @param planned buckets as they were when the operations were planned. Those from the first on that speaks of one which is
   *   another by now are left out.
   */
  async applyTogether(
    db: Database,
    list: readonly NewOperation[],
    planned: readonly StoredBucket[] = [],
  ): Promise<OperationResult[]> {
    const standing = await asPlanned(db, list, planned)
    const results = isPlain(standing) ? await applyPlain(db, standing) : []
    if (results.length < standing.length)
      for (const operation of standing) results.push(await applyOperation(db, operation))
    await forgetProfiles(
      db,
      results.flatMap((result) => result.homes),
    )
    return results
  },

  /**
   * Takes an operation back. Undoing what is undone is a no-op.
   * @param silenceMs how long a silence closes a segment: one that was closed by hand goes on again only while a silence since
   * its last message would not have closed it. Without it, it does not.
   * @throws CatchmentError `not_found`
   */
  async undo(db: Database, id: OperationId, at: number, silenceMs?: number): Promise<OperationResult> {
    return setUndone(db, id, new Date(at), silenceMs)
  },

  /** Puts an undone operation back in its old place in the log. */
  async redo(db: Database, id: OperationId): Promise<OperationResult> {
    return setUndone(db, id, null)
  },

  async byId(db: Database, id: OperationId): Promise<ReceiptView | null> {
    const [row] = await db.select().from(bucketOperations).where(eq(bucketOperations.id, id))
    return row ? toReceipt(row) : null
  },

  /** Newest first. */
  async list(
    db: Database,
    filter: {
      actors?: Actor[]
      bucketId?: BucketId
      before?: OperationId
      passId?: string
      since?: number
      limit: number
    },
  ): Promise<ReceiptView[]> {
    const rows = await db
      .select()
      .from(bucketOperations)
      .where(
        and(
          filter.actors && inArray(bucketOperations.actor, filter.actors),
          filter.passId === undefined ? undefined : eq(bucketOperations.passId, filter.passId),
          filter.bucketId && sql`${bucketOperations.buckets} ? ${filter.bucketId}`,
          filter.since === undefined ? undefined : sql`${bucketOperations.ts} > ${new Date(filter.since)}`,
          filter.before &&
            lt(
              bucketOperations.seq,
              sql`(select seq from bucket_operations o where o.user_id = ${me} and o.id = ${filter.before})`,
            ),
        ),
      )
      .orderBy(desc(bucketOperations.seq))
      .limit(filter.limit)
    return rows.map(toReceipt)
  },

  /** Operations that moved this message, newest first. */
  async historyOf(db: Database, id: MessageId): Promise<ReceiptView[]> {
    const rows = await db
      .selectDistinct({ operation: bucketOperations })
      .from(bucketOperations)
      .innerJoin(operationChanges, eq(operationChanges.operationId, bucketOperations.id))
      .innerJoin(messages, eq(messages.id, id))
      .where(
        sql`(${operationChanges.entity} = 'message' and ${operationChanges.entityId} = ${id})
          or (${operationChanges.entity} = 'bucket' and ${operationChanges.field} = 'own_merged_into' and ${operationChanges.entityId} = ${messages.homeBucketId})`,
      )
      .orderBy(desc(bucketOperations.seq))
    return rows.map((r) => toReceipt(r.operation))
  },

  /** How many different messages, and other things but buckets, these operations wrote; of one that wrote none there is nothing. */
  async changed(
    db: Database,
    ids: readonly OperationId[],
  ): Promise<{ id: OperationId; messages: number; others: number }[]> {
    if (ids.length === 0) return []
    const { entity, entityId, operationId } = operationChanges
    const things = (which: SQL) =>
      sql<number>`count(DISTINCT ${entity} || ' ' || ${entityId}) FILTER (WHERE ${which})`.mapWith(Number)
    const rows = await db
      .select({
        id: operationId,
        messages: things(sql`${entity} = 'message'`),
        others: things(sql`${entity} NOT IN ('message', 'bucket')`),
      })
      .from(operationChanges)
      .where(inArray(operationId, [...ids]))
      .groupBy(operationId)
    return rows.map((row) => ({ ...row, id: operationIdSchema.parse(row.id) }))
  },

  /** Pairs of buckets that were merged by automation and taken apart by a person: never to be proposed again (02, Remembers no). */
  async refusedPairs(db: Database): Promise<[BucketId, BucketId][]> {
    const rows = await db
      .select({ from: operationChanges.entityId, to: operationChanges.after })
      .from(operationChanges)
      .innerJoin(bucketOperations, eq(bucketOperations.id, operationChanges.operationId))
      .where(
        and(
          eq(operationChanges.field, 'own_merged_into'),
          inArray(bucketOperations.kind, ['consolidate', 'mv', 'merge', 'archive_ephemeral']),
          sql`${bucketOperations.undoneAt} is not null`,
          sql`${operationChanges.after} is not null`,
        ),
      )
    return rows.map((r) => [bucketId.parse(r.from), bucketId.parse(r.to)])
  },

  async counts(db: Database): Promise<{ acts: number; undone: number }> {
    const [row] = await db
      .select({
        acts: sql<number>`count(*)`.mapWith(Number),
        undone: sql<number>`count(*) filter (where undone_at is not null)`.mapWith(Number),
      })
      .from(bucketOperations)
      .where(eq(bucketOperations.actor, 'janitor'))
    return row ?? { acts: 0, undone: 0 }
  },
}

/** `apply` for filing, which stores what the profiles of its buckets become in the same transaction. */
export async function applyOperation(
  db: Database,
  operation: NewOperation,
  moved = new ForkMoves(),
): Promise<OperationResult> {
  await createBuckets(db, operation.creates)
  await createMemories(db, operation.createsMemories ?? [], 'void')
  const [row] = await logOperations(db, [operation])
  if (!row) throw new CatchmentError('internal', 'The operation could not be logged.')
  const births = birthsOf(operation)
  const touched = new Touched(operation.creates.map((b) => b.id))
  // Several operations may make the same bucket (the janitor's `misc_…`); it exists as long as one of them stands, so
  // each keeps its claim, also where the bucket was there already.
  await writeRegisters(db, row, births, touched, 'always')
  for (const write of operation.writes)
    if (write.field === 'segment_cut_at' && write.after !== null) await ensureCut(db, write.entityId, write.after)
  await archiveFirst(db, operation)
  const [contents, others] = [true, false].map((is) =>
    operation.writes.filter((w) => CONTENT_FIELDS.has(w.field) === is),
  )
  await writeRegisters(db, row, others ?? [], touched)
  await writeRegisters(db, row, contents ?? [], touched, 'always')
  return finish(db, operationIdSchema.parse(row.id), touched, operation.ts, undefined, moved)
}

/** What is about to be hidden behind a summary is archived before it is (02, Consolidation). */
async function archiveFirst(db: Database, operation: NewOperation): Promise<void> {
  const hidden = operation.writes.filter((w) => w.field === 'superseded_by' && w.after !== null).map((w) => w.entityId)
  if (hidden.length === 0) return
  await db.execute(sql`
    UPDATE memory_entries SET archived_at = coalesce(archived_at, ${new Date(operation.ts)})
    WHERE user_id = ${me} AND id = ANY (ARRAY(SELECT e.id::uuid FROM jsonb_array_elements_text(${JSON.stringify(hidden)}::jsonb) AS e(id)))`)
}

async function setUndone(db: Database, id: OperationId, at: Date | null, silenceMs?: number): Promise<OperationResult> {
  const [operation] = await db.select().from(bucketOperations).where(eq(bucketOperations.id, id))
  if (!operation) throw new CatchmentError('not_found', 'There is no such entry in the log.')
  const touched = new Touched()
  if ((operation.undoneAt === null) !== (at === null)) {
    await db.update(bucketOperations).set({ undoneAt: at, note: null }).where(eq(bucketOperations.id, id))
    const changes = await db.select().from(operationChanges).where(eq(operationChanges.operationId, id))
    for (const { entity, field, rows } of byRegister(changes)) {
      const ids = rows.map((change) => change.entityId)
      const before = await readRegisters(db, entity, field, ids)
      const values = await setAsLogged(db, entity, field, ids)
      for (const entityId of ids)
        touched.note(entity, entityId, field, [before.get(entityId) ?? null, values.get(entityId) ?? null])
    }
  }
  const result = await finish(db, id, touched, (at ?? operation.ts).getTime(), silenceMs)
  await forgetProfiles(db, result.homes)
  return result
}

/**
 * What filing knows of homes whose messages changed is made anew behind the act. It goes with the act: killed in between, the
 * next start finds it missing, and not as it was before.
 */
async function forgetProfiles(db: Database, homes: readonly BucketId[]): Promise<void> {
  if (homes.length > 0) await db.delete(bucketProfiles).where(inArray(bucketProfiles.bucketId, [...homes]))
}

/** Gives a register of these rows what the log says it holds now; answers that. */
export async function setAsLogged(
  db: Database,
  entity: RegisterWrite['entity'],
  field: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const values = await presentValues(db, entity, field, ids)
  await setRegisters(
    db,
    entity,
    field,
    ids.map((entityId) => ({ entityId, after: values.get(entityId) ?? null })),
  )
  return values
}

/** Of each row the newest standing write of a register, else what was there before the first. */
export async function presentValues(
  db: Database,
  entity: RegisterWrite['entity'],
  field: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await db.execute<{ id: string; value: string | null }>(sql`
    SELECT r.id, CASE WHEN s.operation_seq IS NULL THEN f.before ELSE s.after END AS value
    FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS r(id)
    LEFT JOIN LATERAL (
      SELECT c.operation_seq, c.after FROM operation_changes c
      JOIN bucket_operations o ON o.user_id = c.user_id AND o.id = c.operation_id
      WHERE c.user_id = ${me} AND c.entity = ${entity} AND c.entity_id = r.id AND c.field = ${field} AND o.undone_at IS NULL
      ORDER BY c.operation_seq DESC LIMIT 1
    ) s ON true
    LEFT JOIN LATERAL (
      SELECT c.before FROM operation_changes c
      WHERE c.user_id = ${me} AND c.entity = ${entity} AND c.entity_id = r.id AND c.field = ${field}
      ORDER BY c.operation_seq LIMIT 1
    ) f ON true`)
  return new Map(rows.map((row) => [row.id, row.value]))
}

/** @param at when it was done or taken back, milliseconds */
async function finish(
  db: Database,
  id: OperationId,
  touched: Touched,
  at: number,
  silenceMs?: number,
  forked = new ForkMoves(),
): Promise<OperationResult> {
  const changes = await db.select().from(operationChanges).where(eq(operationChanges.operationId, id))
  const merged = changes.filter((c) => c.field === 'own_merged_into').map((c) => c.entityId)
  const moved = changes.filter((c) => c.field === 'home_bucket_id')
  // A message moved straight into another home is found where that home leads.
  if (moved.length > 0) {
    await db.execute(sql`
      UPDATE messages m SET bucket_id = (
        SELECT coalesce(b.merged_into, b.id) FROM buckets b WHERE b.user_id = m.user_id AND b.id = m.home_bucket_id)
      WHERE m.user_id = ${me} AND m.id IN (${sql.join(
        moved.map((c) => sql`${c.entityId}::uuid`),
        sql`, `,
      )})`)
    const found = await db
      .selectDistinct({ id: messages.bucketId })
      .from(messages)
      .where(
        inArray(
          messages.id,
          moved.map((c) => c.entityId),
        ),
      )
    for (const { id: at } of found) if (at !== null) touched.buckets.add(at)
  }
  const isForked = changes.some((c) => c.entity === 'fork')
  if (isForked) {
    await settleForks(db, (store, field, ids) => presentValues(store, 'message', field, ids), forked)
    for (const id of forked.buckets) touched.buckets.add(id)
    for (const id of forked.homes) touched.homes.add(id)
    for (const id of forked.segments) touched.segments.add(id)
    await settleForkedSegments(db, forked.segments)
  }
  const derived = await derive(db, touched.buckets, merged.length > 0 ? 'followed' : 'stand')
  const carried =
    merged.length === 0
      ? []
      : await db.select({ id: messages.id }).from(messages).where(inArray(messages.homeBucketId, merged))
  const messageIds = [...new Set([...moved.map((c) => c.entityId), ...carried.map((c) => c.id)])].map((m) =>
    messageId.parse(m),
  )
  const movedCount = new Set(messageIds).size
  const closings = changes.filter((c) => c.field === 'segment_closed_at' && touched.segments.has(c.entityId))
  const segments =
    touched.segments.size === 0
      ? undefined
      : await deriveSegments(db, touched.segments, { homes: closings.map((c) => c.entityId), at, silenceMs })
  const [row] = await db
    .update(bucketOperations)
    .set({
      messagesMoved: sql`CASE WHEN ${bucketOperations.undoneAt} IS NULL THEN ${movedCount} ELSE ${bucketOperations.messagesMoved} END`,
      ...(segments?.note === undefined ? {} : { note: segments.note }),
    })
    .where(eq(bucketOperations.id, id))
    .returning()
  if (!row) throw new CatchmentError('not_found', 'There is no such entry in the log.')
  return {
    operationId: id,
    receipt: toReceipt(row),
    ...derived,
    messageIds,
    messagesMoved: movedCount,
    homes: [...touched.homes].map((home) => bucketId.parse(home)),
    ...(segments ? { segments } : {}),
    ...(isForked ? { branches: { gone: forked.gone, shown: forked.shown } } : {}),
    ...(touched.memories.size > 0
      ? { memories: await deriveMemories(db, touched.memories, touched.contents, at) }
      : {}),
  }
}
