/** Tests that really kill: an entry of the test's own, bundled from the sources, runs in a process that dies where it is told. */
import { spawn } from 'node:child_process'
import { profileClient } from '../client'
import { openStore } from '../database'
import type { Store } from '../protocol'
import { serve } from '../serve'
import { bundle } from './bundle'

export interface CrashProgram {
  /** Runs the entry with these arguments until it ends or dies: signal or exit code, and what it said of itself. */
  run(...args: string[]): Promise<{ ended: unknown; said: string }>
  /** Deletes the bundle. */
  remove(): void
}

/** @param source path of the TypeScript file below the project's folder */
export async function crashProgram(source: string): Promise<CrashProgram> {
  const { entry, remove } = await bundle(source)
  return {
    run: (...args) =>
      new Promise((done) => {
        const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
        let said = ''
        child.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString()
        })
        child.on('close', (code, signal) => done({ ended: signal ?? code, said }))
      }),
    remove,
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
