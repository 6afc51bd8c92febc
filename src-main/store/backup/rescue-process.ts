/**
 * Entry of the process that reads a damaged store out and puts the result in its place: `store-rescue --answer=FILE STORE` writes
 * what came of it into FILE, a failure as well. A process of its own: a damaged database may end the one that opens it.
 */
import { writeFileSync } from 'node:fs'
import { CatchmentError, type Result } from '@shared/contract/errors'
import { storeError } from '../errors'
import { createPrivately } from '../private-files'
import { rescueInPlace } from './rescue-in-place'

createPrivately()
const storeDir = process.argv.at(-1)
const answer = process.argv.find((word) => word.startsWith('--answer='))?.slice('--answer='.length)
if (storeDir === undefined || answer === undefined) throw new Error('store-rescue wants --answer=FILE and a folder.')
// Something to wait for: a thread whose loop is empty drains V8's work (see the store's worker).
setInterval(() => undefined, 60_000)
const result: Result<unknown> = await rescueInPlace(storeDir).then(
  (data) => ({ ok: true, data }),
  (error: unknown) => {
    const known = storeError(error)
    if (known instanceof CatchmentError) return { ok: false, error: { code: known.code, message: known.message } }
    throw error
  },
)
writeFileSync(answer, JSON.stringify(result))
process.exit(0)
