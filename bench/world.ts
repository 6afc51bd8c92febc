/** The product for a benchmark: the real store on its thread, the real model host, a clock of the benchmark's own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { Settings } from '@shared/contract/settings'
import { type App, createApp } from '../src-main/app/create-app'
import { nodeHost, type StartHost } from '../src-main/models/host-process'
import type { ChatModel } from '../src-main/models/types'
import { builtFile } from '../src-main/runtime/built-file'
import { SimulatedClock } from '../src-main/runtime/clock'
import { createLog } from '../src-main/runtime/log'
import { openStoreWorker, type StoreHandle } from '../src-main/store/client'
import { cachedHost } from './cached-host'

export interface World {
  app: App
  clock: SimulatedClock
  storeDir: string
}

export interface WorldOptions {
  storeDir?: string
  at: number
  overrides?: Partial<Settings>
  /** A scripted chat model. */
  chat?: ChatModel
  /** Put between the product and its store: to time or count what is asked of it. */
  watch?: (handle: StoreHandle) => StoreHandle
  /** A file of cached vectors: what is in it is not embedded again. */
  vectors?: string | undefined
  /** In the place of the real model host. */
  host?: StartHost
}

/**
 * Opens the product on `storeDir` (made new in a temporary folder where none is given, and deleted afterwards), does the
 * work and closes it in order. No chat model unless `overrides` name one.
 * @param at milliseconds since the epoch the clock starts at
 */
export async function withWorld<T>(
  { storeDir, at, overrides = {}, chat, watch = (handle) => handle, vectors, host: own }: WorldOptions,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const dir = storeDir ?? (await mkdtemp(join(tmpdir(), 'catchment-bench-')))
  try {
    const handle = watch(await openStoreWorker({ storeDir: dir, program: `a benchmark (process ${process.pid})` }))
    const clock = new SimulatedClock(at)
    const host = own ?? nodeHost(builtFile('model-host.js'))
    let app: App | null = null
    try {
      app = await createApp({
        handle,
        profile: 'default',
        clock,
        log: createLog(dir),
        startHost: vectors === undefined ? host : cachedHost(host, vectors),
        secrets: noKeyring,
        autoProbe: false,
        overrides: { chatModel: 'none', ...overrides },
        ...(chat ? { chat } : {}),
        place: () => ({ timeZone: 'UTC', locale: 'en-US' }),
      })
      return await work({ app, clock, storeDir: dir })
    } finally {
      await (app ? app.close() : handle.close())
    }
  } finally {
    if (storeDir === undefined) await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const refuse = () => Promise.reject(new CatchmentError('unavailable', 'A benchmark has no keyring.'))
const noKeyring = { available: () => false, encrypt: refuse, decrypt: refuse }
