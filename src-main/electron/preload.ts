import type { AppWideEvent, Bridge } from '@shared/contract'
import { DROP_CHANNEL, EVENT_CHANNEL, REQUEST_CHANNEL } from '@shared/contract/channels'
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron'

/**
 * The only connection between window and main (05-trust): one way to ask, one way to listen. It runs sandboxed, so it stays
 * free of schemas and logic; main checks the sender and parses every request.
 */
const bridge: Bridge = {
  request: (name, input) => ipcRenderer.invoke(REQUEST_CHANNEL, name, input),
  subscribe: (listener) => {
    const forward = (_sender: IpcRendererEvent, event: AppWideEvent): void => listener(event)
    ipcRenderer.on(EVENT_CHANNEL, forward)
    return () => {
      ipcRenderer.removeListener(EVENT_CHANNEL, forward)
    }
  },
  dropped: (file) => ipcRenderer.invoke(DROP_CHANNEL, webUtils.getPathForFile(file)),
}

contextBridge.exposeInMainWorld('catchment', bridge)
