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
import type { WordBook } from './word-book'

/** How the system asks for each kind of file, in the window's words. */
const questions = (
  words: WordBook,
): Record<'import' | 'import-folder' | 'model' | 'model-folder' | 'backup', OpenDialogOptions> => {
  const all = { name: words.say('allFiles'), extensions: ['*'] }
  return {
    import: {
      title: words.say('chooseImport'),
      properties: ['openFile'],
      filters: [{ name: words.say('exportFiles'), extensions: ['zip', 'json', 'jsonl', 'md', 'markdown', 'txt'] }, all],
    },
    backup: {
      title: words.say('chooseBackup'),
      properties: ['openFile'],
      filters: [{ name: words.say('backupFiles'), extensions: ['catchment-backup', 'tar'] }, all],
    },
    'import-folder': { title: words.say('chooseImportFolder'), properties: ['openDirectory'] },
    'model-folder': { title: words.say('chooseModelFolder'), properties: ['openDirectory', 'showHiddenFiles'] },
    model: {
      title: words.say('chooseModel'),
      properties: ['openFile'],
      filters: [{ name: words.say('modelFiles'), extensions: ['gguf', 'onnx', 'whl', 'tgz'] }, all],
    },
  }
}

/** Dialogs and the browser: paths stay in the main process, the window never sees one. */
export function desktop(
  currentWindow: () => BrowserWindow | null,
  {
    book,
    ...profiles
  }: Pick<Desktop, 'openProfile' | 'restoreBackup' | 'rescueStore' | 'tell' | 'chosen' | 'words' | 'closeJot'> & {
    book: WordBook
  },
): Desktop {
  return {
    ...profiles,
    async chooseExportFile(folder, name) {
      await mkdir(folder, { recursive: true })
      const options: SaveDialogOptions = {
        title: book.say('chooseExport'),
        defaultPath: join(folder, name.replace(/[\\/:*?"<>|]/gu, '_')),
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      }
      const parent = currentWindow()
      const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
      return answer.canceled || answer.filePath === '' ? null : answer.filePath
    },
    async chooseFile(purpose) {
      const parent = currentWindow()
      const options = questions(book)[purpose]
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },
    async chooseFolder(purpose) {
      const options: OpenDialogOptions =
        purpose === 'backups'
          ? { title: book.say('chooseBackupFolder'), properties: ['openDirectory', 'createDirectory'] }
          : { title: book.say('chooseUpdates'), properties: ['openDirectory'] }
      const parent = currentWindow()
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },
    async choosePackage() {
      const options: OpenDialogOptions = {
        title: book.say('choosePackage'),
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
        buttons: [book.say('linkOpen'), book.say('linkCancel')],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
        ...linkQuestion(url, { open: book.say('openLink'), stranger: book.say('linkStranger') }),
      }
      const parent = currentWindow()
      const { response } = await (parent ? dialog.showMessageBox(parent, question) : dialog.showMessageBox(question))
      if (response === 0 && /^https?:\/\//i.test(url)) await shell.openExternal(url)
    },
  }
}
