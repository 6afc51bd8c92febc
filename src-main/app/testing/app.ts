/** The whole product on a store in memory: real services, a host that embeds by words, a real HTTP server as chat model. */

import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppWideEvent } from '@shared/contract'
import { CatchmentError } from '@shared/contract/errors'
import type { Settings } from '@shared/contract/settings'
import { type BucketId, profileId } from '@shared/ids'
import pino from 'pino'
import { readPdf } from '../../attachments/read-pdf'
import type { StartHost } from '../../models/host-process'
import { type OpenAiServer, type OpenAiServerOptions, startOpenAiServer } from '../../models/testing/openai-server'
import { testSecrets } from '../../models/testing/ports'
import { startWordHost, type WordHost } from '../../models/testing/word-host'
import { forwardToWindow } from '../../runtime/bus'
import { SimulatedClock } from '../../runtime/clock'
import type { BackupHeader } from '../../store/backup/catalogue'
import { factsOfFolder } from '../../store/backup/check'
import type { Comparison } from '../../store/backup/compare'
import type { MergeCounts } from '../../store/backup/merge'
import { profileClient, type StoredProfileEntry, type StoreHandle } from '../../store/client'
import { overwriting } from '../../store/erased-room'
import type { Store } from '../../store/protocol'
import { START } from '../../store/testing/samples'
import type { TestStore } from '../../store/testing/store'
import { type App, createApp } from '../create-app'

export interface TestApp {
  app: App
  store: Store
  clock: SimulatedClock
  host: WordHost
  /** Everything the window was told, in order. */
  events: AppWideEvent[]
  /** What was logged: faults and skipped commands. */
  log: Record<string, unknown>[]
  /** The same profile in a new process: nothing of this one's memory is left. */
  reopen(options?: Partial<TestAppOptions>): Promise<TestApp>
  /** As if the process had been killed: nothing it still does reaches the store. */
  crash(): void
  close(): Promise<void>
}

export interface TestAppOptions {
  profile: string
  clock: SimulatedClock
  overrides: Partial<Settings>
  timeZone: string
  /** Another model host than the one that embeds by words. */
  startHost: StartHost
}

let profiles = 0

/** Each call without a `profile` gets one of its own in the same store, which is as good as a store of its own and 0.4 s faster. */
export async function openTestApp(test: TestStore, options: Partial<TestAppOptions> = {}): Promise<TestApp> {
  const profile = options.profile ?? `test ${profiles++}`
  return openIn(test, mkdtempSync(join(tmpdir(), 'catchment-app-')), { ...options, profile })
}

/** The product on a store whose folder is `dir`. */
export async function openIn(
  test: TestStore,
  dir: string,
  options: Partial<TestAppOptions> & { profile: string },
): Promise<TestApp> {
  const { profile, overrides, timeZone = 'Europe/Lisbon' } = options
  const clock = options.clock ?? new SimulatedClock(START)
  const host = startWordHost()
  const log: Record<string, unknown>[] = []
  const life = { over: false }
  const app = await createApp({
    handle: handleOf(test, dir, life),
    profile,
    clock,
    log: pino({ level: 'trace' }, { write: (line) => void log.push(JSON.parse(line)) }),
    startHost: options.startHost ?? host.start,
    secrets: testSecrets,
    autoProbe: false,
    // In this process: nothing is built when tests run in a fresh clone.
    checkBackup: factsOfFolder,
    readPdf: async (path) => readPdf(await readFile(path)),
    place: () => ({ timeZone, locale: 'en-US' }),
    ...(overrides ? { overrides } : {}),
  })
  const events: AppWideEvent[] = []
  forwardToWindow(app.bus, (event) => events.push(event))
  return {
    app,
    store: app.store,
    clock,
    host,
    events,
    log,
    reopen: (more = {}) => openIn(test, dir, { ...options, clock, profile, ...more }),
    crash: () => {
      life.over = true
    },
    close: async () => {
      await app.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The worker's handle on a store in this process; closing it leaves the store to the tests that come after. */
export function handleOf(test: TestStore, storeDir: string, life = { over: false }): StoreHandle {
  const alive = (): void => {
    if (life.over) throw new CatchmentError('unavailable', 'This process was killed.')
  }
  return {
    storeDir,
    server: test.open.place.server,
    ownProfileOnly: test.open.place.ownProfileOnly,
    ensureProfile: (name) => test.ensureProfile(name),
    profiles: async () => (await test.ask({ kind: 'profiles' })) as StoredProfileEntry[],
    createProfile: async (name) => profileId.parse(await test.ask({ kind: 'create-profile', name })),
    eraseProfile: async (userId) => void (await test.ask({ kind: 'erase-profile', userId })),
    takeTurn: async (userId, what) => (await test.ask({ kind: 'take-turn', userId, what })) === true,
    endTurn: async (userId, what) => void (await test.ask({ kind: 'end-turn', userId, what })),
    follow: async (userId, heard) => void (await test.ask({ kind: 'follow', userId }, ({ news }) => heard(news))),
    forProfile: (userId) =>
      profileClient(async (repository, method, args) => {
        alive()
        return test.call(userId, repository, method, args)
      }),
    flush: async () => alive(),
    tidy: async () => void (await test.ask({ kind: 'tidy' })),
    overwriteErased: overwriting(storeDir, async (step) => (await test.ask({ kind: 'overwrite', step })) === true),
    backup: async (options) => (await test.ask({ kind: 'backup', options })) as BackupHeader,
    compare: async (dataDir) => (await test.ask({ kind: 'compare', dataDir })) as Comparison,
    merge: async (dataDir) => (await test.ask({ kind: 'merge', dataDir })) as MergeCounts,
    close: () => Promise.resolve(),
  }
}

/** Starts a server and makes it the chat model of the app, with the abilities a test needs. */
export async function chatWith(
  { app }: Pick<TestApp, 'app'>,
  options: OpenAiServerOptions & { abilities?: readonly ('tags' | 'tools' | 'title' | 'assign')[] } = {},
): Promise<OpenAiServer> {
  const server = await startOpenAiServer({ modelDetails: { max_model_len: 16_384 }, ...options })
  const { id } = await app.models.addEndpoint({
    name: 'Test',
    baseUrl: server.baseUrl,
    model: 'test-model',
    confirmedRemote: false,
  })
  await app.models.select(id)
  for (const ability of options.abilities ?? []) await app.models.override(ability, true)
  return server
}

/** One turn to its end. */
export async function say(
  { app }: Pick<TestApp, 'app'>,
  text: string,
  more: { bucketId?: BucketId; recall?: boolean } = {},
) {
  const sent = await app.conversation.send({ text, ...more })
  return sent.done
}

/** What of the events is of one kind. */
export const told = <T extends AppWideEvent['type']>(
  { events }: Pick<TestApp, 'events'>,
  type: T,
): Extract<AppWideEvent, { type: T }>[] =>
  events.filter((event): event is Extract<AppWideEvent, { type: T }> => event.type === type)
