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

/** How long after something was erased backups may hold it: as long as the oldest of the months that are kept. */
const HELD_MS = MONTHLY * 31 * DAY_MS

/** Until when, at the latest, copies hold what is erased at `now`; null if there are none. `dueBefore` keeps the promise. */
export const heldUntil = (copies: number, now: number): number | null => (copies === 0 ? null : now + HELD_MS)

/** Something was erased for good; both in milliseconds. */
export interface Erasure {
  /** When; by `heldUntil` of it no copy holds it. */
  at: number
  /** Copies of this time or older hold it: later than `at` where a copy was made before the bytes were written over. */
  upTo: number
}

/**
 * Copies of this time or older hold what had to be gone by now, whatever else is kept of them; null if nothing is due. A person who
 * writes twice a year keeps months for years: what was erased goes by the day that was said all the same.
 */
export function dueBefore(erased: readonly Erasure[], now: number): number | null {
  const due = erased.filter(({ at }) => at + HELD_MS <= now)
  return due.length === 0 ? null : Math.max(...due.map(({ upTo }) => upTo))
}

/** The erasures to be remembered after another one: one of each day, which is due when its first is and reaches as far as any. */
export function withErasure(erased: readonly Erasure[], another: Erasure): Erasure[] {
  const days = new Map<number, Erasure>()
  for (const one of [...erased, another].sort((a, b) => a.at - b.at)) {
    const day = Math.floor(one.at / DAY_MS)
    const known = days.get(day)
    days.set(day, known ? { at: known.at, upTo: Math.max(known.upTo, one.upTo) } : one)
  }
  return [...days.values()]
}
