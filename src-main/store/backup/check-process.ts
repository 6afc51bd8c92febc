/** Entry of the process that opens a backup: `backup-check FOLDER` prints its facts as JSON, or ends with a reason. */
import { createPrivately } from '../private-files'
import { factsOfFolder } from './check'

createPrivately()
const folder = process.argv[2]
if (folder === undefined) throw new Error('backup-check wants the folder of a database.')
// Something to wait for: a thread whose loop is empty drains V8's work (see the store's worker).
const opening = setInterval(() => undefined, 60_000)
try {
  process.stdout.write(`${JSON.stringify(await factsOfFolder(folder))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  clearInterval(opening)
}
