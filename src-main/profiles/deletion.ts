import type { DeletionView, ProfileView } from '@shared/contract/profiles'

/** The rotation keeps seven daily and four weekly backups (05-trust, Backups): the oldest is this old. */
const BACKUPS_KEPT_DAYS = 28
const DAY_MS = 86_400_000

export interface DeletionFacts {
  profile: ProfileView
  /** Profiles of this store, this one included. */
  profiles: number
  /** Why profiles cannot be made or deleted here. */
  fixed: string | null
  server: string | null
  now: number
  timeZone: string
  locale: string
}

/** What a person is told before a profile is erased, the one irreversible act (07-settled, Erase). */
export function describeDeletion(facts: DeletionFacts): DeletionView {
  const { profile } = facts
  return { profile, refusal: refusalOf(facts), backups: backupsSentence(facts) }
}

function refusalOf({ profiles, fixed }: DeletionFacts): string | null {
  if (fixed !== null) return fixed
  return profiles <= 1 ? 'The last profile cannot be deleted.' : null
}

function backupsSentence({ server, now, timeZone, locale }: DeletionFacts): string {
  if (server !== null)
    return `Backups of ${server} are kept by the server's keeper and hold this profile until they drop it.`
  const gone = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' }).format(now + BACKUPS_KEPT_DAYS * DAY_MS)
  return `Backups made until today still hold it; the last daily or weekly one is dropped by ${gone}. A backup you copied elsewhere, and one made before an update, stay until you delete them.`
}

/** Whether what a person typed is the profile's name: to the letter, but for spaces around it. */
export const confirms = (typed: string, name: string): boolean =>
  typed.trim().normalize('NFC') === name.normalize('NFC')
