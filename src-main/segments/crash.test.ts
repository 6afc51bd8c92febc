/** A real process is really killed at each step of a collapse and of what follows it (seed 003, Crash-resilient design; 05-trust). */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bucketId } from '@shared/ids'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileClient } from '../store/client'
import { openStore } from '../store/database'
import type { Store } from '../store/protocol'
import { serve } from '../store/serve'

const root = resolve(import.meta.dirname, '../..')

/** One talk for each; the process that dies in one takes up what the one before left. */
const STEPS = [
  'after segments.claim',
  'while embedding',
  'before segments.saveCollapse',
  'after segments.saveCollapse',
  'after sessions.end',
  'at segment.collapsed',
  'after extraction',
  'after segments.markExtracted',
  'after summaries.save',
  'after segments.markDrained',
]

let scratch: string
let bundle: string

/** The test's own entry, bundled from the sources inside node_modules, so that its packages are found. */
async function bundleEntry(): Promise<void> {
  const parent = join(root, 'node_modules', '.cache', 'catchment-tests')
  mkdirSync(parent, { recursive: true })
  bundle = mkdtempSync(join(parent, 'crash-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(root, 'src-shared') } },
    build: {
      ssr: join(root, 'src-main/segments/testing/crash-entry.ts'),
      outDir: bundle,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'crash.mjs' } },
    },
  })
}

/** Runs talks `first` to `last` in a process, to its end or to the step it dies at in the last. */
function run(dir: string, first: number, last: number, step: string): Promise<{ ended: unknown; said: string }> {
  return new Promise((done) => {
    const args = [join(bundle, 'crash.mjs'), dir, String(first), String(last), step]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.on('close', (code, signal) => done({ ended: signal ?? code, said }))
  })
}

async function inStore<T>(dir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const open = await openStore({ storeDir: dir, program: 'a test' })
  try {
    const userId = await open.ensureProfile('default')
    return await work(
      profileClient(async (repository, method, args) => {
        const response = await serve(open, { id: 1, kind: 'call', userId, repository, method, args })
        if (response.ok) return response.data
        throw new Error(response.error.message)
      }),
    )
  } finally {
    await open.close()
  }
}

/** Everything but ids, and the times at which it was tried. */
const picture = (dir: string) =>
  inStore(dir, async (store) => {
    const segments = (await store.segments.newest(50)).reverse()
    return {
      talks: await Promise.all(
        segments.map(async ({ id, sentinelId, ...segment }, number) => ({
          step: STEPS[number],
          ...segment,
          said: (await store.messages.ofSegment(id)).map((m) => [m.text, m.bucketId]),
          summaries: (await store.summaries.list(bucketId.parse(`dogs_${number}_001`))).map((v) => v.summary),
          memories: await store.preferences.get(`memories of ${id}`),
        })),
      ),
      session: await store.sessions.current(),
      undrained: await store.segments.undrained(50, true),
      problems: (await store.verification.run()).problems,
    }
  })

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catchment-crash-'))
  await bundleEntry()
}, 120_000)
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
  rmSync(bundle, { recursive: true, force: true })
})

describe('a process that is killed while it closes a segment', () => {
  it('leaves what the next one finishes, and it comes to the same as without a kill, at every step', async () => {
    const [calm, stormy] = [join(scratch, 'calm'), join(scratch, 'stormy')]
    for (const dir of [calm, stormy]) mkdirSync(dir)
    const last = STEPS.length
    const undisturbed = run(calm, 0, last, 'none')
    for (const [talk, step] of STEPS.entries()) {
      expect(await run(stormy, talk, talk, step), step).toEqual({ ended: 'SIGKILL', said: '' })
    }
    expect(await run(stormy, last, last, 'none')).toEqual({ ended: 0, said: '' })
    expect(await undisturbed).toEqual({ ended: 0, said: '' })
    const expected = await picture(calm)
    expect(expected).toMatchObject({ session: null, undrained: [], problems: [] })
    expect(expected.talks[0]).toMatchObject({
      status: 'collapsed',
      messages: 3,
      toolsUsed: ['bucket_search'],
      memoriesExtracted: true,
      domainBlocksUpdated: true,
      summaries: [expect.stringContaining('Innsbruck')],
      memories: expect.stringContaining('Innsbruck'),
    })
    expect(await picture(stormy)).toEqual(expected)
  }, 300_000)
})
