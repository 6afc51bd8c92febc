import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
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
  '.json': 'application/json',
}

/** Before the app is ready: `app:` is a standard, secure scheme. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built window from `root` and nothing outside it, with the content security policy on every answer. */
export function serveWindow(root: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const path = normalize(join(root, url.pathname === '/' ? 'index.html' : decodeURIComponent(url.pathname)))
    const type = TYPES[extname(path)]
    if (url.host !== 'catchment' || !path.startsWith(root + sep) || !type)
      return new Response('Not found', { status: 404 })
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
