/** Many operations in one transaction: a pass of the janitor does hundreds. */
import { bucketId, messageId, operationId } from '@shared/ids'
import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { buckets, messages } from '../../schema'
import type { NewOperation, OperationResult, RegisterWrite, StoredBucket } from '../../types'
import { me } from '../profile'
import { bucketColumns, toBucket, toReceipt } from '../rows'
import { arrayOf } from '../search/indexing'
import { derive } from './derive'
import { birthsOf, createBuckets, logOperations } from './log'
import { byRegister, type Change, logChanges, notThere, readRegisters, setRegisters, Touched } from './registers'

/** The leading operations whose buckets are as they were when they were planned. */
export async function asPlanned(
  db: Database,
  list: readonly NewOperation[],
  planned: readonly StoredBucket[],
): Promise<readonly NewOperation[]> {
  if (planned.length === 0) return list
  const rows = await db
    .select(bucketColumns)
    .from(buckets)
    .where(
      inArray(
        buckets.id,
        planned.map(({ id }) => id),
      ),
    )
  const now = new Map(rows.map((row) => [row.id, toBucket(row)]))
  const changed = new Set(planned.filter((b) => decidedBy(now.get(b.id)) !== decidedBy(b)).map(({ id }) => id))
  const end = list.findIndex((operation) => operation.buckets.some((id) => changed.has(id)))
  return end === -1 ? list : list.slice(0, end)
}

/** What plans decide by. */
function decidedBy(bucket: StoredBucket | null | undefined): string | null {
  if (!bucket) return null
  const { status, mergedInto, messages: n, newestSeq, lastActive, pinned, shapedBy, priority, title } = bucket
  return JSON.stringify([status, mergedInto, n, newestSeq, lastActive, pinned, shapedBy, priority, title])
}

/** Registers that hold what is written to them, letter by letter. */
const PLAIN: ReadonlySet<string> = new Set([
  'bucket.own_status',
  'bucket.own_merged_into',
  'bucket.title',
  'bucket.description',
  'bucket.priority',
  'bucket.shaped_by',
  'bucket.life_change_detected',
  'bucket.parent_bucket_id',
  'message.home_bucket_id',
  'message.filed_by',
])

/**
 * Operations that can be worked out together: they write plain registers of buckets and messages and nothing else follows from them, and
 * what one writes or speaks of no other does, but for the bucket that several are merged into.
 */
export function isPlain(list: readonly NewOperation[]): boolean {
  const spokenOf = new Set<string>()
  return list.every(({ buckets: about, createsMemories = [], creates, writes }) => {
    const into = new Set<string | null>([
      ...creates.map(({ id }) => id),
      ...writes.flatMap(({ field, after }) => (field === 'own_merged_into' ? [after] : [])),
    ])
    const own = new Set([...writes.map(({ entityId }) => entityId), ...about.filter((id) => !into.has(id))])
    const isApart = [...own].every((id) => !spokenOf.has(id))
    for (const id of own) spokenOf.add(id)
    return isApart && createsMemories.length === 0 && writes.every((w) => PLAIN.has(`${w.entity}.${w.field}`))
  })
}

interface Write extends RegisterWrite {
  /** Which of the operations. */
  of: number
  /** Logged also where it changes nothing. */
  always: boolean
}

/** What one operation logged. */
interface Done {
  touched: Touched
  merged: string[]
  moved: string[]
}

/**
 * Applies plain operations as if one after another: each logs what it found, and what follows from all of them is worked out once, as
 * it reads the present state alone.
 */
export async function applyPlain(db: Database, list: readonly NewOperation[]): Promise<OperationResult[]> {
  if (list.length === 0) return []
  await createBuckets(
    db,
    list.flatMap((operation) => operation.creates),
  )
  const rows = await logOperations(db, list)
  const done = list.map(
    ({ creates }): Done => ({ touched: new Touched(creates.map((b) => b.id)), merged: [], moved: [] }),
  )
  const writes = list.flatMap((operation, of): Write[] => [
    ...birthsOf(operation).map((write) => ({ ...write, of, always: true })),
    ...operation.writes.map((write) => ({ ...write, of, always: false })),
  ])
  for (const { entity, field, rows: group } of byRegister(writes)) {
    const present = await readRegisters(db, entity, field, [...new Set(group.map((w) => w.entityId))])
    const changes: Change[] = []
    const changed = new Map<string, string | null>()
    for (const write of group) {
      const { entityId, after, of, always } = write
      const [own, operation] = [done[of], rows[of]]
      const before = present.get(entityId)
      if (before === undefined) throw notThere(entity, entityId)
      if (!own || !operation || (!always && before === after)) continue
      changes.push({ operation, entityId, before, after })
      present.set(entityId, after)
      changed.set(entityId, after)
      own.touched.note(entity, entityId, field, [before, after])
      if (field === 'own_merged_into') own.merged.push(entityId)
      if (field === 'home_bucket_id') own.moved.push(entityId)
    }
    await logChanges(db, entity, field, changes)
    await setRegisters(
      db,
      entity,
      field,
      [...changed].map(([entityId, after]) => ({ entityId, after })),
    )
  }
  return finishTogether(db, rows, done)
}

async function finishTogether(
  db: Database,
  rows: Awaited<ReturnType<typeof logOperations>>,
  done: readonly Done[],
): Promise<OperationResult[]> {
  const moved = [...new Set(done.flatMap((d) => d.moved))]
  const touched = new Set(done.flatMap((d) => [...d.touched.buckets]))
  for (const bucket of await placeWhereHomesLead(db, moved)) touched.add(bucket)
  const merged = [...new Set(done.flatMap((d) => d.merged))]
  const derived = await derive(db, touched, merged.length > 0 ? 'followed' : 'stand')
  const carried = await carriedBy(db, merged)
  const ids = done.map((d) => [...new Set([...d.moved, ...d.merged.flatMap((home) => carried.get(home) ?? [])])])
  await db.execute(sql`
    UPDATE bucket_operations o SET messages_moved = n.moved
    FROM unnest(${arrayOf(rows.map((row) => row.id))}::uuid[], ${arrayOf(ids.map((list) => String(list.length)))}::int[]) AS n(id, moved)
    WHERE o.user_id = ${me} AND o.id = n.id AND o.messages_moved <> n.moved`)
  // What led on through a bucket that was merged changed as well: the last tells of it.
  const told = new Set<string>()
  return rows.map((row, i): OperationResult => {
    const own = done[i]
    const isLast = i === rows.length - 1
    const about = new Set<string>(own?.touched.buckets)
    for (const bucket of derived.buckets) if (about.has(bucket.id) && bucket.mergedInto) about.add(bucket.mergedInto)
    const isTold = (id: string): boolean => about.has(id) || (isLast && !told.has(id))
    const result: OperationResult = {
      operationId: operationId.parse(row.id),
      receipt: toReceipt({ ...row, messagesMoved: ids[i]?.length ?? 0 }),
      buckets: derived.buckets.filter(({ id }) => isTold(id)),
      removed: derived.removed.filter(isTold),
      messageIds: (ids[i] ?? []).map((id) => messageId.parse(id)),
      messagesMoved: ids[i]?.length ?? 0,
      homes: [...(own?.touched.homes ?? [])].map((id) => bucketId.parse(id)),
    }
    for (const id of about) told.add(id)
    return result
  })
}

/** A message moved straight into another home is found where that home leads. Answers where they are found now. */
async function placeWhereHomesLead(db: Database, moved: readonly string[]): Promise<string[]> {
  if (moved.length === 0) return []
  const { rows } = await db.execute<{ bucket: string }>(sql`
    UPDATE messages m SET bucket_id = (
      SELECT coalesce(b.merged_into, b.id) FROM buckets b WHERE b.user_id = m.user_id AND b.id = m.home_bucket_id)
    WHERE m.user_id = ${me} AND m.id = ANY (${arrayOf(moved)}::uuid[]) RETURNING m.bucket_id AS bucket`)
  return [...new Set(rows.map(({ bucket }) => bucket))]
}

/** Messages by the home they went along with. */
async function carriedBy(db: Database, merged: readonly string[]): Promise<Map<string, string[]>> {
  const carried = new Map<string, string[]>()
  if (merged.length === 0) return carried
  const rows = await db
    .select({ id: messages.id, home: messages.homeBucketId })
    .from(messages)
    .where(inArray(messages.homeBucketId, [...merged]))
  for (const { id, home } of rows) {
    const list = carried.get(home ?? '') ?? []
    list.push(id)
    carried.set(home ?? '', list)
  }
  return carried
}
