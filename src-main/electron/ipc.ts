import { DROP_CHANNEL, REQUEST_CHANNEL } from '@shared/contract/channels'
import type { Result } from '@shared/contract/errors'
import { type BrowserWindow, ipcMain } from 'electron'
import { isOwnSender } from './security'

/** The one channel in: the sender is checked here, the request itself is parsed by the router. */
export function answerRequests(
  ownWindows: () => readonly (BrowserWindow | null)[],
  answer: (name: unknown, input: unknown) => Promise<Result<unknown>>,
): void {
  ipcMain.handle(REQUEST_CHANNEL, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!ownWindows().some((window) => isOwnSender(event, window))) {
      return { ok: false, error: { code: 'bad_request', message: 'Only the Catchment window may ask.' } }
    }
    return answer(name, input)
  })
}

/** Files that were dropped on the window: their paths come from preload, which reads them off real files. */
export function answerDrops(currentWindow: () => BrowserWindow | null, chosen: (path: string) => unknown): void {
  ipcMain.handle(DROP_CHANNEL, async (event, path: unknown): Promise<Result<unknown>> => {
    if (!isOwnSender(event, currentWindow()) || typeof path !== 'string' || path === '')
      return { ok: false, error: { code: 'bad_request', message: 'That is no file on this computer.' } }
    return { ok: true, data: chosen(path) }
  })
}
