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
import { backupPlace, backupPlaces, erasures, noteErasedIn, setBackupPlace, setErasures } from '../store/backup/place'
import { replaceDatabase, setAsideStores } from '../store/backup/replace'
import { dueBefore, heldUntil, superfluous, withErasure } from '../store/backup/thinning'
import type { StoreHandle } from '../store/client'
import { openingError, storeError } from '../store/errors'
import { PGLITE, POSTGRES_MAJOR, STORE_FORMAT } from '../store/folder'
import type { CheckFolder } from './checking'
import { takeCopy } from './copies'

export interface BackupPorts {
  handle: Pick<StoreHandle, 'storeDir' | 'server' | 'backup' | 'compare' | 'merge' | 'overwriteErased'>
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
  /**
   * The same for an act that somebody waits for, and that can be taken back: the copy is made before it answers, and verified
   * behind it.
   */
  beforehand(reason: BackupReason): Promise<void>
  /**
   * Once a day, if something changed; also verifies what was not. False if there was nothing to do.
   * @param goOn asked while what was erased is written over before: false leaves the rest of that for another time
   */
  daily(goOn?: () => boolean): Promise<boolean>
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
  /** The same of something that was erased just now: it is written down, and by that day no copy is left that holds it. */
  noteErasure(): number | null
  /**
   * Drops every backup and every store that was set aside, and makes a new backup: what was erased is in none of them. Answers in
   * a sentence which could not be reached; null if nothing is left.
   * @throws CatchmentError `store_corrupt` if the new one could not be verified; the old ones are kept then
   */
  forgetOld(): Promise<string | null>
  close(): Promise<void>
}

const DAY_MS = 86_400_000
const SKIPPED = new Set(['unavailable', 'disk_full', 'not_writable'])

export function createBackups(ports: BackupPorts): Backups {
  const { handle, check, now, timeZone, changed } = ports
  let ending = new AbortController()
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
    const at = now()
    // Before, so that a crash forgets nothing, and after: something may have been erased while it waited for its turn.
    noteErased(at)
    const header = await handle.backup({ place: place(), reason, at, always })
    noteErased(at)
    return header
  }

  /**
   * What was erased lies in the files until it is written over, and a backup is of files. Where nobody waits for an act it is written
   * over first; where that cannot be done, or somebody comes, the backup is made all the same, and goes by the day that was said (`take`).
   */
  let overwriting: Promise<unknown> = Promise.resolve()
  function overwriteFirst(goOn = (): boolean => true): Promise<unknown> {
    const { signal } = ending
    overwriting = handle.overwriteErased(() => !signal.aborted && goOn()).catch(() => false)
    return overwriting
  }

  function noteErased(at: number): void {
    if (elsewhere() === null) noteErasedIn(handle.storeDir, at)
  }

  function isDailyDue(): boolean {
    if (elsewhere() !== null) return false
    // Whether anything changed is asked once a day as well.
    if (lookedAt !== null && now() - lookedAt < DAY_MS && now() >= lookedAt) return false
    const [newest] = backupsIn(place())
    return !(newest && now() - newest.ts < DAY_MS && now() >= newest.ts && newest.verifiedAt !== null)
  }

  async function verify(header: BackupHeader): Promise<BackupHeader> {
    const at = place()
    const verified = await verifyBackup(at, header, { check, now, signal: ending.signal })
    if (verified !== header) changed()
    return verified
  }

  function thin(): void {
    const kept = backupsIn(place()).map(({ id, ts, verifiedAt }) => ({ id, ts, verified: verifiedAt !== null }))
    dropBackups(place(), superfluous(kept, now(), timeZone()))
    dropOverdue(handle.storeDir, now())
  }

  const made = async (reason: BackupReason): Promise<BackupView> => proved(await take(reason), reason)

  async function proved(header: BackupHeader, reason: BackupReason): Promise<BackupView> {
    let verified = await verify(header)
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

  /** Null where there is none, or none for want of room: that holds nothing up but the backup itself. */
  async function whereItCan<T>(work: () => Promise<T>): Promise<T | null> {
    if (elsewhere() !== null) return null
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CatchmentError) || !SKIPPED.has(error.code)) throw error
      return null
    }
  }

  return {
    elsewhere,
    state: () => stateOf(handle.storeDir, elsewhere()),
    // Not in its turn: a backup before an act does not wait behind it.
    async make(reason) {
      if (reason === 'asked') await overwriteFirst()
      return inTurn(() => made(reason))
    },
    async before(reason) {
      await whereItCan(() => inTurn(() => made(reason)))
    },
    async beforehand(reason) {
      const header = await whereItCan(() => inTurn(() => take(reason)))
      // One that turns out not to count says so among the backups; what was there before it is kept.
      if (header !== null) void inTurn(() => proved(header, reason)).catch(() => changed())
    },
    async daily(goOn) {
      if (isDailyDue()) await overwriteFirst(goOn)
      return inTurn(async () => {
        if (!isDailyDue()) return false
        const before = backupsIn(place())[0]?.id
        const daily = await made('daily').catch(unlessNone)
        lookedAt = now()
        if (daily === null) return false
        return daily.id !== before
      })
    },
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
        const { storeDir } = handle
        return takeIn(storeDir, file, passphrase, { check, now, signal: ending.signal }).finally(changed)
      }),
    setPlace(next) {
      setBackupPlace(handle.storeDir, next)
      changed()
    },
    heldUntil: () => (elsewhere() === null ? backupsHold(handle.storeDir, now()) : null),
    noteErasure: () => (elsewhere() === null ? noteErasure(handle.storeDir, now()) : null),
    async forgetOld() {
      // That no copy holds it is what was asked for: where it cannot be written over, that is the answer.
      await handle.overwriteErased().catch((error: unknown): never => {
        throw storeError(error)
      })
      return inTurn(async () => {
        const header = await verify(await take('erase', true))
        if (header.verifiedAt === null)
          throw new CatchmentError('store_corrupt', 'The new backup could not be verified, so the old ones were kept.')
        const unreached = dropCopiesBut(handle.storeDir, header.id, now())
        noteErased(header.ts)
        changed()
        return unreached.length === 0
          ? null
          : `The backups in ${unreached.join(', ')} could not be reached, and hold it until that folder is there again.`
      })
    },
    async close() {
      ending.abort()
      await overwriting
      await queue
      // A profile that was open may be deleted after its end, with the backups that hold it.
      ending = new AbortController()
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

/** Until when, at the latest, copies of a store hold what is erased at `now`; null if there are none. */
export function backupsHold(storeDir: string, now: number): number | null {
  // Of a place that is not there now nobody can say that it is empty.
  const backups = backupPlaces(storeDir).map((at, i) => (i > 0 && !existsSync(at) ? 1 : backupsIn(at).length))
  return heldUntil(
    backups.reduce((sum, n) => sum + n, setAsideStores(storeDir).length),
    now,
  )
}

/** Writes down that something was erased at `now`; answers by when no copy holds it any more, null if none does now. */
function noteErasure(storeDir: string, now: number): number | null {
  const until = backupsHold(storeDir, now)
  if (until !== null) setErasures(storeDir, withErasure(erasures(storeDir), { at: now, upTo: now }))
  return until
}

/** Drops what had to be gone by now. Nothing before there is a good backup that is newer. */
function dropOverdue(storeDir: string, now: number): void {
  const before = dueBefore(erasures(storeDir), now)
  const [present, ...earlier] = backupPlaces(storeDir)
  if (before === null || present === undefined) return
  if (!backupsIn(present).some(({ ts, verifiedAt }) => verifiedAt !== null && ts > before)) return
  for (const at of [present, ...earlier])
    dropBackups(
      at,
      backupsIn(at).flatMap(({ id, ts }) => (ts <= before ? [id] : [])),
    )
  for (const { path, at } of setAsideStores(storeDir)) if (at <= before) rmSync(path, { recursive: true, force: true })
  if (earlier.every((at) => existsSync(at)))
    setErasures(
      storeDir,
      erasures(storeDir).filter(({ upTo }) => upTo > before),
    )
}

/** Drops every copy of a store but one backup. Answers the places that are not there now. */
function dropCopiesBut(storeDir: string, id: string, now: number): string[] {
  const places = backupPlaces(storeDir)
  for (const at of places)
    dropBackups(
      at,
      backupsIn(at).flatMap((backup) => (backup.id === id ? [] : [backup.id])),
    )
  for (const { path } of setAsideStores(storeDir)) rmSync(path, { recursive: true, force: true })
  const unreached = places.filter((at) => !existsSync(at))
  setErasures(storeDir, unreached.length === 0 ? [] : withErasure(erasures(storeDir), { at: now, upTo: now }))
  return unreached
}

interface Verifying {
  check: CheckFolder
  now(): number
  signal?: AbortSignal
}

/** Opens a backup that was not verified in a process of its own, compares it, and notes what came of it. */
async function verifyBackup(
  at: string,
  header: BackupHeader,
  { check, now, signal }: Verifying,
): Promise<BackupHeader> {
  if (header.verifiedAt !== null) return header
  const folder = join(at, `.check-${header.id}`)
  const note = (failure: string | null): BackupHeader => {
    const noted = { ...header, verifiedAt: failure === null ? now() : null, failure }
    writeHeader(at, noted)
    return noted
  }
  try {
    rmSync(folder, { recursive: true, force: true })
    materialise(at, header, folder)
    return note(difference(header.facts, await check(folder, signal)))
  } catch (thrown) {
    if (signal?.aborted) return header
    const error = openingError(thrown, at)
    if (!(error instanceof CatchmentError) || error.code !== 'store_corrupt') throw error
    return note(error.message)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Puts a copy that was kept elsewhere among the backups of a store, which need not be open, and verifies it.
 * @throws CatchmentError `wrong_passphrase`, `import_broken`, `conflict`, `store_corrupt` for one that is not what it was
 */
export async function takeIn(
  storeDir: string,
  file: string,
  passphrase: string | null,
  verifying: Verifying,
): Promise<BackupView> {
  const at = backupPlace(storeDir)
  const id = await takeCopy(at, file, passphrase)
  const taken = await verifyBackup(at, backupOf(at, id), verifying)
  if (taken.failure === null) return toBackupView(taken)
  dropBackups(at, [id])
  throw new CatchmentError('store_corrupt', `This copy is not what it was: ${taken.failure}. It was not taken in.`)
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
  const aside = await replaceDatabase(storeDir, at, backupOf(at, id), check, versionFileOf(storeDir))
  // What was set aside is a copy as well.
  noteErasedIn(storeDir, Date.now())
  return aside
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
