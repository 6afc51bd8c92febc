/**
 * Entry of the process that reads a PDF: `pdf-reader [--answer=FILE] PDF` says a `PdfAnswer` as JSON, printed or written into
 * FILE (what a utility process of Electron prints last may be lost when it ends).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createPrivately } from '../store/private-files'
import { readPdf } from './read-pdf'

createPrivately()
// Electron puts words of its own before ours.
const path = process.argv.at(-1)
if (path === undefined) throw new Error('pdf-reader wants a file.')
const answer = process.argv.find((word) => word.startsWith('--answer='))?.slice('--answer='.length)
const told = JSON.stringify(await readPdf(readFileSync(path)))
if (answer !== undefined) {
  writeFileSync(answer, told)
  process.exit(0)
}
process.stdout.write(told, () => process.exit(0))
