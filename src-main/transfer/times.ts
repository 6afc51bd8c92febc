/** Times as exports write them. */

/** Up to here a number counts seconds (5138 AD), above milliseconds, and far above micro- or nanoseconds. */
const MOST_SECONDS = 100_000_000_000
const MOST_MILLISECONDS = MOST_SECONDS * 1000
const MOST_MICROSECONDS = MOST_MILLISECONDS * 1000
const LATEST = Date.UTC(2200, 0, 1)
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ]\d\d:\d\d)/

/**
 * Milliseconds since the epoch of an ISO time or a number of seconds, milliseconds, micro- or nanoseconds; null for anything
 * else, for days that do not exist, and for times before 1970 or after 2199. An ISO time without a zone is read as UTC, so
 * that an import gives the same everywhere.
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return plausible(toMilliseconds(value))
  if (typeof value !== 'string') return null
  const [, year, month, day] = ISO.exec(value) ?? []
  if (year === undefined || !exists(Number(year), Number(month), Number(day))) return null
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value) || value.length === 10
  return plausible(Date.parse(zoned ? value : `${value}Z`))
}

function toMilliseconds(value: number): number {
  if (value <= MOST_SECONDS) return value * 1000
  if (value <= MOST_MILLISECONDS) return value
  return value <= MOST_MICROSECONDS ? value / 1000 : value / 1_000_000
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function plausible(ms: number): number | null {
  return Number.isFinite(ms) && ms > 0 && ms < LATEST ? Math.round(ms) : null
}

/**
 * One time for each message of a conversation, in its order: its own, else that of the message before. At the beginning that
 * of the conversation (`fallback`), but never later than the first message that has one. Null if nothing has a time.
 */
export function filledTimes(own: readonly (number | null)[], fallback: number | null): (number | null)[] {
  const known = own.find((at) => at !== null) ?? null
  const first = known !== null && (fallback === null || fallback > known) ? known : fallback
  let last: number | null = null
  return own.map((at) => {
    last = at ?? last ?? first
    return last
  })
}
