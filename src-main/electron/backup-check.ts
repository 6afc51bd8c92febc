import { utilityProcess } from 'electron'
import { type CheckFolder, readAnswer } from '../backups/checking'

/** So long after its end a process's last words are waited for. */
const LAST_WORDS_MS = 5_000

/** Opens a backup in a utility process. `entry` is the built `backup-check.js`. */
export function electronCheck(entry: string): CheckFolder {
  return async (dataDir, signal) => {
    const child = utilityProcess.fork(entry, [dataDir], { serviceName: 'Catchment backups', stdio: 'pipe' })
    let out = ''
    let err = ''
    child.stdout?.on('data', (data: Buffer) => {
      out += data.toString('utf8')
    })
    child.stderr?.on('data', (data: Buffer) => {
      err = (err + data.toString('utf8')).slice(-2000)
    })
    const end = (): void => void child.kill()
    signal?.addEventListener('abort', end, { once: true })
    const said = new Promise<void>((resolve) => child.stdout?.once('end', () => resolve()))
    const code = await new Promise<number>((resolve) => child.once('exit', resolve))
    // What it said may come after its end.
    await Promise.race([said, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))])
    signal?.removeEventListener('abort', end)
    return readAnswer(code, out, err)
  }
}
