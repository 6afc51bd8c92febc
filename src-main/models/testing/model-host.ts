/** The real model host for tests: its entry bundled once per test file, packages left where they are. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { HostClient, type HostClientOptions } from '../host-client'
import { nodeHost } from '../host-process'

const root = resolve(import.meta.dirname, '../../..')

/** Path of a runnable `model-host.js`. Inside node_modules, so that its imports resolve; `remove` deletes it. */
export async function bundleHost(): Promise<{ entry: string; remove(): void }> {
  const parent = join(root, 'node_modules', '.cache', 'catchment-tests')
  mkdirSync(parent, { recursive: true })
  const outDir = mkdtempSync(join(parent, 'model-host-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(root, 'src-shared') } },
    build: {
      ssr: join(root, 'src-main/models/host.ts'),
      outDir,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'model-host.mjs' } },
    },
  })
  return { entry: join(outDir, 'model-host.mjs'), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}

/** A client of the real host in a child process. `dispose` ends the process and removes the bundle. */
export async function realHost(options: Partial<HostClientOptions> = {}): Promise<{
  host: HostClient
  dispose(): Promise<void>
}> {
  const { entry, remove } = await bundleHost()
  const host = new HostClient({ start: nodeHost(entry), ...options })
  return {
    host,
    dispose: async () => {
      await host.dispose()
      remove()
    },
  }
}
