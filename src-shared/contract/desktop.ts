import { z } from 'zod'
import type { BucketId } from '../ids'
import { request } from './request'

/** What the menu, the tray and the keys of the whole window can do; the window does it. */
const WINDOW_ACTIONS = [
  'palette',
  'settings',
  'composer',
  'filter',
  'panel',
  'health',
  'manifest',
  'receipts',
  'memory',
  'heartbeat',
  'everything',
  'newest',
  'tidy',
  'import',
  'shortcuts',
  'licences',
] as const
export type WindowAction = (typeof WINDOW_ACTIONS)[number]

/** Words that main shows outside of the window: its own catalogue is the window's. */
export const DESKTOP_WORDS = [
  ...WINDOW_ACTIONS,
  'file',
  'edit',
  'view',
  'go',
  'help',
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'selectAll',
  'zoomIn',
  'zoomOut',
  'resetZoom',
  'fullScreen',
  'open',
  'jot',
  'quit',
  'replyDone',
  'jobDone',
  'jobFailed',
  'workImport',
  'workExport',
  'workDownload',
  'workReembed',
  'workProbe',
  'workRetell',
  'workTidy',
  'workBackup',
  'chooseImport',
  'chooseImportFolder',
  'chooseBackup',
  'chooseBackupFolder',
  'chooseModel',
  'chooseModelFolder',
  'chooseExport',
  'chooseUpdates',
  'choosePackage',
  'exportFiles',
  'backupFiles',
  'modelFiles',
  'allFiles',
  'openLink',
  'linkStranger',
  'linkOpen',
  'linkCancel',
] as const
export type DesktopWord = (typeof DESKTOP_WORDS)[number]

export const desktopRequests = {
  /** Tells main how to say what it shows outside of the window, in the language of the window. */
  'desktop.words': request<null>()(z.record(z.enum(DESKTOP_WORDS), z.string().max(200))),
  /** The small window for jotting something down is done with. */
  'desktop.closeJot': request<null>()(z.undefined()),
}

export type DesktopEvent =
  /** Chosen in the menu or the tray. */
  | { type: 'desktop.action'; action: WindowAction }
  /** A link to a bucket was followed; a name that is none is said. */
  | { type: 'desktop.bucket'; bucketId: BucketId }
