import { and, asc, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type {
  HeartbeatStart,
  LazyLoading,
  LoadedTask,
  NewTask,
  StoredRegistry,
  StoredTask,
  TaskState,
} from '../../heartbeat-types'
import { heartbeatRegistry as registry, heartbeatTasks as tasks } from '../../schema'
import { me } from '../profile'

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
const ms = (at: Date | null): number | null => at?.getTime() ?? null

/** Everything but the definition: a list and a look at what is due never read those. */
const facts = {
  id: tasks.id,
  name: tasks.taskName,
  schedule: tasks.schedule,
  kind: tasks.kind,
  bucketId: tasks.bucketId,
  definitionTokens: tasks.definitionTokens,
  lastDefinitionLoad: tasks.lastDefinitionLoad,
  lastExecuted: tasks.lastExecuted,
  nextDue: tasks.nextDue,
  executionCount: tasks.executionCount,
  errorCount: tasks.errorCount,
  lastError: tasks.lastError,
  isActive: tasks.isActive,
  pausedBy: tasks.pausedBy,
  pauseReason: tasks.pauseReason,
  createdAt: tasks.createdAt,
}
type Facts = Omit<StoredTask, Dated> & Record<'createdAt', Date> & Record<Exclude<Dated, 'createdAt'>, Date | null>
type Dated = 'lastDefinitionLoad' | 'lastExecuted' | 'nextDue' | 'createdAt'

/** As `facts`, with the definition. */
const whole = { ...facts, definition: tasks.definition }
type Whole = Facts & { definition: { prompt: string } | null }

const personal = eq(tasks.kind, 'personal')
const waiting = and(eq(tasks.isActive, true), personal)
/** A list of pending changes is told of, not kept for ever. */
const PENDING = 100

export const heartbeatRepository = {
  /**
   * What a start reads: the registry, the quick tasks that are due until `horizon`, the built-in ones and when the next is
   * due. By index alone, so that it costs the same whatever the number of tasks (06-benchmarks, `heartbeat`).
   */
  async atStart(db: Database, input: { horizon: number; quickTokens: number; limit: number }): Promise<HeartbeatStart> {
    const quick = await db
      .select(whole)
      .from(tasks)
      .where(
        and(
          waiting,
          // Stands in the statement as the index has it, else the index is not seen to fit.
          sql`${tasks.definitionTokens} < 100`,
          lt(tasks.definitionTokens, input.quickTokens),
          lte(tasks.nextDue, new Date(input.horizon)),
        ),
      )
      .orderBy(asc(tasks.nextDue))
      .limit(input.limit)
    const builtins = await db.select(facts).from(tasks).where(eq(tasks.kind, 'builtin'))
    return {
      registry: await heartbeatRepository.registry(db),
      quick: quick.map(toLoaded),
      builtins: builtins.map(toTask),
      nextDue: await heartbeatRepository.nextDue(db),
    }
  },

  async registry(db: Database): Promise<StoredRegistry | null> {
    const [row] = await db.select().from(registry).limit(1)
    return row ? toRegistry(row) : null
  },

  async nextDue(db: Database): Promise<number | null> {
    const [row] = await db
      .select({ at: tasks.nextDue })
      .from(tasks)
      .where(and(waiting, sql`${tasks.nextDue} IS NOT NULL`))
      .orderBy(asc(tasks.nextDue))
      .limit(1)
    return ms(row?.at ?? null)
  },

  /** Personal tasks, soonest first; those that wait for nothing come last. */
  async list(db: Database, input: { offset: number; limit: number }): Promise<StoredTask[]> {
    const rows = await db
      .select(facts)
      .from(tasks)
      .where(personal)
      .orderBy(desc(tasks.isActive), sql`${tasks.nextDue} ASC NULLS LAST`, asc(tasks.id))
      .offset(input.offset)
      .limit(input.limit)
    return rows.map(toTask)
  },

  async byId(db: Database, id: string): Promise<StoredTask | null> {
    const [row] = await db.select(facts).from(tasks).where(eq(tasks.id, id))
    return row ? toTask(row) : null
  },

  /** The soonest due personal tasks, without their definitions. */
  async due(db: Database, input: { now: number; limit: number }): Promise<StoredTask[]> {
    const rows = await db
      .select(facts)
      .from(tasks)
      .where(and(waiting, lte(tasks.nextDue, new Date(input.now))))
      .orderBy(asc(tasks.nextDue))
      .limit(input.limit)
    return rows.map(toTask)
  },

  /** Active personal tasks whose schedules are to be worked out anew, without their definitions. */
  async waiting(db: Database, input: { after: number }): Promise<{ id: string; schedule: string; nextDue: number }[]> {
    const rows = await db
      .select({ id: tasks.id, schedule: tasks.schedule, nextDue: tasks.nextDue })
      .from(tasks)
      .where(and(waiting, sql`${tasks.nextDue} > ${new Date(input.after)}`))
    return rows.flatMap((r) => (r.nextDue ? [{ ...r, nextDue: r.nextDue.getTime() }] : []))
  },

  /** Reads a definition (seed 004, load_task_definition); null if there is no such task. */
  async loadDefinition(db: Database, id: string, at: number): Promise<LoadedTask | null> {
    const [row] = await db
      .update(tasks)
      .set({ lastDefinitionLoad: new Date(at) })
      .where(and(eq(tasks.id, id), personal))
      .returning(whole)
    return row ? toLoaded(row) : null
  },

  /**
   * Takes a due task: its definition is read and it is due again at `next`. Null if another program took it, or it was
   * paused or changed meanwhile. Since the time moves first, a task that kills the app is not run again at every start.
   */
  async claim(
    db: Database,
    input: { id: string; due: number; next: number | null; at: number },
  ): Promise<LoadedTask | null> {
    const at = new Date(input.at)
    const [row] = await db
      .update(tasks)
      .set({ nextDue: date(input.next), lastExecuted: at, lastDefinitionLoad: at })
      .where(and(eq(tasks.id, input.id), waiting, eq(tasks.nextDue, new Date(input.due))))
      .returning(whole)
    return row ? toLoaded(row) : null
  },

  async add(db: Database, list: readonly NewTask[], at: number): Promise<void> {
    const stamp = new Date(at)
    for (let from = 0; from < list.length; from += 500)
      await db.insert(tasks).values(
        list.slice(from, from + 500).map(({ name, prompt, nextDue, ...task }) => ({
          ...task,
          userId: me,
          taskName: name,
          kind: 'personal' as const,
          definition: { prompt },
          nextDue: date(nextDue),
          createdAt: stamp,
          updatedAt: stamp,
        })),
      )
    await bringRegistryUp(
      db,
      list.map((t) => t.id),
    )
  },

  /** Replaces what a task is and does; what it did before stays with it. */
  async edit(db: Database, task: NewTask, at: number): Promise<boolean> {
    const { id, name, prompt, nextDue, ...rest } = task
    const changed = await db
      .update(tasks)
      .set({
        ...rest,
        taskName: name,
        definition: { prompt },
        nextDue: date(nextDue),
        errorCount: 0,
        lastError: null,
        updatedAt: new Date(at),
      })
      .where(and(eq(tasks.id, id), personal))
      .returning({ id: tasks.id })
    if (changed.length > 0) await bringRegistryUp(db, [id])
    return changed.length > 0
  },

  async remove(db: Database, id: string): Promise<boolean> {
    const gone = await db
      .delete(tasks)
      .where(and(eq(tasks.id, id), personal))
      .returning({ id: tasks.id })
    if (gone.length > 0) await bringRegistryUp(db, [id])
    return gone.length > 0
  },

  /** What a run, a pause or a resumption changed. */
  async settle(db: Database, id: string, state: TaskState): Promise<StoredTask | null> {
    const { ran = 0, nextDue, lastExecuted, ...rest } = state
    const [row] = await db
      .update(tasks)
      .set({
        ...rest,
        executionCount: sql`${tasks.executionCount} + ${ran}`,
        ...(nextDue === undefined ? {} : { nextDue: date(nextDue) }),
        ...(lastExecuted === undefined ? {} : { lastExecuted: date(lastExecuted) }),
      })
      .where(eq(tasks.id, id))
      .returning(facts)
    if (row && state.isActive !== undefined && row.kind === 'personal') await bringRegistryUp(db, [id])
    return row ? toTask(row) : null
  },

  /** Other times for tasks that did not run: another time zone, a clock that was set back. */
  async reschedule(db: Database, list: readonly { id: string; nextDue: number | null }[]): Promise<void> {
    const times = list.map(({ id, nextDue }) => ({ id, due: date(nextDue)?.toISOString() ?? null }))
    await db.execute(sql`
      UPDATE heartbeat_tasks t SET next_due = v.due
      FROM jsonb_to_recordset(${JSON.stringify(times)}::jsonb) AS v(id text, due timestamptz)
      WHERE t.user_id = ${me} AND t.id = v.id`)
  },

  /** The built-in tasks as the code has them; rows of those it has no more are dropped. What they did stays with them. */
  async keepBuiltins(
    db: Database,
    list: readonly { id: string; name: string; schedule: string }[],
    at: number,
  ): Promise<void> {
    const stamp = new Date(at)
    if (list.length > 0)
      await db
        .insert(tasks)
        .values(
          list.map(({ id, name, schedule }) => ({
            userId: me,
            id,
            taskName: name,
            schedule,
            kind: 'builtin' as const,
            createdAt: stamp,
            updatedAt: stamp,
          })),
        )
        .onConflictDoUpdate({
          target: [tasks.userId, tasks.id],
          set: { taskName: sql`excluded.task_name`, schedule: sql`excluded.schedule` },
        })
    const known = list.map((t) => t.id)
    const stored = await db.select({ id: tasks.id }).from(tasks).where(eq(tasks.kind, 'builtin'))
    const gone = stored.map((t) => t.id).filter((id) => !known.includes(id))
    if (gone.length > 0) await db.delete(tasks).where(inArray(tasks.id, gone))
  },

  /** HEARTBEAT.md holds what the store does. */
  async markSynced(db: Database, at: number): Promise<void> {
    await db.update(registry).set({ lastSync: new Date(at), pendingChanges: [] })
  },

  /** Where and when the times of the tasks were last looked at. */
  async recordLook(db: Database, input: { at: number; timeZone: string }): Promise<void> {
    const seen = { timeZone: input.timeZone, seenAt: new Date(input.at) }
    await db
      .insert(registry)
      .values({ userId: me, taskDefinitionsHash: '', ...seen })
      .onConflictDoUpdate({ target: registry.userId, set: seen })
  },

  /** A model call for a personal task while nobody was there, on this local date. */
  async recordCall(db: Database, on: string): Promise<void> {
    await db
      .insert(registry)
      .values({ userId: me, taskDefinitionsHash: '', callsOn: on, calls: 1 })
      .onConflictDoUpdate({
        target: registry.userId,
        set: { callsOn: on, calls: sql`CASE WHEN ${registry.callsOn} = ${on} THEN ${registry.calls} ELSE 0 END + 1` },
      })
  },

  /** The bounded document's last metric query: how many definitions were ever needed. */
  async lazyLoading(db: Database): Promise<LazyLoading> {
    const { rows } = await db.execute<{ tasks: number; never: number; once: number; runs: number }>(sql`
      SELECT tasks::int, never_loaded::int AS never, loaded_at_least_once::int AS once,
        coalesce(avg_executions, 0)::float AS runs FROM heartbeat_lazy_loading WHERE user_id = ${me}`)
    const found = rows[0]
    return {
      tasks: found?.tasks ?? 0,
      neverLoaded: found?.never ?? 0,
      loadedAtLeastOnce: found?.once ?? 0,
      averageRuns: found?.runs ?? 0,
    }
  },
}

/** Hash and counts over all personal tasks, and what changed: in the transaction of every change, so that no start counts. */
export async function bringRegistryUp(db: Database, changed: readonly string[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO heartbeat_registry AS r (user_id, task_definitions_hash, active_tasks, personal_tasks, pending_changes)
    SELECT ${me}, encode(sha256(convert_to(
        coalesce(string_agg(id || ':' || definition_hash, ',' ORDER BY id COLLATE "C"), ''), 'UTF8')), 'hex'),
      count(*) FILTER (WHERE is_active), count(*), ${JSON.stringify(changed.slice(0, PENDING))}::jsonb
    FROM heartbeat_tasks WHERE user_id = ${me} AND kind = 'personal'
    ON CONFLICT (user_id) DO UPDATE SET
      task_definitions_hash = excluded.task_definitions_hash,
      active_tasks = excluded.active_tasks,
      personal_tasks = excluded.personal_tasks,
      pending_changes = (SELECT coalesce(jsonb_agg(id), '[]'::jsonb) FROM (
        SELECT DISTINCT id FROM jsonb_array_elements(r.pending_changes || excluded.pending_changes) AS p(id)
        LIMIT ${PENDING}) few)`)
}

const toTask = (row: Facts): StoredTask => ({
  ...row,
  lastDefinitionLoad: ms(row.lastDefinitionLoad),
  lastExecuted: ms(row.lastExecuted),
  nextDue: ms(row.nextDue),
  createdAt: row.createdAt.getTime(),
})

function toLoaded({ definition, ...row }: Whole): LoadedTask {
  return { ...toTask(row), prompt: definition?.prompt ?? '' }
}

const toRegistry = (row: typeof registry.$inferSelect): StoredRegistry => ({
  hash: row.taskDefinitionsHash,
  activeTasks: row.activeTasks,
  personalTasks: row.personalTasks,
  lastSync: ms(row.lastSync),
  pendingChanges: row.pendingChanges,
  timeZone: row.timeZone,
  seenAt: ms(row.seenAt),
  callsOn: row.callsOn,
  calls: row.calls,
})
