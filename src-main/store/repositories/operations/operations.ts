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
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { bucketOperations, bucketProfiles, buckets, janitorActions, messages, operationChanges } from '../../schema'
import type { NewBucket, NewOperation, OperationResult, RegisterWrite } from '../../types'
import { ForkMoves, settleForkedSegments, settleForks } from '../conversation/forks'
import { createMemories, deriveMemories } from '../memories/derive'
import { me, mine } from '../profile'
import { toReceipt } from '../rows'
import { deriveSegments, ensureCut } from '../segments/derive'
import { derive } from './derive'

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
  const [row] = await db
    .insert(bucketOperations)
    .values({
      userId: me,
      id: operation.id,
      ts: new Date(operation.ts),
      kind: operation.kind,
      actor: operation.actor,
      sentence: operation.sentence,
      buckets: operation.buckets,
      similarity: operation.similarity ?? null,
      passId: operation.passId ?? null,
    })
    .returning()
  if (!row) throw new CatchmentError('internal', 'The operation could not be logged.')
  if (operation.passId !== undefined)
    await db.insert(janitorActions).values({
      userId: me,
      id: uuidv7(),
      passId: operation.passId,
      operationId: row.id,
      kind: operation.kind,
      justification: operation.sentence,
      ts: row.ts,
    })
  const births = [
    ...operation.creates.map(
      (b): RegisterWrite => ({ entity: 'bucket', entityId: b.id, field: 'own_status', after: b.status }),
    ),
    ...(operation.createsMemories ?? []).map(
      (m): RegisterWrite => ({ entity: 'memory', entityId: m.id, field: 'own_state', after: 'live' }),
    ),
  ]
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

/** They begin as void: what makes them living is a register of the operation. */
async function createBuckets(db: Database, list: readonly NewBucket[]): Promise<void> {
  for (const b of list) {
    const at = new Date(b.at)
    await db
      .insert(buckets)
      .values({
        userId: me,
        id: b.id,
        title: b.title,
        description: b.description,
        ownStatus: 'void',
        status: 'void',
        shapedBy: b.shapedBy,
        createdAt: at,
        lastUpdated: at,
      })
      .onConflictDoNothing()
  }
}

const BUCKET_COLUMNS = {
  own_status: sql`own_status`,
  own_merged_into: sql`own_merged_into`,
  title: sql`title`,
  description: sql`description`,
  priority: sql`priority`,
  pinned_at: sql`pinned_at`,
  shaped_by: sql`shaped_by`,
  life_change_detected: sql`life_change_detected`,
  parent_bucket_id: sql`parent_bucket_id`,
} as const
const MESSAGE_COLUMNS = { home_bucket_id: sql`home_bucket_id`, filed_by: sql`filed_by` } as const
const SEGMENT_COLUMNS = {
  segment_title: sql`own_title`,
  segment_merged_into: sql`own_merged_into`,
  segment_cut_at: sql`cut_at`,
  segment_closed_at: sql`closed_at`,
  segment_retold: sql`retold`,
} as const

const MEMORY_COLUMNS = {
  content: sql`content`,
  token_count: sql`token_count`,
  pii_kinds: sql`pii_kinds`,
  category: sql`category`,
  done: sql`done`,
  own_state: sql`own_state`,
  superseded_by: sql`superseded_by`,
  ended_at: sql`ended_at`,
  pinned_at: sql`pinned_at`,
  forgotten_at: sql`forgotten_at`,
  sensitive: sql`sensitive`,
} as const
/** A content and what was read from it are logged together, so that every fold gives what belongs together. */
const CONTENT_FIELDS: ReadonlySet<string> = new Set(['content', 'token_count', 'pii_kinds'])

const FORK_COLUMNS = { shown_branch: sql`own_shown` } as const

const CASTS: Readonly<Record<string, ReturnType<typeof sql>>> = {
  pinned_at: sql`::timestamptz`,
  life_change_detected: sql`::boolean`,
  segment_merged_into: sql`::uuid`,
  segment_cut_at: sql`::uuid`,
  segment_closed_at: sql`::timestamptz`,
  token_count: sql`::integer`,
  pii_kinds: sql`::jsonb`,
  done: sql`::boolean`,
  superseded_by: sql`::uuid`,
  ended_at: sql`::timestamptz`,
  forgotten_at: sql`::timestamptz`,
  sensitive: sql`::boolean`,
}

const TABLES: Readonly<Record<string, ReturnType<typeof sql>>> = {
  bucket: sql`buckets`,
  segment: sql`continuum_segments`,
  memory: sql`memory_entries`,
  fork: sql`branch_forks`,
}
const COLUMNS: Readonly<Record<string, Readonly<Record<string, ReturnType<typeof sql>>>>> = {
  bucket: BUCKET_COLUMNS,
  message: MESSAGE_COLUMNS,
  segment: SEGMENT_COLUMNS,
  memory: MEMORY_COLUMNS,
  fork: FORK_COLUMNS,
}

function columnOf(entity: string, field: string) {
  const column = COLUMNS[entity]?.[field]
  if (!column) throw new CatchmentError('internal', `There is no register ${entity}.${field}.`)
  return {
    table: TABLES[entity] ?? sql`messages`,
    column,
    cast: CASTS[field] ?? sql`::text`,
    id: entity === 'bucket' ? sql`::text` : sql`::uuid`,
  }
}

/** The same kind of register together, in the order they come. */
function byRegister<T extends { entity: RegisterWrite['entity']; field: string }>(
  list: readonly T[],
): { entity: RegisterWrite['entity']; field: string; rows: T[] }[] {
  const groups = new Map<string, { entity: RegisterWrite['entity']; field: string; rows: T[] }>()
  for (const one of list) {
    const key = `${one.entity}.${one.field}`
    const group = groups.get(key) ?? { entity: one.entity, field: one.field, rows: [] }
    group.rows.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Rows that one statement writes at most: a statement takes so many parameters and no more. */
const AT_ONCE = 1_000

/** What a register holds in these rows; rows that are not there are left out. */
async function readRegisters(
  db: Database,
  entity: string,
  field: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { table, column, id } = columnOf(entity, field)
  const { rows } = await db.execute<{ id: string; value: string | null }>(sql`
    SELECT t.id::text AS id, to_jsonb(${column}) #>> '{}' AS value FROM ${table} t
    WHERE t.user_id = ${me} AND t.id = ANY (ARRAY(SELECT e.id${id} FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS e(id)))`)
  return new Map(rows.map((row) => [row.id, row.value]))
}

async function setRegisters(
  db: Database,
  entity: string,
  field: string,
  values: readonly { entityId: string; after: string | null }[],
): Promise<void> {
  const { table, column, cast, id } = columnOf(entity, field)
  await db.execute(sql`
    UPDATE ${table} t SET ${column} = n.after${cast}
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS n("entityId" text, after text)
    WHERE t.user_id = ${me} AND t.id = n."entityId"${id}`)
}

/**
 * Writes registers and logs what they held: three statements for each kind of register, however many rows it is written in, so
 * that moving hundreds of messages stays short.
 */
async function writeRegisters(
  db: Database,
  operation: { id: string; seq: number },
  writes: readonly RegisterWrite[],
  touched: Touched,
  log: 'changes' | 'always' = 'changes',
): Promise<void> {
  for (const { entity, field, rows: group } of byRegister(writes)) {
    const before = await readRegisters(
      db,
      entity,
      field,
      group.map((w) => w.entityId),
    )
    const missing = group.find((w) => !before.has(w.entityId))
    if (missing) throw new CatchmentError('not_found', `There is no ${entity} ${missing.entityId}.`)
    const changed = group.filter((w) => log === 'always' || before.get(w.entityId) !== w.after)
    for (let i = 0; i < changed.length; i += AT_ONCE) {
      const some = changed.slice(i, i + AT_ONCE)
      await db.insert(operationChanges).values(
        some.map((w) => ({
          userId: mine,
          operationId: operation.id,
          operationSeq: operation.seq,
          entity: w.entity,
          entityId: w.entityId,
          field: w.field,
          before: before.get(w.entityId) ?? null,
          after: w.after,
        })),
      )
      await setRegisters(db, entity, field, some)
    }
    for (const w of changed) touched.note(entity, w.entityId, field, [before.get(w.entityId) ?? null, w.after])
  }
}

/** What is about to be hidden behind a summary is archived before it is (02, Consolidation). */
async function archiveFirst(db: Database, operation: NewOperation): Promise<void> {
  const hidden = operation.writes.filter((w) => w.field === 'superseded_by' && w.after !== null).map((w) => w.entityId)
  if (hidden.length === 0) return
  await db.execute(sql`
    UPDATE memory_entries SET archived_at = coalesce(archived_at, ${new Date(operation.ts)})
    WHERE user_id = ${me} AND id = ANY (ARRAY(SELECT e.id::uuid FROM jsonb_array_elements_text(${JSON.stringify(hidden)}::jsonb) AS e(id)))`)
}

/** What an operation, its undo or its redo really changed. */
class Touched {
  /** To be counted anew. */
  readonly buckets: Set<string>
  /** Buckets whose own messages changed: where messages really came from and went, whatever the log says of that act. */
  readonly homes = new Set<string>()
  readonly segments = new Set<string>()
  readonly memories = new Set<string>()
  /** Memories whose words changed. */
  readonly contents = new Set<string>()

  constructor(buckets: Iterable<string> = []) {
    this.buckets = new Set(buckets)
  }

  note(entity: string, entityId: string, field: string, values: readonly (string | null)[]): void {
    if (entity === 'bucket') this.buckets.add(entityId)
    if (entity === 'segment') this.segments.add(entityId)
    if (entity === 'memory') this.memories.add(entityId)
    if (field === 'content' && values[0] !== values[1]) this.contents.add(entityId)
    if (field !== 'home_bucket_id') return
    for (const value of values) {
      if (value === null) continue
      this.buckets.add(value)
      this.homes.add(value)
    }
  }
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
      const values = await presentValues(db, entity, field, ids)
      await setRegisters(
        db,
        entity,
        field,
        ids.map((entityId) => ({ entityId, after: values.get(entityId) ?? null })),
      )
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

/** Of each row the newest standing write of a register, else what was there before the first. */
async function presentValues(
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
  const derived = await derive(db, touched.buckets)
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
