import { spawn } from 'node:child_process'
import { CatchmentError } from '@shared/contract/errors'
import { factsSchema, type StoreFacts } from '../store/backup/facts'

/** Opens a database's folder in a process of its own and reads what is compared. `signal` ends the process. */
export type CheckFolder = (dataDir: string, signal?: AbortSignal) => Promise<StoreFacts>

/** In a Node process: command line, tests. @param entry the built `backup-check.js` */
export function nodeCheck(entry: string): CheckFolder {
  return async (dataDir, signal) => {
    const child = spawn(process.execPath, [entry, dataDir], { stdio: ['ignore', 'pipe', 'pipe'], signal })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err = (err + text).slice(-2000)
    })
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null))
      child.once('close', resolve)
    })
    return readAnswer(code, out, err)
  }
}

/** @throws CatchmentError `store_corrupt` if the process could not read the database */
export function readAnswer(code: number | null, out: string, err: string): StoreFacts {
  if (code === 0) return factsSchema.parse(JSON.parse(out))
  const last = err.trim().split('\n').at(-1) ?? ''
  throw new CatchmentError('store_corrupt', `The backup does not open${last === '' ? '' : `: ${last.slice(0, 200)}`}.`)
}
