import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_ORIGIN } from './security'
import { placeFor, readPlaces, type WindowPlaces, withPlace } from './window-places'

const PAPER = { light: '#fbfcfd', dark: '#16191b' }

/**
 * The one window, where it was with the displays that are there. Shown when its first frame is ready, so that nothing flashes.
 * @param file where its places are kept
 */
export function createWindow(file: string): BrowserWindow {
  const place = placeFor(read(file), displays())
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...place?.bounds,
    minWidth: 480,
    minHeight: 400,
    show: false,
    title: 'Catchment',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (place?.maximized) window.maximize()
  window.webContents.once('did-finish-load', () => {
    if (place) window.webContents.setZoomFactor(place.zoom)
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', () => keepPlace(window, file))
  void window.loadURL(`${APP_ORIGIN}/index.html`)
  return window
}

const displays = () => screen.getAllDisplays().map(({ bounds }) => bounds)

function read(file: string): WindowPlaces {
  try {
    return readPlaces(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return readPlaces(null) // the first start, or a file that is none
  }
}

/** Written at once: the app may be ending. A disk that takes nothing costs the place and no more. */
function keepPlace(window: BrowserWindow, file: string): void {
  const now = {
    bounds: window.getNormalBounds(),
    maximized: window.isMaximized(),
    zoom: window.webContents.getZoomFactor(),
  }
  try {
    writeFileSync(file, JSON.stringify(withPlace(read(file), displays(), now)), { mode: 0o600 })
  } catch {
    // see above
  }
}
