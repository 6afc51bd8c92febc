import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createEndpointChatModel } from './chat-endpoint'
import { httpFetch as httpFetchBy } from './http-fetch'
import { selfSigned } from './testing/certificate'

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

describe('over TLS', () => {
  afterEach(() => {
    delete globalAgent.options.ca
    globalAgent.destroy()
  })

  /** Answers one word; counts the requests that came through. */
  async function secured(): Promise<{ port: number; asked: () => number }> {
    let asked = 0
    const server = createSecureServer(selfSigned, (request, response) => {
      asked += 1
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Secret."}}]}\n\n')
      response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    close = () => {
      server.closeAllConnections()
      server.close()
    }
    return { port: (server.address() as AddressInfo).port, asked: () => asked }
  }

  async function reply(baseUrl: string): Promise<string> {
    const model = createEndpointChatModel({
      ...{ id: 'e', title: 'My server', model: 'm', baseUrl, contextTokens: 4096 },
      apiKey: async () => 'key-of-mine',
    })
    let said = ''
    const signal = new AbortController().signal
    for await (const event of model.stream({ messages: [{ role: 'user', text: 'Hi' }], maxTokens: 9, signal }))
      if (event.type === 'text') said += event.text
    return said
  }

  it('a server is asked whose certificate is trusted', async () => {
    const { port } = await secured()
    globalAgent.options.ca = selfSigned.cert
    expect(await reply(`https://127.0.0.1:${port}/v1`)).toBe('Secret.')
    const body = await (await httpFetch(`https://127.0.0.1:${port}/v1`, { method: 'POST', body: 'Grüße' })).text()
    expect(body).toContain('Secret.')
  })

  it('nothing is sent to one whose certificate nobody vouches for, and it is said', async () => {
    const { port, asked } = await secured()
    await expect(reply(`https://127.0.0.1:${port}/v1`)).rejects.toMatchObject({
      code: 'model_failed',
      message: `The certificate that My server shows at 127.0.0.1:${port} cannot be verified (DEPTH_ZERO_SELF_SIGNED_CERT), so nothing was sent. It could be another server in its place.`,
    })
    expect(asked()).toBe(0)
  })

  it('nor to one whose certificate is for another name', async () => {
    const { port, asked } = await secured()
    globalAgent.options.ca = selfSigned.cert
    await expect(reply(`https://localhost:${port}/v1`)).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('cannot be verified (ERR_TLS_CERT_ALTNAME_INVALID), so nothing was sent'),
    })
    expect(asked()).toBe(0)
  })

  it('a server that speaks plain HTTP is told from one that speaks TLS', async () => {
    const url = await serving((_, response) => void response.end('plain'))
    await expect(reply(url.replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringMatching(/^My server does not speak https at 127\.0\.0\.1:\d+\. If it is on this computer/),
    })
  })
})
