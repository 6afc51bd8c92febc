import { readFile } from 'node:fs/promises'
import { CatchmentError } from '@shared/contract/errors'

/**
 * The passphrase for a sealed file: the first line of a file, or CATCHMENT_PASSPHRASE. Never a word of the command line, which
 * every program on the machine can read. Null if none was given. @throws CatchmentError `not_found`, `bad_request`
 */
export async function passphraseIn(file: string | undefined): Promise<string | null> {
  const words = file === undefined ? process.env.CATCHMENT_PASSPHRASE : await firstLine(file)
  if (words === undefined) return null
  if (words.trim() === '') throw new CatchmentError('bad_request', 'The passphrase is empty.')
  return words
}

async function firstLine(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/u)[0] ?? ''
  } catch (cause) {
    throw new CatchmentError('not_found', `There is no file “${file}” with a passphrase.`, { cause })
  }
}
