import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time, userId } from './columns'

/**
 * Tasks with their schedule (seed 004, HeartbeatTask). `definition` is read when a task is due and never before, unless it
 * is quick: under 100 tokens and due within a day.
 */
export const heartbeatTasks = pgTable(
  'heartbeat_tasks',
  {
    userId: userId(),
    /** A UUIDv7; of a built-in task its name in the code. */
    id: text('id').notNull(),
    taskName: text('task_name').notNull(),
    /** Five cron fields, a cron nickname, or “every N minutes|hours|days”. */
    schedule: text('schedule').notNull(),
    kind: text('kind').$type<'builtin' | 'personal'>().notNull(),
    /** Where a personal task's answer is posted. */
    bucketId: text('bucket_id'),
    definition: jsonb('definition').$type<{ prompt: string }>(),
    definitionHash: text('definition_hash').notNull().default(''),
    definitionTokens: integer('definition_tokens').notNull().default(0),
    lastDefinitionLoad: time('last_definition_load'),
    lastExecuted: time('last_executed'),
    nextDue: time('next_due'),
    /** Runs that ended well. */
    executionCount: integer('execution_count').notNull().default(0),
    /** Failures since the last run that ended well. */
    errorCount: integer('error_count').notNull().default(0),
    lastError: text('last_error'),
    isActive: boolean('is_active').notNull().default(true),
    pausedBy: text('paused_by').$type<'person' | 'errors'>(),
    pauseReason: text('pause_reason'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('heartbeat_due').on(t.userId, t.nextDue).where(sql`is_active and kind = 'personal'`),
    index('heartbeat_quick')
      .on(t.userId, t.nextDue)
      .where(sql`is_active and kind = 'personal' and definition_tokens < 100`),
    index('heartbeat_builtin').on(t.userId, t.id).where(sql`kind = 'builtin'`),
  ],
)

/** What a start reads in place of all tasks (seed 004, HeartbeatTaskRegistry): brought up to date by every change of a task. */
export const heartbeatRegistry = pgTable(
  'heartbeat_registry',
  {
    userId: userId(),
    /** sha256 over the definitions of all personal tasks. */
    taskDefinitionsHash: text('task_definitions_hash').notNull(),
    activeTasks: integer('active_tasks').notNull().default(0),
    personalTasks: integer('personal_tasks').notNull().default(0),
    /** When HEARTBEAT.md was last brought up to date. */
    lastSync: time('last_sync'),
    /** Ids of tasks that changed since; at most a hundred are kept. */
    pendingChanges: jsonb('pending_changes').$type<string[]>().notNull().default([]),
    lastFullRefresh: time('last_full_refresh'),
    /** The zone that `next_due` was worked out in. */
    timeZone: text('time_zone'),
    /** When the clock was last looked at: later than now means that it was set back. */
    seenAt: time('seen_at'),
    /** The local date that `calls` counts: model calls of personal tasks while nobody was there. */
    callsOn: text('calls_on'),
    calls: integer('calls').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId] })],
)
