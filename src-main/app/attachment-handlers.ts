import { join } from 'node:path'
import { profileFolder } from '../profiles/folder'
import type { App } from './create-app'
import type { Desktop } from './desktop'
import type { Handlers } from './requests'

type AttachmentHandlers = Pick<Handlers, Extract<keyof Handlers, `attachments.${string}`>>

/** Images and PDF beside a message: taken in while it is written, saved elsewhere afterwards. */
export function createAttachmentHandlers({ attachments, ...app }: App, desktop: Desktop): AttachmentHandlers {
  return {
    'attachments.add': ({ name, bytes, image }) => attachments.add({ name, bytes, ...(image ? { image } : {}) }),
    'attachments.saveCopy': async ({ file, name }) => {
      const folder = profileFolder(app.handle.storeDir, { id: app.profileId, name: app.profileName })
      const target = await desktop.chooseExportFile(join(folder, 'exports'), name)
      if (target === null) return { saved: false }
      await attachments.copyTo(file, target)
      return { saved: true }
    },
  }
}
