/** Where downloaded things lie: one folder outside the app and outside any clone, shared by all of them. */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CatalogModel } from './catalog'
import { readVerifiedStamp } from './verified-stamp'

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  home: string
  isRoot: boolean
}

const here = (): Surroundings => ({ env: process.env, home: homedir(), isRoot: process.getuid?.() === 0 })

/**
 * The cache: `CATCHMENT_CACHE`, else `/var/cache/catchment` for root (a folder of root's own would be closed to the
 * other users that tests run as), else the person's cache folder. `scripts/cache.mjs` follows the same rule.
 */
export function cacheDirectory({ env, home, isRoot }: Surroundings = here()): string {
  if (env.CATCHMENT_CACHE) return resolve(env.CATCHMENT_CACHE)
  if (isRoot) return '/var/cache/catchment'
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'catchment')
}

/** The folder with one folder per installed model, named by catalog id: transformers.js's `localModelPath`. */
export function modelsDirectory(cacheDir: string): string {
  return join(cacheDir, 'models')
}

export function modelFolder(entry: CatalogModel, cacheDir: string): string {
  return join(modelsDirectory(cacheDir), entry.id)
}

/**
 * True if all files are there in the right size and nothing says they belong to another revision. Cheap (a few stats):
 * reads no contents; `verifyInstalled` does.
 */
export function isInstalled(entry: CatalogModel, cacheDir: string): boolean {
  const folder = modelFolder(entry, cacheDir)
  const stamp = readVerifiedStamp(folder)
  return entry.files.every((file) => {
    const found = statSync(join(folder, file.path), { throwIfNoEntry: false })
    const known = stamp.get(file.path)
    return found?.isFile() === true && found.size === file.sizeBytes && (!known || known.sha256 === file.sha256)
  })
}

/**
 * What the runtime loads: the folder of an embedding model, the GGUF file of a chat model. Null if it is not installed.
 */
export function installedPath(entry: CatalogModel, cacheDir: string): string | null {
  if (!isInstalled(entry, cacheDir)) return null
  const folder = modelFolder(entry, cacheDir)
  const [main] = entry.files
  return entry.purpose === 'chat' && main ? join(folder, main.path) : folder
}
