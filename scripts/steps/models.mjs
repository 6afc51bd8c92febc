/** The two models the app starts with, by the app's own downloader. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory } from '../cache.mjs'
import { fetchModels } from '../fetch-models.mjs'
import { withLock } from '../lock.mjs'
import { inRoot } from '../paths.mjs'

const defaults = () =>
  JSON.parse(readFileSync(inRoot('models.catalog.json'), 'utf8')).models.filter((model) => model.default)

const isThere = (model, cache) =>
  model.files.every((file) => {
    const path = join(cache, 'models', model.id, file.path)
    return statSync(path, { throwIfNoEntry: false })?.size === file.sizeBytes
  })

/** Returns lines that a person should read; [] if both are there. Their checksums are looked at again by the app. */
export async function models({ offline, say }) {
  const cache = cacheDirectory()
  const areThere = () => defaults().every((model) => isThere(model, cache))
  if (areThere()) return []
  if (offline) {
    const missing = defaults().filter((model) => !isThere(model, cache))
    return [
      `Not in the cache, and nothing is fetched in offline mode: ${missing.map(({ title }) => title).join(', ')}.`,
    ]
  }
  return withLock(
    join(cache, 'locks'),
    'models',
    async () => (areThere() ? [] : fetchModels({ cacheDir: cache, say })),
    (pid) => say(`  waiting for process ${pid}, which fetches models`),
  )
}
