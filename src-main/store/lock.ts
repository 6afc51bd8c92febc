import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'

/**
 * PGlite takes no lock on its directory and two processes on it corrupt it silently (05-trust). So there is one lock of
 * our own beside it: a file that is linked into place in one step, naming its holder by pid, start time and host.
 */
const holderSchema = z.object({
  pid: z.number().int(),
  /** '' where the system did not say. */
  startedAt: z.string().default(''),
  host: z.string(),
  program: z.string(),
})
export type LockHolder = z.infer<typeof holderSchema>

export interface StoreLock {
  release(): void
}

const LOCK = 'lock.json'

/**
 * Takes the lock of the store in `storeDir`. A lock whose process is gone is reaped; a live holder's is never taken.
 * @throws CatchmentError `store_locked`, saying who holds it.
 */
export function acquireLock(storeDir: string, program: string): StoreLock {
  const path = join(storeDir, LOCK)
  const mine: LockHolder = { pid: process.pid, startedAt: processStart(process.pid) ?? '', host: hostname(), program }
  const draft = join(storeDir, `.lock-${randomUUID()}`)
  try {
    writeFileSync(draft, JSON.stringify(mine))
    for (let attempt = 0; attempt < 5; attempt++) {
      if (tryLink(draft, path)) return { release: () => releaseIfMine(path, mine) }
      const holder = readHolder(path)
      if (holder === 'gone') continue
      if (holder && isAlive(holder, path)) throw held(holder)
      reap(path, holder)
    }
    throw new CatchmentError(
      'store_locked',
      'The store is busy: another program keeps taking its lock. Try again in a moment.',
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Who holds the store, or null. */
export function lockHolder(storeDir: string): LockHolder | null {
  const path = join(storeDir, LOCK)
  const holder = readHolder(path)
  return holder && holder !== 'gone' && isAlive(holder, path) ? holder : null
}

const held = (holder: LockHolder): CatchmentError =>
  new CatchmentError(
    'store_locked',
    holder.host === hostname()
      ? `The store is in use by ${holder.program} (process ${holder.pid}). Close it first, then try again.${
          holder.startedAt === '' ? ` If that process is another program, delete ${LOCK} in the store's folder.` : ''
        }`
      : `The store is in use by ${holder.program} on ${holder.host} (process ${holder.pid}). If that computer no longer runs it, delete ${LOCK} in the store's folder.`,
  )

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** `gone`: released in the meantime. Null: unreadable, which a lock written in one step can only be by a hand's doing. */
function readHolder(path: string): LockHolder | null | 'gone' {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : null
  }
}

/** Moves a dead lock aside; if another process reaped and took it meanwhile, puts its live lock back. */
function reap(path: string, dead: LockHolder | null): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = readHolder(aside)
  if (moved && moved !== 'gone' && (moved.pid !== dead?.pid || moved.startedAt !== dead.startedAt)) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function releaseIfMine(path: string, mine: LockHolder): void {
  const holder = readHolder(path)
  if (holder && holder !== 'gone' && holder.pid === mine.pid && holder.startedAt === mine.startedAt)
    rmSync(path, { force: true })
}

/** A lock of another host is taken for alive: we cannot look. */
function isAlive(holder: LockHolder, path: string): boolean {
  if (holder.host !== hostname()) return true
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user
    if (codeOf(error) !== 'EPERM') return false
  }
  const start = processStart(holder.pid)
  if (start === null) return true
  if (start === 'ended') return false
  return holder.startedAt === '' ? !beganAfter(start, path) : start === holder.startedAt
}

/** A lock without a start time is judged by its file: a process that began after it was written is not its holder. */
function beganAfter(start: string, path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const began = startedAtMs(start)
  return written !== undefined && began !== null && began > written + CLOCK_SLACK_MS
}

const CLOCK_SLACK_MS = 2_000
/** The kernel counts a process's start in these since boot, on every architecture. */
const TICKS_PER_SECOND = 100

function startedAtMs(ticks: string): number | null {
  const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]
  const ms = (Number(boot) + Number(ticks) / TICKS_PER_SECOND) * 1000
  return Number.isFinite(ms) ? ms : null
}

/** When the process with this pid started, so that a reused pid is not mistaken for it. Null where the system does not say. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie holds nothing any more.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null)
  } catch {
    return null
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
