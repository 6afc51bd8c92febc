import { join } from 'node:path'
import { BrowserWindow, globalShortcut, screen } from 'electron'
import { APP_ORIGIN } from './security'

const WIDTH_PX = 520
const HEIGHT_PX = 132

/** A small window in front of everything, for jotting something down. It is filed like all else. */
export function createJot() {
  let window: BrowserWindow | null = null
  let key = ''

  function open(): void {
    if (window && !window.isDestroyed()) {
      window.show()
      window.focus()
      return
    }
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const made = new BrowserWindow({
      width: WIDTH_PX,
      height: HEIGHT_PX,
      x: Math.round(workArea.x + (workArea.width - WIDTH_PX) / 2),
      y: Math.round(workArea.y + workArea.height * 0.22),
      show: false,
      frame: false,
      resizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Catchment',
      webPreferences: {
        preload: join(import.meta.dirname, '../preload/index.cjs'),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    })
    made.once('ready-to-show', () => made.show())
    made.on('closed', () => {
      if (window === made) window = null
    })
    void made.loadURL(`${APP_ORIGIN}/index.html#jot`)
    window = made
  }

  return {
    open,
    close: () => window?.close(),
    get window(): BrowserWindow | null {
      return window && !window.isDestroyed() ? window : null
    },
    /** The key that opens it from anywhere; empty: none. False if another program has it, or it is no key. */
    listen(wanted: string): boolean {
      if (wanted === key) return true
      if (key !== '') globalShortcut.unregister(key)
      key = ''
      if (wanted === '') return true
      try {
        if (!globalShortcut.register(wanted, open)) return false
      } catch {
        return false // not a key at all
      }
      key = wanted
      return true
    },
  }
}
