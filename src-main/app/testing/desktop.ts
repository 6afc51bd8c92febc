import { ChosenFiles } from '../../transfer/chosen-files'
import type { Desktop } from '../desktop'

/** Nobody sits in front of it: every dialog is cancelled. */
export const noDesktop: Desktop = {
  chosen: new ChosenFiles(),
  chooseFile: () => Promise.resolve(null),
  keepDrafts: () => undefined,
  showInFolder: () => undefined,
  openLink: () => Promise.resolve(),
  chooseExportFile: () => Promise.resolve(null),
  chooseFolder: () => Promise.resolve(null),
  choosePackage: () => Promise.resolve(null),
  restoreBackup: () => Promise.reject(new Error('There is no window to open a store in.')),
  rescueStore: () => Promise.reject(new Error('There is no window to open a store in.')),
  openProfile: () => Promise.reject(new Error('There is no window to open a profile in.')),
  tell: () => undefined,
  words: () => undefined,
  closeJot: () => undefined,
}
