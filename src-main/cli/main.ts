import { CatchmentError, type ErrorCode } from '@shared/contract/errors'
import { CommanderError } from 'commander'
import { fileFailure } from '../store/file-failures'
import { visibleText } from './output'
import { createProgram } from './program'
import { type Machinery, realMachinery } from './session'

export interface Streams {
  out(text: string): void
  err(text: string): void
}

/** Exit codes: 1 for a fault, 2 for a wrong call, 3 and up by what was expected to be able to happen. */
const EXIT: Partial<Record<ErrorCode, number>> = {
  bad_request: 2,
  not_found: 3,
  conflict: 4,
  store_locked: 5,
  store_foreign: 6,
  store_corrupt: 7,
  store_damaged: 7,
  store_newer: 8,
  disk_full: 9,
  model_missing: 10,
  model_failed: 11,
  import_broken: 12,
  clock_behind: 13,
  unavailable: 14,
  not_writable: 15,
  store_moved: 16,
  wrong_passphrase: 17,
  cancelled: 130,
}

/** Runs one command; answers its exit code. Whatever fails is one clear line on stderr. */
export async function main(
  args: readonly string[],
  { out, err }: Streams,
  machinery: Machinery = realMachinery,
): Promise<number> {
  try {
    await createProgram(out, err, machinery).parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof CatchmentError && error.code !== 'internal') {
      err(`${oneLine(error.message)}\n`)
      return EXIT[error.code] ?? 1
    }
    const ofFiles = fileFailure(error)
    if (ofFiles) {
      err(`${oneLine(ofFiles.message)}\n`)
      return EXIT[ofFiles.code] ?? 1
    }
    // Where it came from stands in the store's log.
    err(`catchment: ${oneLine(error instanceof Error ? error.message : String(error))}\n`)
    return 1
  }
}

const oneLine = (text: string): string => visibleText(text.split('\n')[0] ?? '')
