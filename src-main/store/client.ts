import { Worker } from 'node:worker_threads'
import { CatchmentError, type ErrorCode } from '@shared/contract/errors'
import { type ProfileId, profileId } from '@shared/ids'
import { z } from 'zod'
import { builtFile } from '../runtime/built-file'
import type { BackupHeader } from './backup/catalogue'
import type { Comparison } from './backup/compare'
import type { MergeCounts } from './backup/merge'
import type { TakeOptions } from './backup/take'
import { type Overwrite, overwriting } from './erased-room'
import { takenOver } from './evidence-wire'
import type { Updating } from './migrate'
import { createPrivately } from './private-files'
import type { Store, StoreNews, StoreRequest, StoreResponse, StoreUpdating, StoreWorkerData } from './protocol'
import type { News } from './session'

/** A store that is open in its worker. */
export interface StoreHandle {
  /** Where `models.json`, logs and the profiles' folders lie. */
  readonly storeDir: string
  /** The server it lies on, in words; null: this computer. */
  readonly server: string | null
  /** The login decides which profile it is: none can be made, switched to or deleted. */
  readonly ownProfileOnly: boolean
  /** The store as one profile sees it. */
  forProfile(userId: ProfileId): Store
  /** Makes sure that a profile of this name exists. */
  ensureProfile(name: string): Promise<ProfileId>
  /** By name. */
  profiles(): Promise<StoredProfileEntry[]>
  /** @throws CatchmentError `conflict` if the name is taken, `unavailable` if none can be made here */
  createProfile(name: string): Promise<ProfileId>
  /** Irreversible. @throws CatchmentError `not_found`, `conflict` if it is the last, `unavailable` */
  eraseProfile(userId: ProfileId): Promise<void>
  /** One program at a time does `what` for this profile, also on a shared server; false if another is at it. */
  takeTurn(userId: ProfileId, what: string): Promise<boolean>
  endTurn(userId: ProfileId, what: string): Promise<void>
  /**
   * Hears what other programs write into this profile, on a shared server; anywhere else there are none. Of one profile at a
   * time: following another ends it.
   */
  follow(userId: ProfileId, heard: (news: News) => void): Promise<void>
  /** Everything on disk, now: before sleep and shutdown. */
  flush(): Promise<void>
  /** Gives back the room of rows that are gone; nothing else is answered meanwhile, so it is for when nobody is there. */
  tidy(): Promise<void>
  /**
   * Writes over what erased rows left in the files, if anything was erased since the last time; false if nothing was. Between two
   * tables others have their turn, and `goOn` is asked; a large one takes seconds.
   */
  overwriteErased: Overwrite
  /** Backs the whole store up, not verified yet; the newest backup if it holds the same. @throws CatchmentError `unavailable` */
  backup(options: TakeOptions): Promise<BackupHeader>
  /** What differs between this store and the database in a folder. */
  compare(dataDir: string): Promise<Comparison>
  /** Adds what the database in this folder has and this one lacks. */
  merge(dataDir: string): Promise<MergeCounts>
  /** Orderly end: flushed, closed, unlocked. Safe to call twice. */
  close(): Promise<void>
}

const placeSchema = z.object({ dir: z.string(), server: z.string().nullable(), ownProfileOnly: z.boolean() })
const profileSchema = z.object({ id: profileId, name: z.string(), createdAt: z.number(), messages: z.number() })
export type StoredProfileEntry = z.infer<typeof profileSchema>

type Unsent = StoreRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

interface Waiting {
  resolve(data: unknown): void
  reject(error: Error): void
}

/**
 * Opens the store in `storeDir` on its own thread; answers when it is ready to use.
 * @param databaseUrl a PostgreSQL server in place of the folder's own database
 * @param onUpdating hears what is done to a store of an older version before it can be used
 * @throws CatchmentError `store_locked`, `store_foreign`, `store_corrupt`, `store_newer`, `disk_full`, or `unavailable` and
 *   `bad_request` for a server.
 */
export function openStoreWorker(
  options: StoreWorkerData,
  databaseUrl = process.env.CATCHMENT_DATABASE_URL,
  onUpdating?: (updating: Updating) => void,
): Promise<StoreHandle> {
  createPrivately()
  return connectStore(
    new Worker(builtFile('store-worker.js'), { workerData: databaseUrl ? { ...options, databaseUrl } : options }),
    onUpdating,
  )
}

/** The client of a store worker that was just started; every request ends, also if the worker does. */
export async function connectStore(
  worker: Worker,
  onUpdating: (updating: Updating) => void = () => undefined,
): Promise<StoreHandle> {
  const waiting = new Map<number, Waiting>()
  let next = 1
  let ended: Error | null = null

  const opened = new Promise<unknown>((resolve, reject) => waiting.set(0, { resolve, reject }))
  let followed: { userId: ProfileId; heard(news: News): void } | null = null
  worker.on('message', (response: StoreResponse | StoreUpdating | StoreNews) => {
    if ('updating' in response) return onUpdating(response.updating)
    if ('news' in response) {
      if (followed?.userId === response.userId) followed.heard(response.news)
      return
    }
    const job = waiting.get(response.id)
    waiting.delete(response.id)
    if (response.ok) job?.resolve(response.data)
    else job?.reject(asError(response.error))
  })
  const end = (error: Error): void => {
    ended ??= error
    for (const job of waiting.values()) job.reject(ended)
    waiting.clear()
  }
  worker.on('error', (error) =>
    end(
      new CatchmentError(
        'unavailable',
        `The store stopped working: ${error instanceof Error ? error.message : String(error)}. What was saved is kept; start again.`,
      ),
    ),
  )
  worker.on('exit', () => end(new CatchmentError('unavailable', 'The store is closed.')))
  const place = await opened.catch(async (error: unknown): Promise<never> => {
    // A database that was half open, as on a full disk, would keep the thread and with it a command alive for ever.
    await worker.terminate()
    throw error
  })
  const { dir, server, ownProfileOnly } = placeSchema.parse(place)

  const send = (request: Unsent): Promise<unknown> => {
    if (ended) return Promise.reject(ended)
    const id = next++
    return new Promise((resolve, reject) => {
      // Throws, and so rejects, for what cannot be copied into the worker.
      worker.postMessage({ ...request, id })
      waiting.set(id, { resolve, reject })
    })
  }

  let closing: Promise<void> | null = null
  return {
    storeDir: dir,
    server,
    ownProfileOnly,
    forProfile: (userId) =>
      profileClient((repository, method, args) => send({ kind: 'call', userId, repository, method, args })),
    ensureProfile: async (name) => profileId.parse(await send({ kind: 'profile', name })),
    profiles: async () => z.array(profileSchema).parse(await send({ kind: 'profiles' })),
    createProfile: async (name) => profileId.parse(await send({ kind: 'create-profile', name })),
    eraseProfile: async (userId) => void (await send({ kind: 'erase-profile', userId })),
    takeTurn: async (userId, what) => (await send({ kind: 'take-turn', userId, what })) === true,
    endTurn: async (userId, what) => void (await send({ kind: 'end-turn', userId, what })),
    follow: async (userId, heard) => {
      followed = { userId, heard }
      await send({ kind: 'follow', userId })
    },
    flush: async () => void (await send({ kind: 'flush' })),
    tidy: async () => void (await send({ kind: 'tidy' })),
    overwriteErased:
      server === null ? overwriting(dir, async (step) => (await send({ kind: 'overwrite', step })) === true) : none,
    backup: async (options) => (await send({ kind: 'backup', options })) as BackupHeader,
    compare: async (dataDir) => (await send({ kind: 'compare', dataDir })) as Comparison,
    merge: async (dataDir) => (await send({ kind: 'merge', dataDir })) as MergeCounts,
    close: () => {
      // One that could not be closed, as on a full disk, ends all the same: what was committed is in its log.
      closing ??= ended
        ? Promise.resolve()
        : send({ kind: 'close' })
            .finally(() => worker.terminate())
            .then(() => undefined)
      return closing
    },
  }
}

const none = async (): Promise<boolean> => false

type Call = (repository: string, method: string, args: unknown[]) => Promise<unknown>

/** `store.messages.page(x)` becomes `call('messages', 'page', [x])`; types come from the repositories themselves. */
export function profileClient(call: Call): Store {
  const methods = (repository: string) =>
    new Proxy(
      {},
      {
        get: (_, method) =>
          typeof method === 'string' && method !== 'then'
            ? async (...args: unknown[]) => takenOver(await call(repository, method, args))
            : undefined,
      },
    )
  return new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'then' ? methods(name) : undefined) },
  ) as Store
}

function asError(error: { code: ErrorCode; message: string; stack?: string | undefined }): Error {
  const remade = new CatchmentError(error.code, error.message)
  if (error.stack) remade.stack = error.stack
  return remade
}
