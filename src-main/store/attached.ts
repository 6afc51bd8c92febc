/** Where attached files lie in the store's folder: `files/PROFILE/SHA-256.ending`, with the drafts in a folder of their own. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const FILES = 'files'
export const DRAFTS = 'drafts'
/** In a backup's list of files they stand beside the database's own under this name, which no database has. */
export const IN_BACKUP = 'attached/'

export const attachedDir = (storeDir: string, profileId: string): string => join(storeDir, FILES, profileId)

/** Everything that is attached to messages, of all profiles: paths below `files/`, in order. Drafts are left out. */
export function attachedPaths(storeDir: string): string[] {
  const root = join(storeDir, FILES)
  if (!existsSync(root)) return []
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: profile }) =>
      readdirSync(join(root, profile), { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
        .map((entry) => `${profile}/${entry.name}`),
    )
    .sort()
}

/** Everything attached in a profile that is erased. */
export const dropAttached = (storeDir: string, profileId: string): void =>
  rmSync(attachedDir(storeDir, profileId), { recursive: true, force: true, maxRetries: 3 })
