import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'

export type { Logger }

/**
 * Faults are logged once, with their context, into `logs/catchment.log` of the store's folder. The log stays on this machine; a
 * model's malformed answer or a command it was refused is logged as it came.
 */
export function createLog(storeDir: string): Logger {
  const dir = join(storeDir, 'logs')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return pino(
    { formatters: { bindings: () => ({}) }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: join(dir, 'catchment.log'), sync: true, mode: 0o600 }),
  )
}
