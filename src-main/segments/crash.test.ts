/** Real processes are really killed at each step of a collapse and of what follows it (issue: crash-proof segments; 05-trust). */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileClient } from '../store/client'
import { openStore } from '../store/database'
import { serve } from '../store/serve'
import { HOUR, START, say } from '../store/testing/samples'

const root = resolve(import.meta.dirname, '../..')
const PROFILE = 'default'
const MINUTE = 60_000
/** Long after the silence, and long enough for a claim of `DIES` to have expired by `RECOVERS`. */
const DIES = START + 3 * HOUR
const RECOVERS = DIES + HOUR

const STEPS = [
  'before:segments.claim',
  'after:segments.claim',
  'after:messages.ofSegment',
  'embedding',
  'before:segments.saveCollapse',
  'after:segments.saveCollapse',
  'after:sessions.end',
  'event:segment.collapsed',
  'before:extraction',
  'after:extraction',
  'after:segments.markExtracted',
  'before:summaries.save',
  'after:summaries.save',
  'before:segments.markDrained',
  'after:segments.markDrained',
  'event:manifest.updated',
]

let scratch: string
let entry: string
let bundle: string
let undisturbed: unknown

/** The test's own entry, bundled from the sources inside node_modules, so that its packages are found. */
async function bundleEntry(): Promise<void> {
  const parent = join(root, 'node_modules', '.cache', 'catchment-tests')
  mkdirSync(parent, { recursive: true })
  bundle = mkdtempSync(join(parent, 'crash-'))
  entry = join(bundle, 'crash.mjs')
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

/** Runs the process to its end, or to the step it dies at. */
function run(dir: string, step: string, at: number): Promise<{ code: number | null; signal: string | null; err: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [entry, dir, PROFILE, step, String(at)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    child.on('close', (code, signal) => done({ code, signal, err }))
  })
}

async function inStore<T>(dir: string, work: (store: ReturnType<typeof profileClient>) => Promise<T>): Promise<T> {
  const open = await openStore({ storeDir: dir, program: 'a test' })
  try {
    const userId = await open.ensureProfile(PROFILE)
    const store = profileClient(async (repository, method, args) => {
      const response = await serve(open, { id: 1, kind: 'call', userId, repository, method, args })
      if (response.ok) return response.data
      throw new Error(response.error.message)
    })
    return await work(store)
  } finally {
    await open.close()
  }
}

/** Everything that may depend on how often it was tried; only times of the trying are left out. */
const picture = (dir: string): Promise<unknown> =>
  inStore(dir, async (store) => {
    const segments = await store.segments.newest(10)
    return {
      segments,
      messages: (await store.messages.newest(100)).map((m) => [m.id, m.segmentId, m.bucketId, m.text]),
      summaries: (await store.summaries.list(segments[0]?.buckets[0] ?? ('' as never))).map((v) => [v.version, v.summary]),
      memories: await Promise.all(segments.map((s) => store.preferences.get(`memories of ${s.id}`))),
      session: await store.sessions.current(),
      undrained: await store.segments.undrained(10, true),
      verification: await store.verification.run(),
    }
  })

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catchment-crash-'))
  await bundleEntry()
  const template = join(scratch, 'template')
  mkdirSync(template)
  await inStore(template, async (store) => {
    await store.sessions.open({ id: uuidv7(), at: START, afterSeq: 0, opening: {} })
    for (let i = 0; i < 8; i++) {
      const text = `We bought lead number ${i} for our dog Rex in Innsbruck on Saturday.`
      await say(store, text, START + i * MINUTE, 'dogs_001', { tools: i === 3 ? ['bucket_search'] : [] })
    }
  })
  const dir = join(scratch, 'undisturbed')
  cpSync(template, dir, { recursive: true })
  expect(await run(dir, 'none', RECOVERS)).toMatchObject({ code: 0, err: '' })
  undisturbed = await picture(dir)
}, 120_000)
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
  rmSync(bundle, { recursive: true, force: true })
})

describe('a process that is killed while it closes a segment', () => {
  it('closes it when it is not killed', () => {
    expect(undisturbed).toMatchObject({
      segments: [{ status: 'collapsed', messages: 8, toolsUsed: ['bucket_search'], memoriesExtracted: true }],
      summaries: [[1, expect.stringContaining('Rex')]],
      session: null,
      undrained: [],
      verification: { ok: true },
    })
  })

  it.concurrent.each(STEPS)('at %s comes to the same after the next start', { timeout: 60_000 }, async (step) => {
    const dir = join(scratch, step.replace(/\W/g, '-'))
    cpSync(join(scratch, 'template'), dir, { recursive: true })
    expect(await run(dir, step, DIES)).toMatchObject({ signal: 'SIGKILL' })
    expect(await run(dir, 'none', RECOVERS)).toMatchObject({ code: 0, err: '' })
    expect(await picture(dir)).toEqual(undisturbed)
  })
})
