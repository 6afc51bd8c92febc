import { adoptHues } from '../buckets/hues'
import { adoptSeen } from '../buckets/seen'
import { adoptDrafts } from '../chat/composer/draft'

/** What the window keeps for a person by itself, and whose it is at the moment. */
const KEYS = ['catchment.drafts', 'catchment.drafts.pasted', 'catchment.seen', 'catchment.hues'] as const
const WHOSE = 'catchment.profile'

const asideKey = (key: string, profile: string): string => `${key}@${profile}`

/**
 * Drafts and what was seen belong to a profile: those of the last one are put aside, those of this one taken out again.
 * Called before anything of the conversation is shown.
 */
export function adoptProfile(profile: string): void {
  const before = localStorage.getItem(WHOSE)
  if (before === profile) return
  localStorage.setItem(WHOSE, profile)
  // before profiles were told apart there was only one: what is there is its own
  if (before === null) return
  for (const key of KEYS) {
    move(key, asideKey(key, before))
    move(asideKey(key, profile), key)
  }
  adoptDrafts()
  adoptSeen()
  adoptHues()
}

/** Nothing of a deleted profile stays, in case another is made with its name. */
export function forgetProfile(profile: string): void {
  for (const key of KEYS) localStorage.removeItem(asideKey(key, profile))
  if (localStorage.getItem(WHOSE) !== profile) return
  for (const key of KEYS) localStorage.removeItem(key)
}

function move(from: string, to: string): void {
  const value = localStorage.getItem(from)
  localStorage.removeItem(from)
  if (value === null) localStorage.removeItem(to)
  else localStorage.setItem(to, value)
}
