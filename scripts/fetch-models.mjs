/**
 * Runs the app's downloader without the app: bundles it (a third of a second) and calls it. So setup and the window fetch,
 * verify and convert models by the same code.
 */
import { pathToFileURL } from 'node:url'
import { inRoot, root } from './paths.mjs'
import { busy, megabytes } from './say.mjs'

const OUT = inRoot('node_modules', '.cache', 'catchment')

async function loadDownloader() {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': inRoot('src-shared') } },
    build: {
      ssr: inRoot('src-main', 'download', 'fetch-default.ts'),
      outDir: OUT,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'fetch-models.mjs' } },
    },
  })
  return import(pathToFileURL(`${OUT}/fetch-models.mjs`).href)
}

/** Returns a line for each model that could not be had. */
export async function fetchModels({ cacheDir, say }) {
  const { fetchDefaultModels } = await loadDownloader()
  const work = busy('models', say)
  try {
    const outcomes = await fetchDefaultModels({
      cacheDir,
      offline: false,
      keepPackages: true,
      log: () => undefined,
      onProgress: ({ modelId, phase, from, doneBytes, totalBytes }) =>
        work.update(`${modelId}: ${phase} from ${from}, ${megabytes(doneBytes)} of ${megabytes(totalBytes)}`),
    })
    const time = work.end()
    const fetched = outcomes.filter(({ state }) => state === 'fetched').map(({ id }) => id)
    if (fetched.length > 0) say(`  models: ${fetched.join(' and ')} fetched and verified (${time})`)
    return outcomes.filter(({ state }) => state === 'missing').map(({ reason }) => reason)
  } catch (error) {
    work.end()
    return [`Models could not be fetched: ${error.message}`]
  }
}
