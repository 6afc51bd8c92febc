/** Where the suite finds things: the app that was built, the Electron to run it, the models, and room for its stores. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder that Electron is pointed at. */
export const appRoot = join(import.meta.dirname, '..')
export const commandLine = join(appRoot, 'out', 'main', 'cli.js')

/** The environment variable by which global setup tells the workers where it put the prepared stores. */
export const TEMPLATES = 'CATCHMENT_E2E_TEMPLATES'

/** Stores that global setup prepares once, so that a test starts with a copy instead of a new database. */
export type Template =
  /** Just made: the first run has not been seen. */
  | 'new'
  /** No model, empty, past the first run. */
  | 'ready'
  /** The same with the starter model chosen. */
  | 'answering'
  /** No model, three topics talked about some weeks ago (life.ts). */
  | 'lived'

export function templateFolder(name: Template): string {
  const folder = process.env[TEMPLATES]
  if (!folder) throw new Error('The stores are prepared by global setup: run the suite with `playwright test`.')
  return join(folder, name)
}

export function electronPath(): string {
  const path = process.env.CATCHMENT_ELECTRON
  if (!path || !existsSync(path))
    throw new Error('CATCHMENT_ELECTRON has to name the Electron to run: `npm test -- --only e2e` sets it.')
  return path
}

/** The models' cache, as the scripts set it. */
export function modelCache(): string {
  const cache = process.env.CATCHMENT_CACHE
  if (!cache) throw new Error('CATCHMENT_CACHE has to name the model cache: `npm test -- --only e2e` sets it.')
  return cache
}

/** Short paths: a socket's name may hold 107 characters, and Electron puts one into its data folder. */
export const scratchRoot = tmpdir()
