/** The real store worker for tests: its entry bundled from the sources, packages left where they are. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

/** Path of a runnable `store-worker.mjs`. Inside node_modules, so that its imports resolve; `remove` deletes it. */
export async function bundleWorker(): Promise<{ entry: string; remove(): void }> {
  const parent = join(root, 'node_modules', '.cache', 'catchment-tests')
  mkdirSync(parent, { recursive: true })
  const outDir = mkdtempSync(join(parent, 'store-worker-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(root, 'src-shared') } },
    build: {
      ssr: join(root, 'src-main/store/worker.ts'),
      outDir,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'store-worker.mjs' } },
    },
  })
  return { entry: join(outDir, 'store-worker.mjs'), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
