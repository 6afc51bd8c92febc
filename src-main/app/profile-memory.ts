import { join } from 'node:path'
import { z } from 'zod'
import { jsonFile } from '../runtime/json-file'
import type { StoreHandle } from '../store/client'

const memory = z.object({ profile: z.string().min(1) })
const file = (handle: StoreHandle) => jsonFile(join(handle.storeDir, 'profile.json'))

/** The profile that the app opens: the one that was open last, if there is still one of that name, else the first. */
export async function lastProfile(handle: StoreHandle): Promise<string> {
  if (handle.ownProfileOnly) return 'default'
  const noted = memory.safeParse(
    await file(handle)
      .load()
      .catch(() => null),
  )
  if (!noted.success) return 'default'
  const profiles = await handle.profiles()
  const found = profiles.find((p) => p.name === noted.data.profile) ?? profiles[0]
  return found?.name ?? 'default'
}

/** Notes which profile is open, for the next start. */
export async function rememberProfile(handle: StoreHandle, profile: string): Promise<void> {
  await file(handle).save({ profile })
}
