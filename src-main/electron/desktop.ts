import { type BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions, shell } from 'electron'
import type { Desktop } from '../app/handlers'

const FILTERS: Record<'import' | 'model', OpenDialogOptions> = {
  import: {
    title: 'Import conversations',
    properties: ['openFile'],
    filters: [
      { name: 'Exports', extensions: ['json', 'jsonl'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
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
export function desktop(currentWindow: () => BrowserWindow | null): Desktop {
  return {
    async chooseFile(purpose) {
      const parent = currentWindow()
      const answer = await (parent
        ? dialog.showOpenDialog(parent, FILTERS[purpose])
        : dialog.showOpenDialog(FILTERS[purpose]))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },
    async openLink(url) {
      const question: MessageBoxOptions = {
        type: 'question',
        buttons: ['Open', 'Cancel'],
        defaultId: 0,
        cancelId: 1,
        message: 'Open this link in your browser?',
        detail: url,
      }
      const parent = currentWindow()
      const { response } = await (parent ? dialog.showMessageBox(parent, question) : dialog.showMessageBox(question))
      if (response === 0 && /^https?:\/\//i.test(url)) await shell.openExternal(url)
    },
  }
}
