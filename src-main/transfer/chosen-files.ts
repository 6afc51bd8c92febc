import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { ChosenFile } from '@shared/contract/transfer'

/** What a person chose in a dialog or dropped on the window. The window gets a token for it, never the path. */
export class ChosenFiles {
  private readonly paths = new Map<string, string>()

  add(path: string): ChosenFile {
    const token = randomUUID()
    this.paths.set(token, path)
    return { token, name: basename(path) }
  }

  /** @throws CatchmentError `not_found` for a token of an earlier start */
  path(token: string): string {
    const path = this.paths.get(token)
    if (path === undefined)
      throw new CatchmentError('not_found', 'That file was chosen before a restart. Choose it again.')
    return path
  }
}
