/** Entry of the store worker: the database is talked to from this thread alone, and PGlite lives in it (docs/adr/0001-store-worker.md). */
import { parentPort, workerData } from 'node:worker_threads'
import { CatchmentError } from '@shared/contract/errors'
import { madeWhole } from './backup/derive-anew'
import { type OpenStore, openStore } from './database'
import { storeError } from './errors'
import type { StoreRequest, StoreResponse, StoreUpdating, StoreWorkerData } from './protocol'
import { repositories } from './repositories'
import { serve } from './serve'
import { openServerStore } from './server/open'

const port = parentPort
if (!port) throw new Error('The store worker runs as a worker thread only.')
const options: StoreWorkerData = workerData

/** How long after the last write the write-ahead log is synced to disk. */
const SYNC_AFTER_MS = 250

/** How long after a call the words it brought are added up, and of how many messages at a time. */
interface Counting {
  afterMs: number
  messages: number
}
/** Repositories whose calls bring new words that wait until nobody does. */
const WRITES_WORDS: ReadonlyMap<string, Counting> = new Map([
  ['turns', { afterMs: 400, messages: 50 }],
  ['filing', { afterMs: 400, messages: 50 }],
])
/** What is left of many. */
const WORDS_LEFT: Counting = { afterMs: 20, messages: 200 }

let queue: Promise<unknown> = Promise.resolve()
let syncTimer: NodeJS.Timeout | undefined
let syncing = false
let writtenMeanwhile = false
let closed = false
let wordsTimer: NodeJS.Timeout | undefined

/**
 * Something to wait for while the store opens. A thread whose loop is empty drains V8's background work, and in older
 * Node (20, and so Electron 33) it deadlocks there with WebAssembly that is still being compiled, as PGlite's is: a first
 * start hung about once in ten on a busy machine (nodejs/node issue 54918, pull request 58047).
 */
const opening = setInterval(() => undefined, 60_000)

const opened = options.databaseUrl
  ? openServerStore({ storeDir: options.storeDir, url: options.databaseUrl })
  : openStore({ ...options, tell: (updating) => port.postMessage({ updating } satisfies StoreUpdating) }).then(
      madeWhole,
    )

opened.then(
  (store) => {
    clearInterval(opening)
    port.postMessage({ id: 0, ok: true, data: store.place } satisfies StoreResponse)
    port.on('message', (request: StoreRequest) => {
      queue = queue.then(async () => {
        const response = await serve(store, request, (news) => port.postMessage(news))
        // What is acknowledged to a person is on disk before it is acknowledged.
        if (isAcknowledged(request)) syncNow(store)
        port.postMessage(response)
        const counting = request.kind === 'call' ? WRITES_WORDS.get(request.repository) : undefined
        if (request.kind === 'call' && counting) scheduleWords(store, request.userId, counting)
        if (request.kind !== 'close') return scheduleSync(store)
        // Closing has synced everything, and the folder may be gone next.
        closed = true
        clearTimeout(syncTimer)
        clearTimeout(wordsTimer)
        port.close()
      })
    })
  },
  (thrown: unknown) => {
    clearInterval(opening)
    const error = storeError(thrown)
    const code = error instanceof CatchmentError ? error.code : 'store_corrupt'
    const message = error instanceof Error ? error.message : String(error)
    port.postMessage({ id: 0, ok: false, error: { code, message } } satisfies StoreResponse)
    port.close()
  },
)

/** Messages and replies. What is kept of a reply while it streams is not: the next sync takes it along. */
const isAcknowledged = (request: StoreRequest): boolean =>
  request.kind === 'call' &&
  request.repository === 'turns' &&
  request.method !== 'savePartial' &&
  request.method !== 'pending'

/** At most so long after a write, however many follow it; requests are answered meanwhile. */
function scheduleSync(store: OpenStore): void {
  if (closed) return
  if (syncing) {
    writtenMeanwhile = true
    return
  }
  syncTimer ??= setTimeout(() => {
    syncTimer = undefined
    syncing = true
    store
      .syncLogBeside()
      .catch((error: unknown) => console.error('The store was not synced.', error))
      .finally(() => {
        syncing = false
        if (!writtenMeanwhile) return
        writtenMeanwhile = false
        scheduleSync(store)
      })
  }, SYNC_AFTER_MS)
}

/** A disk that cannot be synced now is tried again after the next write; requests go on. */
function syncNow(store: OpenStore): void {
  try {
    store.syncLog()
  } catch (error) {
    console.error('The store was not synced.', error)
  }
}

/** Words are added up when nobody waits: not in the turn that brought them, and each time only a few. */
function scheduleWords(store: OpenStore, userId: string, { afterMs, messages }: Counting): void {
  clearTimeout(wordsTimer)
  wordsTimer = setTimeout(() => {
    queue = queue.then(async () => {
      try {
        const more = await store.oneStatement(userId, (db) => repositories.search.countWords(db, messages))
        if (more) scheduleWords(store, userId, WORDS_LEFT)
      } catch (error) {
        // They stay where they wait, and are added up after the next write.
        console.error('Words were not added up.', error)
      }
    })
  }, afterMs)
  wordsTimer.unref()
}
