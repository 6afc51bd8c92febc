import { useRef } from 'react'
import { i18n } from '../app/i18n'

/** An estimate is worth nothing before this much is known. */
const FIRST_MS = 8_000
const FIRST_SHARE = 0.02

/** How long something that took `elapsedMs` for `progress` of it will go on, in words; empty while nobody can say. */
export function timeLeft(progress: number | null, elapsedMs: number): string {
  if (progress === null || progress < FIRST_SHARE || elapsedMs < FIRST_MS) return ''
  const seconds = Math.round((elapsedMs * (1 - progress)) / progress / 1000)
  if (seconds < 60) return i18n.t('import.leftSeconds', { count: Math.max(5, Math.ceil(seconds / 5) * 5) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return i18n.t('import.leftMinutes', { count: minutes })
  return i18n.t('import.leftHours', { count: Math.round(minutes / 60) })
}

export interface Reached {
  /** Milliseconds since the epoch. */
  at: number
  /** 0 to 1. */
  progress: number
}

/** The speed of late counts: reading a file is quicker than filing what was in it. */
const LATE_MS = 20_000
/** How far work was is noted so often. */
const NOTED_MS = 1_000

/** The share of what was left at `first` that is done at `now`; both 0 to 1. */
export const shareSince = (first: number, now: number): number => (first >= 1 ? 1 : (now - first) / (1 - first))

/**
 * What the speed of some work is judged by, oldest first: how far it was when it was first seen, or the last time that lies long
 * enough back and was enough work ago.
 * @param early work of another speed is to come: nothing is judged by what was so far
 */
export function noted(before: readonly Reached[], now: Reached, early = false): readonly Reached[] {
  if (early) return []
  const isFar = ({ at, progress }: Reached): boolean =>
    now.at - at >= LATE_MS && shareSince(progress, now.progress) >= FIRST_SHARE
  const last = before.at(-1)
  if (last && last.progress > now.progress) return [now]
  const from = Math.max(0, before.findLastIndex(isFar))
  return last && now.at - last.at < NOTED_MS ? before.slice(from) : [...before.slice(from), now]
}

/**
 * How long work will go on by the speed that is seen while this stands, in words; empty while nobody can say.
 * @param early the speed so far says nothing of the rest: it is measured from when that ends
 */
export function useTimeLeft(progress: number | null, early = false): string {
  const seen = useRef<readonly Reached[]>([])
  if (progress === null) return ''
  const now = { at: Date.now(), progress }
  seen.current = noted(seen.current, now, early)
  if (early) return ''
  const first = seen.current[0] ?? now
  return timeLeft(shareSince(first.progress, progress), now.at - first.at)
}
