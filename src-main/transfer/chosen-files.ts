import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { ChosenFile } from '@shared/contract/transfer'

/** What a person chose in a dialog or dropped on the window. The window gets a token for it, never the path. */
export class ChosenFiles {
  private readonly paths = new Map<string, string>()
  /** Plain forms of sealed files, each in a folder of its own. */
  private readonly opened = new Set<string>()

  add(path: string): ChosenFile {
    const token = randomUUID()
    this.paths.set(token, path)
    return { token, name: basename(path) }
  }

  /** What was opened of a sealed file called `name`, in a folder of its own that `done` takes away. */
  addOpened(path: string, name: string): ChosenFile {
    this.opened.add(path)
    return { ...this.add(path), name }
  }

  /** It is not needed any more: what was opened for it is deleted, a file of the person is not touched. */
  async done(path: string): Promise<void> {
    if (this.opened.delete(path)) await rm(dirname(path), { recursive: true, force: true })
  }

  /** @throws CatchmentError `not_found` for a token of an earlier start */
  path(token: string): string {
    const path = this.paths.get(token)
    if (path === undefined)
      throw new CatchmentError('not_found', 'That file was chosen before a restart. Choose it again.')
    return path
  }
}
