import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RescueView } from '@shared/contract/backups'
import { CatchmentError, type Result } from '@shared/contract/errors'
import { utilityProcess } from 'electron'
import type { PdfAnswer } from '../attachments/read-pdf'
import type { ReadPdf } from '../attachments/reading'
import { type CheckFolder, readAnswer } from '../backups/checking'

/** Opens a backup in a utility process. `entry` is the built `backup-check.js`. */
export function electronCheck(entry: string): CheckFolder {
  return async (dataDir, signal) => {
    const { code, out, err } = await run(entry, dataDir, signal)
    return readAnswer(code, out, err)
  }
}

/** Reads a damaged store out in a utility process. `entry` is the built `store-rescue.js`. */
export function electronRescue(entry: string): (storeDir: string) => Promise<RescueView> {
  return async (storeDir) => {
    const { code, out } = await run(entry, storeDir)
    if (code !== 0)
      throw new CatchmentError(
        'store_corrupt',
        'Nothing of this store could be read out: the program that tried was ended by it. The store was left as it is. Go back to a backup.',
      )
    const result: Result<RescueView> = JSON.parse(out)
    if (result.ok) return result.data
    throw new CatchmentError(result.error.code, result.error.message)
  }
}

/** Reads a PDF in a utility process. `entry` is the built `pdf-reader.js` */
export function electronPdf(entry: string): ReadPdf {
  return async (path, signal) => {
    const { code, out } = await run(entry, path, signal)
    return code === 0 ? (JSON.parse(out) as PdfAnswer) : null
  }
}

/** Runs one of our own processes on a folder or a file; `out` is what it wrote into the file that it was given. */
async function run(
  entry: string,
  path: string,
  signal?: AbortSignal,
): Promise<{ code: number; out: string; err: string }> {
  const answer = join(tmpdir(), `catchment-answer-${randomUUID()}.json`)
  const child = utilityProcess.fork(entry, [`--answer=${answer}`, path], {
    serviceName: 'Catchment files',
    stdio: 'pipe',
  })
  let err = ''
  child.stderr?.on('data', (data: Buffer) => {
    err = (err + data.toString('utf8')).slice(-2000)
  })
  // Read, so that a full pipe holds nothing up.
  child.stdout?.on('data', () => undefined)
  const end = (): void => void child.kill()
  signal?.addEventListener('abort', end, { once: true })
  const code = await new Promise<number>((resolve) => child.once('exit', resolve))
  signal?.removeEventListener('abort', end)
  try {
    return { code, out: code === 0 ? await readFile(answer, 'utf8') : '', err }
  } finally {
    await rm(answer, { force: true })
  }
}
