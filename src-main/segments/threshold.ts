import { Temporal } from 'temporal-polyfill'

/** How long a silence ends a segment: one threshold, or others in the morning and at night (01-domain, Segment). */

export interface Thresholds {
  segmentTimeoutMinutes: number
  /** Null: as at any time. */
  segmentMorningMinutes: number | null
  segmentNightMinutes: number | null
}

/** Local hours, `[from, to)`; the night passes midnight. */
const MORNING = { from: 5, to: 11 }
const NIGHT = { from: 22, to: 5 }

/**
 * The threshold at an instant, by the wall clock where the person is: so it follows a change of zone and daylight saving
 * at once. The silence itself is counted in real time.
 * @param now milliseconds since the epoch
 */
export function thresholdMinutes(settings: Thresholds, now: number, timeZone: string): number {
  const { segmentTimeoutMinutes, segmentMorningMinutes, segmentNightMinutes } = settings
  if (segmentMorningMinutes === null && segmentNightMinutes === null) return segmentTimeoutMinutes
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  if (hour >= MORNING.from && hour < MORNING.to) return segmentMorningMinutes ?? segmentTimeoutMinutes
  if (hour >= NIGHT.from || hour < NIGHT.to) return segmentNightMinutes ?? segmentTimeoutMinutes
  return segmentTimeoutMinutes
}

/** The shortest of them: how often it has to be looked. */
export function shortestMinutes({
  segmentTimeoutMinutes,
  segmentMorningMinutes,
  segmentNightMinutes,
}: Thresholds): number {
  return Math.min(
    segmentTimeoutMinutes,
    segmentMorningMinutes ?? segmentTimeoutMinutes,
    segmentNightMinutes ?? segmentTimeoutMinutes,
  )
}
