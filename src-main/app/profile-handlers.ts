import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { ProfilesState, ProfileView } from '@shared/contract/profiles'
import type { ProfileId } from '@shared/ids'
import { confirms, describeDeletion } from '../profiles/deletion'
import { eraseProfile } from '../profiles/erase'
import { profileFolder } from '../profiles/folder'
import { exportToFile } from '../transfer/export-service'
import type { App } from './create-app'
import type { Desktop } from './desktop'
import { leaveBackups } from './erasing'
import type { Handlers } from './requests'
import type { WrittenFiles } from './transfer-handlers'

type ProfileHandlers = Pick<Handlers, Extract<keyof Handlers, `profiles.${string}`>>

/** Profiles: listed, made, switched, deleted and exported in the window (07-settled, Profiles). */
export function createProfileHandlers(app: App, desktop: Desktop, written: WrittenFiles): ProfileHandlers {
  const { handle } = app

  async function all(): Promise<ProfileView[]> {
    return (await handle.profiles()).map((p) => ({
      id: p.id,
      name: p.name,
      current: p.id === app.profileId,
      messages: p.messages,
      createdAt: new Date(p.createdAt).toISOString(),
    }))
  }

  async function one(id: ProfileId): Promise<ProfileView> {
    const found = (await all()).find((p) => p.id === id)
    if (!found) throw new CatchmentError('not_found', 'There is no such profile in this store.')
    return found
  }

  async function deletion(id: ProfileId) {
    const profiles = await all()
    const profile = await one(id)
    return describeDeletion({
      profile,
      profiles: profiles.length,
      fixed: fixedSentence(app),
      server: handle.server,
      backupsUntil: app.backups.heldUntil(),
      ...app.place(),
    })
  }

  return {
    'profiles.list': async (): Promise<ProfilesState> => ({
      profiles: await all(),
      server: handle.server,
      fixed: fixedSentence(app),
    }),
    'profiles.create': async ({ name }) => {
      const profile = await one(await handle.createProfile(name))
      desktop.tell({ type: 'profiles.changed' })
      return profile
    },
    'profiles.switch': async ({ profileId }) => {
      const profile = await one(profileId)
      if (!profile.current) await desktop.openProfile({ id: profile.id, name: profile.name })
      return { ...profile, current: true }
    },
    'profiles.deletion': ({ profileId }) => deletion(profileId),
    'profiles.delete': async ({ profileId, name, dropBackups }) => {
      const { profile, refusal } = await deletion(profileId)
      if (refusal !== null) throw new CatchmentError('conflict', refusal)
      if (!confirms(name, profile.name))
        throw new CatchmentError('conflict', `Nothing was deleted: that is not the name “${profile.name}”.`)
      if (profile.current) {
        const next = (await all()).find((p) => p.id !== profileId)
        if (next) await desktop.openProfile({ id: next.id, name: next.name })
      }
      await eraseProfile(handle, profile)
      desktop.tell({ type: 'profiles.changed' })
      return leaveBackups(app, dropBackups)
    },
    'profiles.export': async ({ profileId, bucketId, format, by }) => {
      const profile = await one(profileId ?? app.profileId)
      const store = handle.forProfile(profile.id)
      const bucket = bucketId === undefined ? null : await store.buckets.resolve(bucketId)
      if (bucketId !== undefined && !bucket) throw new CatchmentError('not_found', `There is no bucket “${bucketId}”.`)
      const what = bucket?.title ?? profile.name
      const name = `${what} ${dayOf(app)}.${format === 'jsonl' ? 'jsonl' : 'md'}`
      const file = await desktop.chooseExportFile(join(profileFolder(handle.storeDir, profile), 'exports'), name)
      if (file === null) return null
      const ports = { store, profile, place: app.place() }
      const jobId = app.jobs.start('export', `Exporting ${what}`, async ({ signal, report }) => {
        const { messages } = await exportToFile(file, ports, {
          format,
          by,
          part: bucketId === undefined ? undefined : { bucketId },
          signal,
          report,
        })
        written.note(jobId, file)
        return `${messages} messages exported`
      })
      return { jobId }
    },
  }
}

const fixedSentence = ({ handle }: App): string | null =>
  handle.ownProfileOnly
    ? 'On this server everybody has one profile, that of their role. Profiles are made and deleted by the server’s keeper.'
    : null

const dayOf = (app: App): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: app.place().timeZone, dateStyle: 'short' }).format(app.clock.now())
