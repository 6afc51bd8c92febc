import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { saveCopy } from '../backups/copies'
import { profileFolder } from '../profiles/folder'
import { isSealedFile } from '../sealing/files'
import { writeWhole } from '../transfer/write-whole'
import type { App } from './create-app'
import type { Desktop } from './desktop'
import type { Handlers } from './requests'

type BackupHandlers = Pick<Handlers, Extract<keyof Handlers, `backups.${string}`>>

/** Backups in the window: made, looked at, brought back. */
export function createBackupHandlers(app: App, desktop: Desktop): BackupHandlers {
  const { backups } = app
  return {
    'backups.state': () => backups.state(),
    'backups.make': () => backups.make('asked'),
    'backups.preview': ({ id }) => backups.preview(id),
    'backups.restore': async ({ id, mode }) => {
      if (mode === 'merge') {
        await app.mergeBackup(id)
        desktop.tell({ type: 'profile.changed', profile: { id: app.profileId, name: app.profileName } })
        return null
      }
      await desktop.restoreBackup(id, !(await isKept(backups)))
      return null
    },
    'backups.rescue': () => desktop.rescueStore(),
    'backups.saveCopy': async ({ id, passphrase }) => {
      const folder = join(profileFolder(app.handle.storeDir, { id: app.profileId, name: app.profileName }), 'exports')
      const file = await desktop.chooseExportFile(folder, `${id}.catchment-backup`)
      if (file === null) return false
      await writeWhole(file, async (draft) => {
        await saveCopy(backups.state().place, id, draft, passphrase)
        return true
      })
      return true
    },
    'backups.chooseCopy': async () => {
      const path = await desktop.chooseFile('backup')
      return path === null ? null : { ...desktop.chosen.add(path), sealed: await isSealedFile(path) }
    },
    'backups.takeCopy': async ({ token, passphrase }) => {
      if (backups.elsewhere() !== null) throw new CatchmentError('unavailable', backups.elsewhere() ?? '')
      await backups.take(desktop.chosen.path(token), passphrase)
      return null
    },
    'backups.choosePlace': async ({ reset }) => {
      if (backups.elsewhere() !== null) throw new CatchmentError('unavailable', backups.elsewhere() ?? '')
      const place = reset ? null : await desktop.chooseFolder('backups')
      if (!reset && place === null) return false
      backups.setPlace(place)
      return true
    },
  }
}

/** The store of today is a backup itself before it goes; false if it is too damaged to be one. */
async function isKept(backups: App['backups']): Promise<boolean> {
  try {
    await backups.make('restore')
    return true
  } catch (error) {
    if (error instanceof CatchmentError && DAMAGED.has(error.code)) return false
    throw error
  }
}

const DAMAGED = new Set(['store_corrupt', 'store_damaged'])
