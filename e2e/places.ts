/** Where the suite finds things: the app that was built, the Electron to run it, and the stores it starts from. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder that Electron is pointed at. */
export const appRoot = join(import.meta.dirname, '..')
export const commandLine = join(appRoot, 'out', 'main', 'cli.js')
/** Pictures for a person to look at; never compared. */
export const pictures = join(appRoot, 'test-results', 'pictures')

/** The environment variable by which global setup tells the workers where it put the prepared stores. */
export const TEMPLATES = 'CATCHMENT_E2E_TEMPLATES'

/** Stores that global setup prepares once, so that a test starts with a copy instead of a new database. */
export const TEMPLATE_NAMES = [
  'new', // just made: the first run has not been seen
  'ready', // past the first run, no model, no message
  'answering', // the same with the starter model chosen
  'lived', // no model; three topics some weeks ago (life.ts)
  'quiet', // no model; two messages, the newer one five minutes old when the suite began
] as const
export type Template = (typeof TEMPLATE_NAMES)[number]

export function templateFolder(name: Template): string {
  const folder = process.env[TEMPLATES]
  if (!folder) throw new Error('The stores are prepared by global setup: run the suite with `playwright test`.')
  return join(folder, name)
}

/** @throws Error in one clear line if there is no Electron to run. */
export function electronPath(): string {
  const path = process.env.CATCHMENT_ELECTRON
  if (!path || !existsSync(path))
    throw new Error('CATCHMENT_ELECTRON has to name the Electron to run; `npm test -- --only e2e` sets it.')
  return path
}
