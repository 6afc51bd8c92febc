import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupsState, BackupView, RestorePreview } from '@shared/contract/backups'
import { CatchmentError } from '@shared/contract/errors'
import {
  type BackupHeader,
  type BackupReason,
  backupOf,
  backupsIn,
  chunksIn,
  dropBackups,
  filesOf,
  writeHeader,
} from '../store/backup/catalogue'
import { ZEROS } from '../store/backup/chunks'
import type { OnlyOneSide } from '../store/backup/compare'
import { difference } from '../store/backup/facts'
import { materialise, putBackAttached } from '../store/backup/materialise'
import type { MergeCounts } from '../store/backup/merge'
import { backupPlace, setBackupPlace } from '../store/backup/place'
import { replaceDatabase } from '../store/backup/replace'
import { heldUntil, superfluous } from '../store/backup/thinning'
import type { StoreHandle } from '../store/client'
import { openingError, storeError } from '../store/errors'
import { PGLITE, POSTGRES_MAJOR, STORE_FORMAT } from '../store/folder'
import type { CheckFolder } from './checking'
import { takeCopy } from './copies'

export interface BackupPorts {
  handle: Pick<StoreHandle, 'storeDir' | 'server' | 'backup' | 'compare' | 'merge'>
  check: CheckFolder
  now(): number
  timeZone(): string
  changed(): void
}

/** Backups of an open store: made, verified, thinned out, compared, merged in (docs/adr/0012-backups.md). */
export interface Backups {
  state(): BackupsState
  /** Null where the backups are somebody else's. */
  elsewhere(): string | null
  /** Makes one and verifies it before it answers; the newest if nothing changed since. @throws CatchmentError */
  make(reason: BackupReason): Promise<BackupView>
  /** Before an act that changes much. Where there can be none the act goes on without it. */
  before(reason: BackupReason): Promise<void>
  /** Once a day, if something changed; also verifies what was not. False if there was nothing to do. */
  daily(): Promise<boolean>
  preview(id: string): Promise<RestorePreview>
  merge(id: string): Promise<MergeCounts>
  /**
   * Puts a copy that was kept elsewhere among the backups and verifies it. @throws CatchmentError `wrong_passphrase`,
   * `import_broken`, `conflict`, `store_corrupt` for one that is not what it was
   */
  take(file: string, passphrase: string | null): Promise<BackupView>
  setPlace(place: string | null): void
  /** Until when, at the latest, backups hold what is erased now; milliseconds, null if there are none. */
  heldUntil(): number | null
  /** Drops every backup and makes a new one: what was erased is in none of them. */
  forgetOld(): Promise<void>
  close(): Promise<void>
}

const DAY_MS = 86_400_000
const SKIPPED = new Set(['unavailable', 'disk_full', 'not_writable'])

export function createBackups(ports: BackupPorts): Backups {
  const { handle, check, now, timeZone, changed } = ports
  const ending = new AbortController()
  /** One after another: a backup that is verified is not thinned out meanwhile. */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work).catch((error: unknown): never => {
      throw storeError(error)
    })
    queue = done.catch(() => undefined)
    return done
  }
  let lookedAt: number | null = null
  const place = (): string => backupPlace(handle.storeDir)
  const elsewhere = (): string | null =>
    handle.server === null ? null : `Backups of ${handle.server} are made by the server’s keeper.`

  async function take(reason: BackupReason, always = false): Promise<BackupHeader> {
    return handle.backup({ place: place(), reason, at: now(), always })
  }

  async function verify(header: BackupHeader): Promise<BackupHeader> {
    if (header.verifiedAt !== null) return header
    const at = place()
    const folder = join(at, `.check-${header.id}`)
    try {
      rmSync(folder, { recursive: true, force: true })
      materialise(at, header, folder)
      const failure = difference(header.facts, await check(folder, ending.signal))
      return note(at, { ...header, verifiedAt: failure === null ? now() : null, failure })
    } catch (thrown) {
      if (ending.signal.aborted) return header
      const error = openingError(thrown, at)
      if (!(error instanceof CatchmentError) || error.code !== 'store_corrupt') throw error
      return note(at, { ...header, failure: error.message })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  function note(at: string, header: BackupHeader): BackupHeader {
    writeHeader(at, header)
    changed()
    return header
  }

  function thin(): void {
    const kept = backupsIn(place()).map(({ id, ts, verifiedAt }) => ({ id, ts, verified: verifiedAt !== null }))
    dropBackups(place(), superfluous(kept, now(), timeZone()))
  }

  async function made(reason: BackupReason): Promise<BackupView> {
    let verified = await verify(await take(reason))
    // Pieces that were shared with older backups may have gone bad on the disk: they are stored anew.
    if (verified.failure !== null && chunksIn(place()).forgetDamaged() > 0) {
      dropBackups(place(), [verified.id])
      verified = await verify(await take(reason, true))
    }
    thin()
    changed()
    if (verified.failure !== null)
      throw new CatchmentError(
        'store_corrupt',
        `The backup was made and does not count: ${verified.failure}. The ones before it are kept.`,
      )
    return toBackupView(verified)
  }

  return {
    elsewhere,
    state: () => stateOf(handle.storeDir, elsewhere()),
    make: (reason) => inTurn(() => made(reason)),
    async before(reason) {
      if (elsewhere() !== null) return
      try {
        await inTurn(() => made(reason))
      } catch (error) {
        // A store in memory has none, and a backup that cannot be made for want of room holds nothing up but itself.
        if (!(error instanceof CatchmentError) || !SKIPPED.has(error.code)) throw error
      }
    },
    daily: () =>
      inTurn(async () => {
        if (elsewhere() !== null) return false
        // Whether anything changed is asked once a day as well.
        if (lookedAt !== null && now() - lookedAt < DAY_MS && now() >= lookedAt) return false
        const [newest] = backupsIn(place())
        if (newest && now() - newest.ts < DAY_MS && now() >= newest.ts && newest.verifiedAt !== null) return false
        const before = newest?.id
        const daily = await made('daily').catch(unlessNone)
        lookedAt = now()
        if (daily === null) return false
        return daily.id !== before
      }),
    preview: (id) =>
      inTurn(async () => {
        const header = backupOf(place(), id)
        const folder = join(place(), `.look-${id}`)
        try {
          rmSync(folder, { recursive: true, force: true })
          materialise(place(), header, folder)
          const { here, there } = await handle.compare(folder)
          return { backup: toBackupView(header), here: sideView(here), there: sideView(there) }
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }),
    merge: (id) =>
      inTurn(async () => {
        const header = backupOf(place(), id)
        await verify(await take('restore'))
        const folder = join(place(), `.merge-${id}`)
        try {
          rmSync(folder, { recursive: true, force: true })
          materialise(place(), header, folder)
          putBackAttached(place(), header, handle.storeDir)
          return await handle.merge(folder)
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }),
    take: (file, passphrase) =>
      inTurn(async () => {
        const id = await takeCopy(place(), file, passphrase)
        const taken = await verify(backupOf(place(), id))
        if (taken.failure === null) return toBackupView(taken)
        dropBackups(place(), [id])
        changed()
        throw new CatchmentError(
          'store_corrupt',
          `This copy is not what it was: ${taken.failure}. It was not taken in.`,
        )
      }),
    setPlace(next) {
      setBackupPlace(handle.storeDir, next)
      changed()
    },
    heldUntil: () => (elsewhere() === null ? backupsHold(handle.storeDir, now()) : null),
    forgetOld: () =>
      inTurn(async () => {
        const old = backupsIn(place()).map(({ id }) => id)
        const header = await verify(await take('erase', true))
        if (header.verifiedAt === null)
          throw new CatchmentError('store_corrupt', 'The new backup could not be verified, so the old ones were kept.')
        dropBackups(place(), old)
        changed()
      }),
    async close() {
      ending.abort()
      await queue
    },
  }
}

/** A store in memory has no backups. */
function unlessNone(error: unknown): null {
  if (error instanceof CatchmentError && error.code === 'unavailable') return null
  throw error
}

/** The backups of a store that need not be open. */
export function stateOf(storeDir: string, elsewhere: string | null): BackupsState {
  const at = backupPlace(storeDir)
  const backups = elsewhere === null ? backupsIn(at) : []
  return {
    backups: backups.map(toBackupView),
    place: at,
    isDefaultPlace: at === join(storeDir, 'backups'),
    bytes: backups.length === 0 ? 0 : chunksIn(at).bytes(),
    elsewhere,
  }
}

/** Until when, at the latest, the backups of a store hold what is erased at `now`; null if there are none. */
export function backupsHold(storeDir: string, now: number): number | null {
  const kept = backupsIn(backupPlace(storeDir))
  return heldUntil(
    kept.map(({ id, ts, verifiedAt }) => ({ id, ts, verified: verifiedAt !== null })),
    now,
  )
}

/** The newest backup that counts, of a store that may not open. */
export const newestGood = (storeDir: string): BackupView | null =>
  stateOf(storeDir, null).backups.find((backup) => backup.verified) ?? null

/**
 * Puts a backup in the place of a store that nobody has open. Answers where the store from before was set aside.
 * @throws CatchmentError `not_found`, `store_locked`, `store_corrupt`, `disk_full`
 */
export async function replaceWith(storeDir: string, id: string, check: CheckFolder): Promise<string | null> {
  const at = backupPlace(storeDir)
  return replaceDatabase(storeDir, at, backupOf(at, id), check, versionFileOf(storeDir))
}

/** A version file that is there is kept; a lost or garbled one is written anew by opening. */
function versionFileOf(storeDir: string): string | null {
  const path = join(storeDir, 'store.json')
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return null
  } catch {
    if (existsSync(path)) rmSync(path)
    return VERSION
  }
}

const VERSION = `${JSON.stringify({ catchment: 'store', format: STORE_FORMAT, pglite: PGLITE, postgres: POSTGRES_MAJOR, schema: '' })}\n`

export const toBackupView = (header: BackupHeader): BackupView => ({
  id: header.id,
  ts: new Date(header.ts).toISOString(),
  messages: header.facts.messages,
  buckets: header.facts.buckets,
  newest: header.facts.newest === null ? null : new Date(header.facts.newest).toISOString(),
  verified: header.verifiedAt !== null,
  failure: header.failure,
  reason: header.reason,
  addedBytes: header.addedBytes,
})

const sideView = ({ messages, from, to, buckets }: OnlyOneSide) => ({
  messages,
  from: from === null ? null : new Date(from).toISOString(),
  to: to === null ? null : new Date(to).toISOString(),
  buckets,
})

/** What is wrong with the backups of a store. `deep` reads every piece and compares it with its checksum. */
export function backupProblems(storeDir: string, deep: boolean): string[] {
  const at = backupPlace(storeDir)
  const headers = backupsIn(at)
  if (headers.length === 0) return []
  const chunks = chunksIn(at)
  const read = new Set<string>()
  return headers.flatMap((header) => {
    if (header.failure !== null) return [`the backup ${header.id} does not count: ${header.failure}`]
    try {
      for (const file of filesOf(at, header).files)
        for (const piece of file.chunks) {
          if (!chunks.has(piece)) return [`the backup ${header.id} lacks a part of ${file.path}`]
          if (deep && piece !== ZEROS && !read.has(piece)) chunks.read(piece)
          read.add(piece)
        }
      return []
    } catch {
      return [`the backup ${header.id} is damaged`]
    }
  })
}
