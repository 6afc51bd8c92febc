import { i18n } from '../app/i18n'

/** An estimate is worth nothing before this much is known. */
const FIRST_MS = 4_000
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
