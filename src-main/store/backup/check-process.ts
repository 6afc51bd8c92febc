/** Entry of the process that opens a backup: `backup-check FOLDER` prints its facts as JSON, or ends with a reason. */
import { createPrivately } from '../private-files'
import { factsOfFolder } from './check'

createPrivately()
// Electron puts words of its own before ours.
const folder = process.argv.at(-1)
if (folder === undefined) throw new Error('backup-check wants the folder of a database.')
// Something to wait for: a thread whose loop is empty drains V8's work (see the store's worker).
const opening = setInterval(() => undefined, 60_000)
try {
  end(process.stdout, JSON.stringify(await factsOfFolder(folder)), 0)
} catch (error) {
  end(process.stderr, error instanceof Error ? error.message : String(error), 1)
} finally {
  clearInterval(opening)
}

/** Ends once it is said: a utility process of Electron does not end by itself. */
function end(stream: NodeJS.WriteStream, words: string, code: number): void {
  stream.write(`${words}\n`, () => process.exit(code))
}
