import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT_NAME, viewOf } from '@shared/attached-file'
import { CatchmentError } from '@shared/contract/errors'
import { attachedDir, DRAFTS } from '../store/attached'
import { fileFailure } from '../store/file-failures'
import { makePrivateDir } from '../store/private-files'
import { writeFileDurably } from './write'

/** A draft that nobody sent for so long is given up. Milliseconds. */
const DRAFT_MS = 30 * 86_400_000

/**
 * The attached files of a profile, each once under the SHA-256 of what it holds, readable by their owner alone. What is attached
 * to a message that is still being written lies among the drafts, so that nothing that was sent is ever swept away.
 */
export class AttachedFiles {
  private readonly dir: string
  private readonly drafts: string

  constructor(storeDir: string, profileId: string) {
    this.dir = attachedDir(storeDir, profileId)
    this.drafts = join(this.dir, DRAFTS)
  }

  /** Keeps a file and, of an image, its smaller picture; answers what it is kept under. @throws CatchmentError `disk_full` */
  async draft(bytes: Uint8Array, ending: string, view: Uint8Array | null): Promise<string> {
    const file = `${createHash('sha256').update(bytes).digest('hex')}.${ending}`
    if ((await this.pathOf(file)) !== null) return file
    try {
      makePrivateDir(this.drafts)
      // The picture first: where the file is, all of it is.
      if (view) await writeFileDurably(join(this.drafts, viewOf(file)), view)
      await writeFileDurably(join(this.drafts, file), bytes)
    } catch (error) {
      throw fileFailure(error) ?? error
    }
    return file
  }

  /** Messages are about to name these: from now on they stay. @throws CatchmentError `not_found` */
  async keep(files: readonly { file: string; name: string }[]): Promise<void> {
    for (const { file, name } of files) {
      const from = await this.pathOf(file)
      if (from === null)
        throw new CatchmentError(
          'not_found',
          `“${name}” is not there any more. Take it off the message and attach it again.`,
        )
      if (!from.startsWith(this.drafts)) continue
      for (const part of [viewOf(file), file])
        await rename(join(this.drafts, part), join(this.dir, part)).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
    }
  }

  /** Where a file, or an image's smaller picture, lies; null if it is not on this computer. */
  async pathOf(name: string): Promise<string | null> {
    if (!KEPT_NAME.test(name) && !/^[0-9a-f]{64}\.view\.jpg$/u.test(name)) return null
    for (const dir of [this.dir, this.drafts]) {
      const path = join(dir, name)
      if (await stat(path).then((found) => found.isFile(), isNone)) return path
    }
    return null
  }

  /** What an image looks like to a model: JPEG; null if it is not on this computer. */
  async view(file: string): Promise<Uint8Array | null> {
    const path = await this.pathOf(viewOf(file))
    return path === null ? null : readFile(path)
  }

  /** Writes a copy to `target`. @throws CatchmentError `not_found` */
  async copyTo(file: string, target: string): Promise<void> {
    const path = await this.pathOf(file)
    if (path === null) throw new CatchmentError('not_found', 'This file is not on this computer.')
    await copyFile(path, target)
  }

  /** Files that were erased with the last message that named them. */
  async erase(files: readonly string[]): Promise<void> {
    for (const file of files)
      for (const name of [file, viewOf(file)])
        for (const dir of [this.dir, this.drafts]) await rm(join(dir, name), { force: true })
  }

  /** Gives up drafts that were never sent. @param now milliseconds */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.drafts).catch(() => [])) {
      const path = join(this.drafts, name)
      const found = await stat(path).catch(() => null)
      if (found && now - found.mtimeMs > DRAFT_MS) await rm(path, { force: true })
    }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const isNone = (): false => false
