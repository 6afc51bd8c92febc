/** MEMORY.md and its sidecar on the disk: read without following links, replaced in one step. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_NAME, MAP_NAME } from './types'

export type FileState =
  | { kind: 'missing' }
  | { kind: 'text'; text: string; hash: string }
  /** Something stands there that is no text of ours: bytes, a link, a folder, a file of many megabytes. */
  | { kind: 'unreadable'; why: 'not text' | 'too long' | 'a link' | 'not a file' }

/** Of a million characters at their longest. */
const MAX_BYTES = 4_000_000
/** The file as it was before it was replaced last. An editor that had it open writes into this one, and is read all the same. */
const BEFORE_NAME = `.${FILE_NAME}.before`
const DRAFT = /^\.MEMORY\..*\.tmp$/u

/** sha256, hex. */
export const hashOf = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

/** The profile's folder. Errors of the operating system come through as they are; `whyNotWritten` puts them into words. */
export class MemoryFolder {
  private readonly file: string
  private readonly map: string
  private readonly before: string
  /** What `before` held when it was put there. */
  private beforeHash: string | null = null

  constructor(readonly folder: string) {
    this.file = join(folder, FILE_NAME)
    this.map = join(folder, MAP_NAME)
    this.before = join(folder, BEFORE_NAME)
  }

  read(): Promise<FileState> {
    return readText(this.file)
  }

  /** What an editor wrote into the file that was replaced while it had it open; null if nobody did. */
  async lateWords(): Promise<string | null> {
    if (this.beforeHash === null) return null
    const state = await readText(this.before)
    if (state.kind !== 'text' || state.hash === this.beforeHash || state.text.trim() === '') return null
    this.beforeHash = state.hash
    return state.text
  }

  /** Removes the file as it was before: nobody's late words are waited for any more. */
  async dropBefore(): Promise<void> {
    this.beforeHash = null
    await rm(this.before, { force: true })
  }

  /**
   * Puts `text` in the place of a file whose content still has the hash `expected` (null: there is none). Written beside,
   * synced, renamed: whoever reads sees the one or the other, whole. Answers false and writes nothing if the file changed.
   */
  async replace(text: string, expected: string | null): Promise<boolean> {
    const draft = await this.draft(text)
    try {
      // From here to the rename nothing waits: an editor has microseconds to come between.
      this.keepBefore()
      if (presentHash(this.file) !== expected) return false
      renameSync(draft, this.file)
      this.beforeHash = expected
    } finally {
      await rm(draft, { force: true })
    }
    await syncFolder(this.folder)
    return true
  }

  /** Moves whatever stands in the file's place aside; answers its new name. */
  async setAside(now: number): Promise<string> {
    const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
    for (let n = 1; ; n += 1) {
      const name = `MEMORY.set-aside-${stamp}${n === 1 ? '' : `-${n}`}.md`
      if (await exists(join(this.folder, name))) continue
      await rename(this.file, join(this.folder, name))
      return name
    }
  }

  /** The sidecar's text; null if there is none that could be read. */
  async readMap(): Promise<string | null> {
    const state = await readText(this.map)
    return state.kind === 'text' ? state.text : null
  }

  async writeMap(text: string): Promise<void> {
    const draft = await this.draft(text)
    try {
      await rename(draft, this.map)
    } finally {
      await rm(draft, { force: true })
    }
  }

  /** Drafts that a process left behind when it was killed. */
  async tidy(): Promise<void> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const name of names.filter((n) => DRAFT.test(n))) await rm(join(this.folder, name), { force: true })
  }

  private async draft(text: string): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    if ((await lstat(this.folder)).isSymbolicLink()) throw new FolderIsLink()
    const path = join(this.folder, `.MEMORY.${randomUUID()}.tmp`)
    // Made by us or not at all: a link that stands there is not followed.
    const handle = await open(path, 'wx', 0o600)
    try {
      await handle.writeFile(text, 'utf8')
      await handle.sync()
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    return path
  }

  /** Not every file system knows hard links; without them only what an editor writes in those microseconds is lost. */
  private keepBefore(): void {
    this.beforeHash = null
    try {
      rmSync(this.before, { force: true })
      linkSync(this.file, this.before)
    } catch (error) {
      if (!isSystemError(error)) throw error
    }
  }
}

class FolderIsLink extends Error {}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error
/** Neither it nor, if something else stands in the place of its folder, could it be there. */
const isMissing = (error: unknown): boolean =>
  isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )

async function readText(path: string): Promise<FileState> {
  const found = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (found === null) return { kind: 'missing' }
  if (found.isSymbolicLink()) return { kind: 'unreadable', why: 'a link' }
  if (!found.isFile()) return { kind: 'unreadable', why: 'not a file' }
  if (found.size > MAX_BYTES) return { kind: 'unreadable', why: 'too long' }
  try {
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      return textOf(await handle.readFile())
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing' }
    if (isSystemError(error) && error.code === 'ELOOP') return { kind: 'unreadable', why: 'a link' }
    throw error
  }
}

function textOf(data: Uint8Array): FileState {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
    return text.includes('\u0000')
      ? { kind: 'unreadable', why: 'not text' }
      : { kind: 'text', text, hash: hashOf(data) }
  } catch (error) {
    // What a fatal decoder throws at bytes that are no UTF-8.
    if (error instanceof TypeError) return { kind: 'unreadable', why: 'not text' }
    throw error
  }
}

function presentHash(path: string): string | null {
  try {
    return hashOf(readFileSync(path))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A rename is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there a rename needs no such step.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'its folder may not be written to',
  EPERM: 'its folder may not be written to',
  ENOTDIR: 'something else stands in the place of its folder',
  EEXIST: 'something else stands in the place of its folder',
  EISDIR: 'a folder stands in its place',
  ENOTEMPTY: 'a folder stands in its place',
  EIO: 'the disk reports an error',
  EBUSY: 'another program holds it',
  EMFILE: 'too many files are open',
  ELOOP: 'its folder is a link',
}

/** Why the operating system did not do it, for a person; null for what is no fault of the disk. */
export function whyNotWritten(error: unknown): string | null {
  if (error instanceof FolderIsLink) return 'its folder is a link'
  return isSystemError(error) && error.code !== undefined ? (REASONS[error.code] ?? null) : null
}
