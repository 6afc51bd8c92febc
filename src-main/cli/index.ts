/** Entry of the command line: the product's services without a window (00-product, The command line). */
import { CatchmentError } from '@shared/contract/errors'
import { CommanderError } from 'commander'
import { createProgram } from './program'

/** Exit codes: 1 for a fault, 2 for a wrong call, 3 and up by what was expected to be able to happen. */
const EXIT: Partial<Record<string, number>> = {
  bad_request: 2,
  not_found: 3,
  conflict: 4,
  store_locked: 5,
  store_foreign: 6,
  store_corrupt: 7,
  store_newer: 8,
  disk_full: 9,
  model_missing: 10,
  model_failed: 11,
  import_broken: 12,
  cancelled: 130,
  clock_behind: 13,
}

async function main(): Promise<number> {
  try {
    await createProgram().parseAsync(process.argv)
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof CatchmentError && error.code !== 'internal') {
      process.stderr.write(`${error.message}\n`)
      return EXIT[error.code] ?? 1
    }
    // One clear line; where it came from stands in the store's log.
    process.stderr.write(`catchment: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`)
    return 1
  }
}

process.exitCode = await main()
