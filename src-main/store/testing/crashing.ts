/** Tests that really kill: an entry of the test's own, bundled from the sources, runs in a process that dies where it is told. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'
import { profileClient } from '../client'
import { openStore } from '../database'
import type { Store } from '../protocol'
import { serve } from '../serve'

const root = resolve(import.meta.dirname, '../../..')

export interface CrashProgram {
  /** Runs the entry with these arguments until it ends or dies: signal or exit code, and what it said of itself. */
  run(...args: string[]): Promise<{ ended: unknown; said: string }>
  /** Deletes the bundle. */
  remove(): void
}

/** @param entry path of the TypeScript file below the project's folder */
export async function crashProgram(entry: string): Promise<CrashProgram> {
  // Inside node_modules, so that its packages are found.
  const parent = join(root, 'node_modules', '.cache', 'catchment-tests')
  mkdirSync(parent, { recursive: true })
  const bundle = mkdtempSync(join(parent, 'crash-'))
  const file = `${basename(entry, '.ts')}.mjs`
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(root, 'src-shared') } },
    build: {
      ssr: join(root, entry),
      outDir: bundle,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: file } },
    },
  })
  return {
    run: (...args) =>
      new Promise((done) => {
        const child = spawn(process.execPath, [join(bundle, file), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
        let said = ''
        child.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString()
        })
        child.on('close', (code, signal) => done({ ended: signal ?? code, said }))
      }),
    remove: () => rmSync(bundle, { recursive: true, force: true }),
  }
}

/** Opens the store in this process, does the work, and closes it. `around` is told of each call before and after it. */
export async function inStore<T>(
  storeDir: string,
  work: (store: Store) => Promise<T>,
  around: (when: 'before' | 'during' | 'after', call: string) => void = () => undefined,
): Promise<T> {
  const open = await openStore({ storeDir, program: 'a test' })
  try {
    const userId = await open.ensureProfile('default')
    return await work(
      profileClient(async (repository, method, args) => {
        const call = `${repository}.${method}`
        around('before', call)
        const answered = serve(open, { id: 1, kind: 'call', userId, repository, method, args })
        around('during', call)
        const response = await answered
        around('after', call)
        if (response.ok) return response.data
        throw new Error(response.error.message)
      }),
    )
  } finally {
    await open.close()
  }
}
