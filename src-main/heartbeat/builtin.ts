import { writeSchedule } from '@shared/schedule'
import type { StoredTask } from '../store/heartbeat-types'
import { afterFailure, afterResume } from './outcome'

/** A task of the product itself. */
export interface Builtin {
  /** Stands in the store and on the command line: lower-case letters and dashes. */
  readonly id: string
  /** In English, for a caller without a catalogue of texts. */
  readonly name: string
  /** How often it is looked at, milliseconds; read at every look, because a setting may change it. */
  readonly everyMs: number
  /** How often it is done, where looking is not doing it. */
  readonly doneEveryMs?: number
  /** Runs at start-up and when the computer wakes, however little of its period has passed. */
  readonly atStart: boolean
  /** This is not the moment: asked when it is due. */
  waits?(): boolean
  /** False: there was nothing to do, which is no run. */
  run(): Promise<boolean>
  /** When it ran and will run, where it keeps a schedule of its own; milliseconds. */
  schedule?(): Promise<{ lastRun: number | null; nextRun: number | null }>
}

/** What is known of a built-in task while the app runs. */
export interface BuiltinState {
  lastRun: number | null
  /** Set while it backs off after a failure. */
  retryAt: number | null
  runs: number
  errors: number
  lastError: string | null
  paused: { by: 'person' | 'errors'; reason: string | null } | null
  running: boolean
  /** It ran since the start or the last wake. */
  ranOnce: boolean
  /** Differs from what the store has. */
  changed: boolean
}

/** As the store has it; null: never seen before. What errors paused is tried afresh: a new start is a new chance. */
export const fromStored = (row: StoredTask | null): BuiltinState => ({
  lastRun: row?.lastExecuted ?? null,
  retryAt: null,
  runs: 0,
  errors: 0,
  lastError: row?.lastError ?? null,
  paused: row && !row.isActive && row.pausedBy === 'person' ? { by: 'person', reason: row.pauseReason } : null,
  running: false,
  ranOnce: false,
  changed: row !== null && row.pausedBy === 'errors',
})

/**
 * Whether it is to run now: once at start-up and after sleep if it is one of those, after its period, and if the clock was
 * set back. @param opened when the app was opened: what does not run at start-up leaves it alone for a while
 */
export function isBuiltinDue(task: Builtin, state: BuiltinState, now: number, opened: number): boolean {
  if (state.paused || state.running) return false
  if (state.retryAt !== null) return (now >= state.retryAt || now < state.retryAt - LONGEST_RETRY) && !task.waits?.()
  if (task.atStart && !state.ranOnce) return true
  if (!task.atStart && now - opened < QUIET_START_MS && now >= opened) return false
  const passed = state.lastRun === null ? Number.POSITIVE_INFINITY : now - state.lastRun
  return (passed >= task.everyMs || passed < 0) && !task.waits?.()
}

/** Daily work that fell due while the app was closed does not fall upon its start. */
const QUIET_START_MS = 2 * 60_000
/** A retry that lies further ahead than any back-off was planned by a clock that has been set back since. */
const LONGEST_RETRY = 60 * 60_000

/** A run of `task` that began at `now` and ended well. */
export const builtinRan = (state: BuiltinState, did: boolean): BuiltinState => ({
  ...state,
  runs: state.runs + (did ? 1 : 0),
  errors: 0,
  lastError: null,
  retryAt: null,
  changed: true,
})

/** A run that failed at `now`: backs off, and is paused with the fifth failure in a row. */
export function builtinFailed(state: BuiltinState, reason: string, now: number): BuiltinState {
  const next = afterFailure({ errorCount: state.errors }, reason, now)
  return {
    ...state,
    errors: next.errorCount ?? 0,
    lastError: next.lastError ?? null,
    retryAt: next.nextDue ?? null,
    paused: next.isActive === false ? { by: 'errors', reason: next.pauseReason ?? null } : null,
    changed: true,
  }
}

/** Set going again, by a person or by a new chance after sleep. */
export const builtinResumed = (state: BuiltinState): BuiltinState => {
  const { errorCount = 0, lastError = null } = afterResume(null)
  return { ...state, paused: null, retryAt: null, errors: errorCount, lastError, changed: true }
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const

/** How often it is done, as a schedule is written: in the largest unit that fits. */
export function builtinSchedule({ everyMs, doneEveryMs = everyMs }: Builtin): string {
  const minutes = Math.max(1, Math.round(doneEveryMs / 60_000)) * 60_000
  const [unit, size] = UNITS.find(([, size]) => minutes % size === 0) ?? ['minutes', 60_000]
  return writeSchedule({ kind: 'interval', every: minutes / size, unit, ms: minutes })
}
