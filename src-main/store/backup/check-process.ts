/**
 * Entry of the process that opens a backup: `backup-check [--answer=FILE] FOLDER` says its facts as JSON, or ends with a reason.
 * They are printed, or written into FILE: what a utility process of Electron prints last may be lost when it ends.
 */
import { writeFileSync } from 'node:fs'
import { createPrivately } from '../private-files'
import { factsOfFolder } from './check'

createPrivately()
// Electron puts words of its own before ours.
const folder = process.argv.at(-1)
if (folder === undefined) throw new Error('backup-check wants the folder of a database.')
// Something to wait for: a thread whose loop is empty drains V8's work (see the store's worker).
const opening = setInterval(() => undefined, 60_000)
const answer = process.argv.find((word) => word.startsWith('--answer='))?.slice('--answer='.length)
try {
  const facts = JSON.stringify(await factsOfFolder(folder))
  if (answer === undefined) end(process.stdout, facts, 0)
  else {
    writeFileSync(answer, facts)
    process.exit(0)
  }
} catch (error) {
  end(process.stderr, error instanceof Error ? error.message : String(error), 1)
} finally {
  clearInterval(opening)
}

/** Ends once it is said: a utility process of Electron does not end by itself. */
function end(stream: NodeJS.WriteStream, words: string, code: number): void {
  stream.write(`${words}\n`, () => process.exit(code))
}
