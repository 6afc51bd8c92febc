import { type HeartbeatTaskView, heartbeatTaskId } from '@shared/contract/heartbeat'
import { type BucketId, bucketId } from '@shared/ids'
import type { StoredTask } from '../store/heartbeat-types'
import { type Builtin, type BuiltinState, builtinSchedule } from './builtin'

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export interface PersonalFacts {
  /** Where a bucket lies now, after merges; null if it is gone. */
  bucket(id: BucketId): { id: BucketId; title: string } | null
  isRunning(id: string): boolean
  waitsFor: HeartbeatTaskView['waitsFor']
  now: number
}

/** A personal task as the window sees it. */
export function personalView(task: StoredTask, facts: PersonalFacts): HeartbeatTaskView {
  const bucket = task.bucketId === null ? null : facts.bucket(bucketId.parse(task.bucketId))
  const running = facts.isRunning(task.id)
  const isDue = task.isActive && task.nextDue !== null && task.nextDue <= facts.now
  return {
    id: heartbeatTaskId.parse(task.id),
    kind: 'personal',
    name: task.name,
    schedule: task.schedule,
    bucketId: bucket?.id ?? null,
    bucketTitle: bucket?.title ?? null,
    lastRun: iso(task.lastExecuted),
    nextRun: task.isActive ? iso(task.nextDue) : null,
    runs: task.executionCount,
    errors: task.errorCount,
    lastError: task.lastError,
    paused: task.isActive ? null : { by: task.pausedBy ?? 'person', reason: task.pauseReason },
    running,
    waitsFor: isDue && !running ? facts.waitsFor : null,
  }
}

/**
 * A built-in task as the window sees it.
 * @param stored what the store has of it; runs of this session are not in there yet
 * @param schedule when it ran and will run, for a task that keeps its own schedule
 */
export function builtinView(
  task: Builtin,
  state: BuiltinState,
  stored: StoredTask | null,
  schedule: { lastRun: number | null; nextRun: number | null } | null,
): HeartbeatTaskView {
  const lastRun = schedule ? schedule.lastRun : state.lastRun
  const planned = schedule ? schedule.nextRun : lastRun === null ? null : lastRun + task.everyMs
  return {
    id: heartbeatTaskId.parse(task.id),
    kind: 'builtin',
    name: task.name,
    schedule: builtinSchedule(task),
    bucketId: null,
    bucketTitle: null,
    lastRun: iso(lastRun),
    nextRun: state.paused ? null : iso(state.retryAt ?? planned),
    runs: (stored?.executionCount ?? 0) + state.runs,
    errors: state.errors,
    lastError: state.lastError,
    paused: state.paused,
    running: state.running,
    waitsFor: null,
  }
}
