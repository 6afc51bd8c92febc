/** Stores of any size for the benchmarks, made once and kept in the cache. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalog } from '../../src-main/download/catalog'
import { cacheDirectory } from '../../src-main/download/places'
import { openStore } from '../../src-main/store/database'
import { POSTGRES_MAJOR, STORE_FORMAT } from '../../src-main/store/folder'
import { migrations } from '../../src-main/store/migrations'
import { buildStore } from './build'
import type { StoreSize } from './life'

export { LIFE_ENDS, type StoreSize, spoken } from './life'

/** To be counted up when the generator makes something else of the same parameters. */
const GENERATOR = 3

/** The sizes the benchmarks run at, in messages: about what months, a year and many years of use leave. */
export const sizeOf = (messages: number): StoreSize => ({
  messages,
  segments: Math.max(4, Math.round(messages * 0.03)),
  buckets: Math.max(4, Math.round(messages * 0.02)),
  seed: 1,
})

/**
 * A real store of this size in a folder of its own, to be written to and deleted by the caller. The same parameters give
 * the same life: texts, times, topics and vectors (ids differ). Made at first use, then copied from the cache.
 */
export async function generatedStore(size: StoreSize, say: (line: string) => void): Promise<string> {
  const kept = await keptStore(size, say)
  const copy = await mkdtemp(join(tmpdir(), 'catchment-store-'))
  await cp(kept, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return copy
}

/** The same for as long as `work` takes; the folder is deleted afterwards. */
export async function withGeneratedStore<T>(
  size: StoreSize,
  say: (line: string) => void,
  work: (storeDir: string) => Promise<T>,
): Promise<T> {
  const storeDir = await generatedStore(size, say)
  try {
    return await work(storeDir)
  } finally {
    await rm(storeDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function keptStore(size: StoreSize, say: (line: string) => void): Promise<string> {
  const model = defaultEmbedder()
  const made = JSON.stringify([GENERATOR, size, model, POSTGRES_MAJOR, STORE_FORMAT, migrations])
  const digest = createHash('sha256').update(made).digest('hex').slice(0, 16)
  const folder = join(cacheDirectory(), 'bench-stores')
  const place = join(folder, `${size.messages}-${digest}`)
  if (await exists(place)) return place
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(`${place}.`)
  const begun = performance.now()
  say(`Making a store of ${size.messages} messages …`)
  // PGlite starts on a loop that must not run empty (src-main/store/worker.ts says why).
  const awake = setInterval(() => undefined, 60_000)
  try {
    const open = await openStore({ storeDir: draft, program: `a benchmark (process ${process.pid})` })
    await buildStore(open, size, model)
    await open.tidy()
    await open.close()
    await rename(draft, place).catch(async (error: unknown) => {
      // Another process was quicker.
      if (!(await exists(place))) throw error
    })
  } finally {
    clearInterval(awake)
    await rm(draft, { recursive: true, force: true })
  }
  say(`… made in ${Math.round((performance.now() - begun) / 1000)} s and kept in ${place}.`)
  return place
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** The model that vectors are made for: the one a fresh store uses. */
export function defaultEmbedder(): string {
  const model = loadCatalog().find((m) => m.purpose === 'embedding' && m.default)
  if (!model) throw new Error('the catalog names no default embedding model')
  return `${model.id}@${model.revision}`
}
