import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { asking } from './ask'
import { dateOf } from './format'

const MINUTE_MS = 60_000
const thisMinute = (): number => Math.floor(Date.now() / MINUTE_MS)

/** Ticks on the minute, so that “2 hours ago” and “Today” stay true in a window that is left open. */
function onMinute(notify: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const arm = (): void => {
    timer = setTimeout(
      () => {
        notify()
        arm()
      },
      MINUTE_MS - (Date.now() % MINUTE_MS) + 20,
    )
  }
  arm()
  return () => clearTimeout(timer)
}

/** Now, to the minute, in milliseconds. */
export const useNow = (): number => useSyncExternalStore(onMinute, thisMinute) * MINUTE_MS

/** The zone that main counts days in, so that window and manifest agree about midnight. */
export function useZone(): string {
  const { data } = useQuery(asking('app.state', undefined))
  return data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Today's local calendar date, `2026-11-27`. */
export function useToday(): string {
  return dateOf(new Date(useNow()).toISOString(), useZone())
}
