import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'

/**
 * Lets `write` fill a draft beside `file` and puts it in its place if that answers true: the file is there when it is
 * complete and not before, and what stood there is replaced then. Answers what `write` did.
 * @throws CatchmentError `disk_full`, `not_writable`, or `unavailable` if nothing can be written there
 */
export async function writeWhole(file: string, write: (draft: string) => Promise<boolean>): Promise<boolean> {
  const draft = `${file}.${process.pid}.part`
  try {
    await mkdir(dirname(file), { recursive: true })
    const complete = await write(draft)
    if (complete) await rename(draft, file)
    else await rm(draft, { force: true })
    return complete
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw fileFailure(error, file)
  }
}

function fileFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof CatchmentError) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new CatchmentError(
      'disk_full',
      'The disk is full, and the export was not written. Free some space and try again.',
      {
        cause: error,
      },
    )
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS')
    return new CatchmentError(
      'not_writable',
      `${file} may not be written by this user, or its disk is read-only. Choose another place.`,
      { cause: error },
    )
  return new CatchmentError(
    'unavailable',
    `The export could not be written there (${String(error.code)}). Choose another place.`,
    { cause: error },
  )
}
