import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { shownAt } from '@shared/attached-file'
import { protocol } from 'electron'
import { CONTENT_SECURITY_POLICY } from './security'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.json': 'application/json',
}

const ATTACHED = shownAt('')

/** A file of the window; null for what lies elsewhere. */
function within(root: string, asked: string): string | null {
  const path = normalize(join(root, asked === '/' ? 'index.html' : decodeURIComponent(asked)))
  return path.startsWith(root + sep) ? path : null
}

/** Before the app is ready: `app:` is a standard, secure scheme. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // With `codeCache` the window's three megabytes of program are compiled once and not at every start.
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/**
 * Serves the built window from `root` and nothing outside it, with the content security policy on every answer.
 * @param attached where an image of the open profile lies, by the name it is kept under; null: nowhere
 */
export function serveWindow(root: string, attached: (name: string) => Promise<string | null>): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const path = url.pathname.startsWith(ATTACHED)
      ? await attached(url.pathname.slice(ATTACHED.length))
      : within(root, url.pathname)
    const type = path === null ? undefined : TYPES[extname(path)]
    if (url.host !== 'catchment' || path === null || !type) return new Response('Not found', { status: 404 })
    try {
      const headers = {
        'content-type': type,
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
      }
      return new Response(new Uint8Array(await readFile(path)), { headers })
    } catch {
      return new Response('Not found', { status: 404 })
    }
  })
}
