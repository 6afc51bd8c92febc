/** When a host that crashed is started again. Pure: takes times, gives a decision. */

const LOOP_CRASHES = 3
const LOOP_WINDOW_MS = 60_000
const BACK_OFF_MS = [200, 1000]

export type RestartDecision = { kind: 'restart'; afterMs: number } | { kind: 'give-up' }

/** Only the crashes that still count at `now`; times in milliseconds, oldest first. */
export const recentCrashes = (crashes: readonly number[], now: number): number[] =>
  crashes.filter((at) => now - at < LOOP_WINDOW_MS)

/** After the newest of `crashes`: again after a growing pause, or not at all once three lie within a minute. */
export function decideRestart(crashes: readonly number[], now: number): RestartDecision {
  const recent = recentCrashes(crashes, now).length
  if (recent >= LOOP_CRASHES) return { kind: 'give-up' }
  return { kind: 'restart', afterMs: BACK_OFF_MS[Math.max(0, recent - 1)] ?? 0 }
}
