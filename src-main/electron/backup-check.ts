import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { type CheckFolder, readAnswer } from '../backups/checking'

/** Opens a backup in a utility process. `entry` is the built `backup-check.js`. */
export function electronCheck(entry: string): CheckFolder {
  return async (dataDir, signal) => {
    const answer = join(tmpdir(), `catchment-check-${randomUUID()}.json`)
    const child = utilityProcess.fork(entry, [`--answer=${answer}`, dataDir], {
      serviceName: 'Catchment backups',
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
      return readAnswer(code, code === 0 ? await readFile(answer, 'utf8') : '', err)
    } finally {
      await rm(answer, { force: true })
    }
  }
}
