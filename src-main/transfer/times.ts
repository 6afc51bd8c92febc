/** Times as exports write them. */

/** Up to here a number counts seconds (5138 AD), above milliseconds (from 1973 on). */
const MOST_SECONDS = 100_000_000_000
const LATEST = Date.UTC(2200, 0, 1)

/**
 * Milliseconds since the epoch of an ISO time or a number of seconds or milliseconds; null for anything else, and for times
 * before 1970 or after 2199. An ISO time without a zone is read as UTC, so that an import gives the same everywhere.
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return plausible(value <= MOST_SECONDS ? value * 1000 : value)
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value) || value.length === 10
  return plausible(Date.parse(zoned ? value : `${value}Z`))
}

function plausible(ms: number): number | null {
  return Number.isFinite(ms) && ms > 0 && ms < LATEST ? Math.round(ms) : null
}
