/** What a PDF says. Runs in a process of its own: a file from anywhere may be anything. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type PdfAnswer =
  | { kind: 'read'; pages: number; pagesRead: number; text: string }
  /** `locked`: it asks for a password. `broken`: it is damaged, or none at all. */
  | { kind: 'refused'; why: 'locked' | 'broken' }

/** A book. What stands behind is kept and opens, but is not read into the message. */
const MOST_PAGES = 500
/** Characters of a message that a PDF may fill. */
const MOST_CHARS = 2_000_000

/** Reads the text of at most `MOST_PAGES` pages, in their order, a blank line between two. */
export async function readPdf(bytes: Uint8Array): Promise<PdfAnswer> {
  const { getDocument } = await library()
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const task = getDocument({
    // The library takes the bytes over.
    data: Uint8Array.from(bytes),
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  })
  try {
    const document = await task.promise
    const parts: string[] = []
    let chars = 0
    let pagesRead = 0
    while (pagesRead < Math.min(document.numPages, MOST_PAGES) && chars < MOST_CHARS) {
      const page = await document.getPage(pagesRead + 1)
      const text = wordsOf((await page.getTextContent()).items)
      page.cleanup()
      pagesRead += 1
      chars += text.length
      if (text !== '') parts.push(text)
    }
    return { kind: 'read', pages: document.numPages, pagesRead, text: parts.join('\n\n').slice(0, MOST_CHARS) }
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException'
    return { kind: 'refused', why: locked ? 'locked' : 'broken' }
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

/**
 * Drawing needs a matrix that Node has not; nothing is drawn here. A utility process of Electron has no `navigator`, and would be
 * taken for a window, which fetches its files and starts web workers: it is said to be Node, which it is.
 */
async function library() {
  if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class {} })
  if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { platform: '', userAgent: '' } })
  if ('type' in process) Object.defineProperty(process, 'type', { value: 'browser' })
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

function wordsOf(items: readonly object[]): string {
  const text = items.map((item) => ('str' in item ? `${item.str}${'hasEOL' in item && item.hasEOL ? '\n' : ''}` : ''))
  return text
    .join('')
    .replaceAll('\u0000', '')
    .replace(/[ \t]+\n/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}
