import { join } from 'node:path'
import { slugFor } from '../language/slug'

/**
 * The folder of one profile in the store's: MEMORY.md, HEARTBEAT.md and exports (07-settled, Profiles). Named so that a
 * person finds it, and by a part of the id, so that two names that read alike never share one.
 */
export const profileFolder = (storeDir: string, profile: { id: string; name: string }): string =>
  join(storeDir, 'profiles', `${slugFor(profile.name)}-${profile.id.slice(-8)}`)
