import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { httpFetch } from './http-fetch'
import { proxyFromEnvironment, proxyFromRules } from './proxy'

describe('which proxy a server has', () => {
  it('is what the environment says, by protocol, but for what it exempts', async () => {
    const proxyFor = proxyFromEnvironment({
      HTTPS_PROXY: 'http://secure.example:3128',
      http_proxy: 'plain.example:8080',
      NO_PROXY: 'intern.example, .lab.example other.example:8443',
    })
    expect(await proxyFor('https://api.example/v1')).toBe('http://secure.example:3128')
    expect(await proxyFor('http://api.example/v1')).toBe('http://plain.example:8080')
    expect(await proxyFor('https://intern.example/v1')).toBeNull()
    expect(await proxyFor('https://gpu.lab.example/v1')).toBeNull()
    expect(await proxyFor('https://notintern.example/v1')).toBe('http://secure.example:3128')
    expect(await proxyFor('https://other.example:8443/v1')).toBeNull()
    expect(await proxyFor('https://other.example/v1')).toBe('http://secure.example:3128')
  })

  it('is the one for everything, or none', async () => {
    expect(await proxyFromEnvironment({ ALL_PROXY: 'http://all.example' })('https://a.example')).toBe(
      'http://all.example',
    )
    expect(await proxyFromEnvironment({ ALL_PROXY: 'socks5://all.example' })('https://a.example')).toBeNull()
    expect(
      await proxyFromEnvironment({ ALL_PROXY: 'http://all.example', NO_PROXY: '*' })('https://a.example'),
    ).toBeNull()
    expect(await proxyFromEnvironment({})('https://a.example')).toBeNull()
  })

  it.each([
    ['DIRECT', null],
    ['PROXY proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
    ['SOCKS5 socks.example:1080; HTTPS proxy.example:443', 'https://proxy.example:443'],
    ['SOCKS5 socks.example:1080', null],
    ['', null],
  ])('is read off what the system says: %s', (rules, proxy) => {
    expect(proxyFromRules(rules)).toBe(proxy)
  })
})

describe('a request by a proxy', () => {
  let close: () => void = () => undefined
  afterEach(() => close())

  async function proxy(answer: {
    plain?(request: IncomingMessage, response: ServerResponse): void
    connect?(request: IncomingMessage, socket: Socket): void
  }): Promise<string> {
    const server = createServer((request, response) => answer.plain?.(request, response))
    server.on('connect', (request: IncomingMessage, socket: Socket) => answer.connect?.(request, socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    close = () => {
      server.closeAllConnections()
      server.close()
    }
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('is passed on whole where it is plain, with the name and password of the proxy', async () => {
    const place = await proxy({
      plain(request, response) {
        request.resume()
        response.end(`${request.url} for ${request.headers.host} by ${request.headers['proxy-authorization']}`)
      },
    })
    const response = await httpFetch(async () => `http://me:pass%20word@${place}`)('http://models.test:8000/v1/models')
    const pair = Buffer.from('me:pass word').toString('base64')
    expect(await response.text()).toBe(`http://models.test:8000/v1/models for models.test:8000 by Basic ${pair}`)
  })

  it('goes through a tunnel where it is secure: the proxy sees where it leads and nothing else', async () => {
    let led = ''
    let first: Buffer | null = null
    const place = await proxy({
      connect(request, socket) {
        led = request.url ?? ''
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.on('error', () => undefined)
        socket.once('data', (bytes) => {
          first = bytes
          socket.destroy()
        })
      },
    })
    const asking = httpFetch(async () => `http://${place}`)('https://models.test/v1/models')
    await expect(asking).rejects.toMatchObject({ message: 'fetch failed' })
    expect(led).toBe('models.test:443')
    // The first record of TLS, a client's hello.
    expect(first?.[0]).toBe(0x16)
  })

  it('fails with what the proxy said when it refuses', async () => {
    const place = await proxy({
      connect: (_, socket) => void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    })
    await expect(httpFetch(async () => `http://${place}`)('https://models.test/v1/models')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { message: `the proxy ${place} refused with status 407` },
    })
  })

  it('is never made for what is on this machine', async () => {
    const place = await proxy({ plain: (_, response) => void response.end('straight') })
    const never = async (): Promise<string> => {
      throw new Error('it was asked')
    }
    expect(await (await httpFetch(never)(`http://${place}/v1`)).text()).toBe('straight')
  })
})
