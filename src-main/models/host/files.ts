import { access } from 'node:fs/promises'
import { CatchmentError } from '@shared/contract/errors'

/** Throws `model_missing` naming the first file that is not there: clearer than what a runtime says of it. */
export async function requireFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      await access(path)
    } catch (cause) {
      throw new CatchmentError('model_missing', `The model's file ${path} is not there. Download the model again.`, {
        cause,
      })
    }
  }
}
