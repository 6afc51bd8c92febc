/** What Electron needs to be told on this machine, for the app and for its tests alike. */
import { cacheDirectory } from './cache.mjs'

/** Environment for anything that starts the app: which cache, and which Electron (`@playwright/test`, electron-vite). */
export const launchEnvironment = (electron) => ({
  CATCHMENT_CACHE: cacheDirectory(),
  ...(electron && {
    CATCHMENT_ELECTRON: electron.executable,
    ELECTRON_EXEC_PATH: electron.executable,
    ELECTRON_OVERRIDE_DIST_PATH: electron.folder,
  }),
})

/** Chromium refuses to sandbox for root; for everybody else the sandbox stays on. */
export const sandboxWords = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])
