import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
  session,
  shell,
} from 'electron'
import type { Desktop } from '../app/desktop'
import { linkQuestion } from './link-question'

const FILTERS: Record<'import' | 'import-folder' | 'model' | 'model-folder' | 'backup', OpenDialogOptions> = {
  import: {
    title: 'Import conversations',
    properties: ['openFile'],
    filters: [
      { name: 'Exports', extensions: ['zip', 'json', 'jsonl', 'md', 'markdown', 'txt'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  backup: {
    title: 'A copy of a backup',
    properties: ['openFile'],
    filters: [
      { name: 'Copies of backups', extensions: ['catchment-backup', 'tar'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  'import-folder': { title: 'Import a folder of conversations', properties: ['openDirectory'] },
  'model-folder': { title: 'A folder with models', properties: ['openDirectory', 'showHiddenFiles'] },
  model: {
    title: 'Use a model file you have',
    properties: ['openFile'],
    filters: [
      { name: 'Models', extensions: ['gguf', 'onnx', 'whl', 'tgz'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
}

/** Dialogs and the browser: paths stay in the main process, the window never sees one. */
export function desktop(
  currentWindow: () => BrowserWindow | null,
  profiles: Pick<Desktop, 'openProfile' | 'restoreBackup' | 'rescueStore' | 'tell' | 'chosen' | 'words' | 'closeJot'>,
): Desktop {
  return {
    ...profiles,
    async chooseExportFile(folder, name) {
      await mkdir(folder, { recursive: true })
      const options: SaveDialogOptions = {
        title: 'Export',
        defaultPath: join(folder, name.replace(/[\\/:*?"<>|]/gu, '_')),
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      }
      const parent = currentWindow()
      const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
      return answer.canceled || answer.filePath === '' ? null : answer.filePath
    },
    async chooseFile(purpose) {
      const parent = currentWindow()
      const answer = await (parent
        ? dialog.showOpenDialog(parent, FILTERS[purpose])
        : dialog.showOpenDialog(FILTERS[purpose]))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },
    async chooseFolder(purpose) {
      const options: OpenDialogOptions =
        purpose === 'backups'
          ? { title: 'Where backups are kept', properties: ['openDirectory', 'createDirectory'] }
          : { title: 'Where newer versions lie', properties: ['openDirectory'] }
      const parent = currentWindow()
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },
    async choosePackage() {
      const options: OpenDialogOptions = {
        title: 'A package of Catchment that you fetched',
        properties: ['openFile'],
      }
      const parent = currentWindow()
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },
    keepDrafts() {
      session.defaultSession.flushStorageData()
    },
    showInFolder: (path) => shell.showItemInFolder(path),
    async openLink(url) {
      const question: MessageBoxOptions = {
        type: 'question',
        buttons: ['Open', 'Cancel'],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
        ...linkQuestion(url),
      }
      const parent = currentWindow()
      const { response } = await (parent ? dialog.showMessageBox(parent, question) : dialog.showMessageBox(question))
      if (response === 0 && /^https?:\/\//i.test(url)) await shell.openExternal(url)
    },
  }
}
