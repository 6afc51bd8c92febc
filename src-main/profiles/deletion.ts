import type { DeletionView, ProfileView } from '@shared/contract/profiles'

export interface DeletionFacts {
  profile: ProfileView
  /** Profiles of this store, this one included. */
  profiles: number
  /** Why profiles cannot be made or deleted here. */
  fixed: string | null
  server: string | null
  /** When the last backup that holds it is dropped at the latest, milliseconds; null: there is none. */
  backupsUntil: number | null
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

function backupsSentence({ server, backupsUntil, timeZone, locale }: DeletionFacts): string {
  if (server !== null)
    return `Backups of ${server} are kept by the server's keeper and hold this profile until they drop it.`
  if (backupsUntil === null) return 'There is no backup that holds it, but for what you copied elsewhere yourself.'
  const gone = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' }).format(backupsUntil)
  return `Backups made until today still hold it; the last of them is dropped by ${gone} at the latest. A backup you copied elsewhere stays until you delete it.`
}

/** Whether what a person typed is the profile's name: to the letter, but for spaces around it. */
export const confirms = (typed: string, name: string): boolean =>
  typed.trim().normalize('NFC') === name.normalize('NFC')
