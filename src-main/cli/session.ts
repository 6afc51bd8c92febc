import { CatchmentError } from '@shared/contract/errors'
import type { TidyAnswer } from '@shared/contract/receipts'
import { type App, createApp } from '../app/create-app'
import { defaultStoreDir } from '../app/profile-folder'
import { type CheckFolder, nodeCheck } from '../backups/checking'
import { nodeHost, type StartHost } from '../models/host-process'
import type { SecretsPort } from '../models/ports'
import { builtFile } from '../runtime/built-file'
import { SimulatedClock, systemClock } from '../runtime/clock'
import { createLog } from '../runtime/log'
import { openStoreWorker, type StoreHandle } from '../store/client'
import type { StoreWorkerData } from '../store/protocol'
import { parseTime } from './arguments'

export interface GlobalOptions {
  store?: string
  profile: string
  json?: boolean
}

export interface SessionOptions extends GlobalOptions {
  /** ISO time: the simulated clock of this call. */
  at?: string | undefined
  /** The chat model of this call; `none` for none. */
  model?: string | undefined
  /** False: what an interrupted import left is not filed first. */
  takeUp?: boolean
}

/** What a command runs on: the store's worker and the model host, or what a test puts in their place. */
export interface Machinery {
  openStore(options: StoreWorkerData): Promise<StoreHandle>
  startHost: StartHost
  /** Opens a backup in a process of its own. */
  checkBackup: CheckFolder
}

export const realMachinery: Machinery = {
  openStore: openStoreWorker,
  startHost: () => nodeHost(builtFile('model-host.js'))(),
  checkBackup: (dataDir, signal) => nodeCheck(builtFile('backup-check.js'))(dataDir, signal),
}

/** The command line has no keyring: endpoints whose key lies in one are the window's. */
const noKeyring: SecretsPort = {
  available: () => false,
  encrypt: () => Promise.reject(new CatchmentError('unavailable', 'Keys can be stored by the app only.')),
  decrypt: () =>
    Promise.reject(new CatchmentError('unavailable', 'This endpoint needs a key, which only the app can read.')),
}

/** Opens the product on a store, does the work, closes it in order whatever happened. */
export async function withApp<T>(
  machinery: Machinery,
  options: SessionOptions,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const storeDir = options.store ?? defaultStoreDir()
  const clock = options.at === undefined ? systemClock : new SimulatedClock(parseTime(options.at))
  const handle = await machinery.openStore({
    storeDir,
    program: `the command line (catchment, process ${process.pid})`,
  })
  let app: App | null = null
  try {
    app = await createApp({
      handle,
      profile: options.profile,
      clock,
      log: createLog(handle.storeDir),
      startHost: machinery.startHost,
      checkBackup: machinery.checkBackup,
      secrets: noKeyring,
      autoProbe: false,
      overrides: options.model === undefined ? {} : { chatModel: options.model },
    })
    if (options.at !== undefined) await refuseClockBehind(app)
    refuseUnknownModel(app, options.model)
    if (options.takeUp !== false) await takeUpImports(app)
    return await work(app)
  } catch (error) {
    if (!(error instanceof CatchmentError) || error.code === 'internal')
      app?.log.error({ err: error }, 'command failed')
    throw error
  } finally {
    await (app ? app.close() : handle.close())
  }
}

/** Opens the store without any profile of it, does the work, closes it in order. */
export async function withStore<T>(
  machinery: Machinery,
  options: GlobalOptions,
  work: (handle: StoreHandle) => Promise<T>,
): Promise<T> {
  const handle = await machinery.openStore({
    storeDir: options.store ?? defaultStoreDir(),
    program: `the command line (catchment, process ${process.pid})`,
  })
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

/** What is due by the clock comes first, so that a script can live through weeks (00-product, `--at`). Answers what the janitor did. */
export async function runDue(app: App): Promise<TidyAnswer['lines']> {
  await app.recover()
  await app.segments.checkTimeouts()
  const due = await app.janitor.runIfDue()
  return due?.lines ?? []
}

/**
 * What an interrupted import left unfiled is filed by the next start, whatever that is for (issue: Trust). Without an embedding
 * model it goes on waiting.
 */
async function takeUpImports(app: App): Promise<void> {
  // On a server another program may be at them.
  if (app.handle.server !== null) return
  const waiting = await app.store.verification.unfinishedTalks()
  if (waiting === 0) return
  if (process.stderr.isTTY) process.stderr.write(`An import was cut off: its ${waiting} talks are filed first.\n`)
  await app.recover()
  await app.segments.checkTimeouts()
}

/** A model that is named and not there is no model-less turn. */
function refuseUnknownModel(app: App, model: string | undefined): void {
  if (model === undefined || model === 'none' || app.models.chat !== null) return
  const known = [...app.models.catalog().filter((m) => m.purpose === 'chat'), ...app.models.endpoints()].map(
    (m) => m.id,
  )
  throw new CatchmentError('not_found', `There is no chat model “${model}”. There is: none, ${known.join(', ')}.`)
}

/** `--at` earlier than the newest message is refused (07-settled, Measures). */
async function refuseClockBehind(app: App): Promise<void> {
  const { newestAt } = await app.store.messages.overview()
  if (newestAt !== null && app.clock.now() < newestAt) {
    throw new CatchmentError(
      'clock_behind',
      `--at is earlier than the newest message (${new Date(newestAt).toISOString()}).`,
    )
  }
}
