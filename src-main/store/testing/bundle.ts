/** Programs for tests that need a process or a thread of their own: bundled from the sources, packages left where they are. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

/**
 * A runnable module of the TypeScript file `source` (a path below the project's folder), named like it with `.mjs`; `remove`
 * deletes it. It lies inside node_modules, so that its imports resolve.
 */
export async function bundle(source: string): Promise<{ entry: string; remove(): void }> {
  const name = basename(source, '.ts')
  const parent = join(root, 'node_modules', '.cache', 'catchment-tests')
  mkdirSync(parent, { recursive: true })
  const outDir = mkdtempSync(join(parent, `${name}-`))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(root, 'src-shared') } },
    build: {
      ssr: join(root, source),
      outDir,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: `${name}.mjs` } },
    },
  })
  return { entry: join(outDir, `${name}.mjs`), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
