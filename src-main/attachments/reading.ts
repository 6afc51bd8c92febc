import { spawn } from 'node:child_process'
import type { PdfAnswer } from './read-pdf'

/** Reads a PDF in a process of its own. `signal` ends the process; null: it ended without an answer. */
export type ReadPdf = (path: string, signal: AbortSignal) => Promise<PdfAnswer | null>

/** In a Node process. @param entry the built `pdf-reader.js` */
export function nodePdf(entry: string): ReadPdf {
  return async (path, signal) => {
    const child = spawn(process.execPath, [entry, path], { stdio: ['ignore', 'pipe', 'ignore'], signal })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null))
      child.once('close', resolve)
    })
    return code === 0 ? (JSON.parse(out) as PdfAnswer) : null
  }
}
