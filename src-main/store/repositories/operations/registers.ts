/** Registers: what of buckets, messages, segments, memories and forks operations write, and log as they write it. */
import { CatchmentError } from '@shared/contract/errors'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { operationChanges } from '../../schema'
import type { RegisterWrite } from '../../types'
import { me, mine } from '../profile'
import { arrayOf, textArray } from '../search/indexing'

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
export const CONTENT_FIELDS: ReadonlySet<string> = new Set(['content', 'token_count', 'pii_kinds'])

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
export function byRegister<T extends { entity: RegisterWrite['entity']; field: string }>(
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
export async function readRegisters(
  db: Database,
  entity: string,
  field: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { table, column, id } = columnOf(entity, field)
  const { rows } = await db.execute<{ id: string; value: string | null }>(sql`
    SELECT t.id::text AS id, to_jsonb(${column}) #>> '{}' AS value FROM ${table} t
    WHERE t.user_id = ${me} AND t.id = ANY (${textArray(ids)}${id}[])`)
  return new Map(rows.map((row) => [row.id, row.value]))
}

/** What a register held before an operation wrote it, and holds since. */
export interface Change {
  operation: { id: string; seq: number }
  entityId: string
  before: string | null
  after: string | null
}

/** Logs what became of one kind of register. */
export async function logChanges(
  db: Database,
  entity: RegisterWrite['entity'],
  field: string,
  changes: readonly Change[],
): Promise<void> {
  for (let at = 0; at < changes.length; at += AT_ONCE)
    await db.insert(operationChanges).values(
      changes.slice(at, at + AT_ONCE).map(({ operation, entityId, before, after }) => ({
        userId: mine,
        operationId: operation.id,
        operationSeq: operation.seq,
        entity,
        entityId,
        field,
        before,
        after,
      })),
    )
}

export const notThere = (entity: string, id: string): CatchmentError =>
  new CatchmentError('not_found', `There is no ${entity} ${id}.`)

export async function setRegisters(
  db: Database,
  entity: string,
  field: string,
  values: readonly { entityId: string; after: string | null }[],
): Promise<void> {
  if (values.length === 0) return
  const { table, column, cast, id } = columnOf(entity, field)
  await db.execute(sql`
    UPDATE ${table} t SET ${column} = n.after${cast}
    FROM unnest(${arrayOf(values.map((v) => v.entityId))}${id}[], ${arrayOf(values.map((v) => v.after))}::text[]) AS n(id, after)
    WHERE t.user_id = ${me} AND t.id = n.id`)
}

/**
 * Writes registers and logs what they held: three statements for each kind of register, however many rows it is written in, so
 * that moving hundreds of messages stays short.
 */
export async function writeRegisters(
  db: Database,
  operation: { id: string; seq: number },
  writes: readonly RegisterWrite[],
  touched: Touched,
  log: 'changes' | 'always' = 'changes',
): Promise<void> {
  for (const { entity, field, rows: group } of byRegister(writes)) {
    const present = await readRegisters(
      db,
      entity,
      field,
      group.map((w) => w.entityId),
    )
    const changes = group.flatMap(({ entityId, after }): Change[] => {
      const before = present.get(entityId)
      if (before === undefined) throw notThere(entity, entityId)
      return log === 'always' || before !== after ? [{ operation, entityId, before, after }] : []
    })
    await logChanges(db, entity, field, changes)
    await setRegisters(db, entity, field, changes)
    for (const { entityId, before, after } of changes) touched.note(entity, entityId, field, [before, after])
  }
}

/** What an operation, its undo or its redo really changed. */
export class Touched {
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
