import { rm } from 'node:fs/promises'
import type { ProfileId } from '@shared/ids'
import { dropAttached } from '../store/attached'
import type { StoreHandle } from '../store/client'
import { erasing } from '../store/erased-room'
import { profileFolder } from './folder'

/**
 * Erases a profile for good: everything in the store, then its folders. In this order, so that a crash between leaves
 * files that nobody reads any more, and never a profile without its files.
 * @throws CatchmentError `not_found`, `conflict` if it is the last, `unavailable` where the login decides the profile
 */
export async function eraseProfile(handle: StoreHandle, profile: { id: ProfileId; name: string }): Promise<void> {
  await erasing(handle, Date.now(), () => handle.eraseProfile(profile.id))
  dropAttached(handle.storeDir, profile.id)
  await rm(profileFolder(handle.storeDir, profile), { recursive: true, force: true, maxRetries: 3 })
}
