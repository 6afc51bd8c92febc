import { CatchmentError } from '@shared/contract/errors'
import type { FoundRelease, UpdatesState } from '@shared/contract/updates'
import { z } from 'zod'
import {
  checkPackage,
  fileFor,
  isNewer,
  pathOf,
  RELEASE_KEYS,
  type Release,
  type ReleasePlace,
  readRelease,
  releaseAddress,
} from '../download/releases'
import type { App } from './create-app'
import type { Desktop } from './desktop'
import type { Handlers } from './requests'

type UpdateHandlers = Pick<Handlers, Extract<keyof Handlers, `updates.${string}`>>

const KEY = 'updates.place'
const placeSchema = z.union([z.object({ folder: z.string() }), z.object({ address: z.string() })]).nullable()

export interface UpdateFacts {
  version: string
  platform: string
  arch: string
  /** Keys that are believed; those of this build without it. */
  keys?: readonly string[]
}

/** Newer versions of the app, looked for when a person asks and never else. */
export function createUpdateHandlers(
  { store, clock }: Pick<App, 'store' | 'clock'>,
  desktop: Pick<Desktop, 'chooseFolder' | 'choosePackage' | 'openLink' | 'showInFolder'>,
  facts: UpdateFacts,
): UpdateHandlers {
  const keys = facts.keys ?? RELEASE_KEYS
  /** What was found last: a file is only ever held against what was looked at before. */
  let found: Release | null = null

  const place = async (): Promise<ReleasePlace | null> =>
    placeSchema.catch(null).parse(await store.preferences.get(KEY))

  async function state(): Promise<UpdatesState> {
    const at = await place()
    const shown: UpdatesState['place'] =
      at === null
        ? null
        : 'folder' in at
          ? { kind: 'folder', shown: at.folder }
          : { kind: 'address', shown: at.address }
    return { version: facts.version, place: shown, canBelieve: keys.length > 0 }
  }

  async function remember(at: ReleasePlace | null): Promise<UpdatesState> {
    await store.preferences.set(KEY, at ?? {}, clock.now())
    found = null
    return state()
  }

  async function chosen(): Promise<ReleasePlace> {
    const at = await place()
    if (at === null) throw new CatchmentError('not_found', 'Say first where newer versions lie.')
    return at
  }

  return {
    'updates.state': state,
    'updates.chooseFolder': async () => {
      const folder = await desktop.chooseFolder('updates')
      return folder === null ? null : remember({ folder })
    },
    'updates.setAddress': ({ address }) => remember({ address: releaseAddress(address) }),
    'updates.forget': () => remember(null),
    'updates.look': async (): Promise<FoundRelease> => {
      const at = await chosen()
      found = await readRelease(at, keys)
      const { version, published, notes } = found
      const file = fileFor(found, facts)
      const newer = isNewer(version, facts.version)
      // What is to be installed is read whole before it is named.
      const isChecked = newer && file !== null && 'folder' in at
      if (isChecked) await checkPackage(pathOf(at, file), found)
      return {
        ...{ version, published, notes, isChecked },
        isNewer: newer,
        file: file && { name: file.name, sizeBytes: file.sizeBytes },
      }
    },
    'updates.get': async () => {
      const at = await chosen()
      const file = found && fileFor(found, facts)
      if (!found || !file) throw new CatchmentError('not_found', 'Look first.')
      if ('address' in at) await desktop.openLink(new URL(file.name, at.address).href)
      else {
        await checkPackage(pathOf(at, file), found)
        desktop.showInFolder(pathOf(at, file))
      }
      return null
    },
    'updates.check': async () => {
      if (!found) throw new CatchmentError('not_found', 'Look first.')
      const path = await desktop.choosePackage()
      if (path === null) return null
      const { name } = await checkPackage(path, found)
      return { name, version: found.version }
    },
  }
}
