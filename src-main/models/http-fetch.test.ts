import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { httpFetch as httpFetchBy } from './http-fetch'

const httpFetch = httpFetchBy()

let close: (() => void) | undefined
afterEach(() => close?.())

async function serving(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

it('sends text and headers, and answers status, headers and body', async () => {
  const url = await serving((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece
    })
    request.on('end', () => {
      response.writeHead(418, 'Teapot', { 'x-said': [request.headers['x-asks'] ?? '', 'twice'].flat() })
      response.end(
        `${request.method} ${request.headers['content-length']} ${request.headers['accept-encoding']} ${body}`,
      )
    })
  })
  const response = await httpFetch(url, { method: 'POST', headers: { 'X-Asks': 'a' }, body: 'Grüße' })
  expect([response.status, response.statusText, response.headers.get('x-said')]).toEqual([418, 'Teapot', 'a, twice'])
  expect(await response.text()).toBe('POST 7 identity Grüße')
})

it('follows no redirect, and fails as fetch does', async () => {
  const url = await serving((_, response) => void response.writeHead(302, { location: 'http://example.org' }).end())
  await expect(httpFetch(url)).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: { message: 'unexpected redirect' },
  })
  close?.()
  await expect(httpFetch(url)).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
})

it('answers a status without a body', async () => {
  const url = await serving((_, response) => void response.writeHead(204).end())
  const response = await httpFetch(url)
  expect([response.status, await response.text()]).toEqual([204, ''])
})

it('ends with its signal, before the answer and in the middle of it', async () => {
  let closed = 0
  const url = await serving((request, response) => {
    response.once('close', () => {
      closed += 1
    })
    if (request.url === '/v1/begun') response.write('begun')
  })
  const before = new AbortController()
  const asked = httpFetch(url, { signal: before.signal })
  before.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  const amid = new AbortController()
  const reader = (await httpFetch(`${url}/begun`, { signal: amid.signal })).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('begun')
  amid.abort()
  await expect(reader?.read()).rejects.toThrow()
  await expect.poll(() => closed).toBeGreaterThan(0)
})

it('reads no more than is asked for, and closes the connection when nobody wants the rest', async () => {
  let sent = 0
  let isOpen = true
  const piece = Buffer.alloc(65_536, 'x')
  const url = await serving((_, response) => {
    response.once('close', () => {
      isOpen = false
    })
    const more = (): void => {
      while (isOpen && sent < 1_000_000_000) {
        sent += piece.length
        if (!response.write(piece)) return void response.once('drain', more)
      }
    }
    more()
  })
  const reader = (await httpFetch(url)).body?.getReader()
  await reader?.read()
  // What lies in the buffers of both ends is a few megabytes: once they are full nothing more is sent.
  await expect
    .poll(async () => {
      const before = sent
      await new Promise((resolve) => setTimeout(resolve, 200))
      return sent === before
    })
    .toBe(true)
  expect(sent).toBeLessThan(50_000_000)
  await reader?.cancel()
  await expect.poll(() => isOpen).toBe(false)
})
