/** Which backups are kept (05-trust, Backups). Pure. */
export interface Kept {
  id: string
  /** Milliseconds. */
  ts: number
  verified: boolean
}

const DAILY = 7
const WEEKLY = 4
const MONTHLY = 6
const DAY_MS = 86_400_000
/** Everything of the last day stays: what was made before an act is for taking that act back. */
const RECENT_MS = DAY_MS

/**
 * Ids of the backups that may go: kept are the newest of each of the last seven days, four weeks and six months that have
 * one, everything of the last day, and the newest verified one whatever its age. One that was never verified stands for no
 * day, week or month, and goes after a day. Days and weeks are those of `timeZone`.
 */
export function superfluous(backups: readonly Kept[], now: number, timeZone: string): string[] {
  const newestFirst = [...backups].sort((a, b) => b.ts - a.ts)
  const good = newestFirst.filter((backup) => backup.verified)
  const dayOf = calendarDay(timeZone)
  const keep = new Set([
    ...good.slice(0, 1),
    ...newestFirst.filter(({ ts }) => now - ts < RECENT_MS),
    ...newestOfEach(good, DAILY, ({ ts }) => String(dayOf(ts))),
    ...newestOfEach(good, WEEKLY, ({ ts }) => String(Math.floor((dayOf(ts) + 3) / 7))),
    ...newestOfEach(good, MONTHLY, ({ ts }) => new Date(dayOf(ts) * DAY_MS).toISOString().slice(0, 7)),
  ])
  return newestFirst.filter((backup) => !keep.has(backup)).map(({ id }) => id)
}

function newestOfEach(newestFirst: readonly Kept[], count: number, period: (backup: Kept) => string): Kept[] {
  const found = new Map<string, Kept>()
  for (const backup of newestFirst) {
    const key = period(backup)
    if (!found.has(key)) found.set(key, backup)
  }
  return [...found.values()].slice(0, count)
}

/** Days since 1970 by the local calendar; a Thursday is day 0. */
function calendarDay(timeZone: string): (ts: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (ts) => Date.parse(`${format.format(ts)}T00:00:00Z`) / DAY_MS
}

/**
 * Until when, at the latest, backups hold what is in all of them now: when as many newer ones as are kept of each kind have
 * taken their places, the oldest month goes last.
 */
export function heldUntil(backups: readonly Kept[], now: number): number | null {
  return backups.length === 0 ? null : now + MONTHLY * 31 * DAY_MS
}
