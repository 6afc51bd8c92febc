/** What a run means for the next one: pure. */
import type { StoredTask, TaskState } from '../store/heartbeat-types'

/** So long after its first failure a task is tried again; twice as long after each that follows. */
export const FIRST_RETRY_MS = 5 * 60_000
/** After so many failures in a row it is paused, with its reason (02-janitor-memory, Heartbeat). */
export const MOST_ERRORS = 5
const LONGEST_REASON = 300

/** A run that ended well: whatever failed before is forgotten. */
export const afterSuccess = (): TaskState => ({ ran: 1, errorCount: 0, lastError: null })

/**
 * A run that failed at `now`: tried again after 5, 10, 20 and 40 minutes; paused with the fifth failure. The retry takes
 * the place of the schedule's next time, so that a task which runs every minute backs off as well.
 */
export function afterFailure(task: Pick<StoredTask, 'errorCount'>, reason: string, now: number): TaskState {
  const errorCount = task.errorCount + 1
  const lastError = oneReason(reason)
  const state = { errorCount, lastError }
  if (errorCount >= MOST_ERRORS)
    return {
      ...state,
      nextDue: null,
      isActive: false,
      pausedBy: 'errors',
      pauseReason: `Failed ${errorCount} times in a row: ${lastError}`,
    }
  return { ...state, nextDue: now + FIRST_RETRY_MS * 2 ** (errorCount - 1) }
}

/** On one line, and short enough to stand in a list. */
const oneReason = (reason: string): string => {
  const flat = reason.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return flat.length <= LONGEST_REASON ? flat : `${flat.slice(0, LONGEST_REASON - 1).trimEnd()}…`
}

/** Set going again: a clean sheet. */
export const afterResume = (nextDue: number | null): TaskState => ({
  isActive: true,
  pausedBy: null,
  pauseReason: null,
  errorCount: 0,
  lastError: null,
  nextDue,
})

/**
 * Whether a personal task may call a model now: always while somebody is there, else up to so many calls on a day
 * (02-janitor-memory, Heartbeat).
 */
export const mayCall = (
  spent: { on: string | null; calls: number },
  today: string,
  limit: number,
  attended: boolean,
): boolean => attended || (spent.on === today ? spent.calls : 0) < limit
