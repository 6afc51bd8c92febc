/**
 * The way to a server that is not on this machine: the proxy that the system, or the environment of a command line, has for it. What
 * is on this machine is never asked through one.
 */
import { request as overHttp } from 'node:http'
import { request as overHttps, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import { connect as overTls } from 'node:tls'
import { isLoopback } from './loopback'

/** The proxy for an address, `http://host:port` or `https://host:port`, a name and password perhaps in it; null: straight there. */
export type ProxyFor = (url: string) => Promise<string | null>

/**
 * By the variables that command lines know: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, each in small letters too, and `NO_PROXY` with
 * hosts, their subdomains (`.example.org`), a port perhaps, or `*`.
 */
export function proxyFromEnvironment(env: Readonly<Record<string, string | undefined>> = process.env): ProxyFor {
  const read = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? ''
  return async (address) => {
    const url = new URL(address)
    const proxy = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || read('ALL_PROXY')
    return isExempt(url, read('NO_PROXY')) ? null : usable(proxy)
  }
}

function isExempt(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, host = '', onPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (onPort !== undefined && onPort !== port) return false
      const name = host.replace(/^\*?\./, '')
      return url.hostname === name || url.hostname.endsWith(`.${name}`)
    })
}

/** `PROXY host:port; SOCKS5 host:port; DIRECT`, as a browser is told: the first that can be used; null for straight there. */
export function proxyFromRules(rules: string): string | null {
  for (const rule of rules.split(';')) {
    const [kind = '', place = ''] = rule.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    if (/^(?:PROXY|HTTP)$/i.test(kind)) return usable(`http://${place}`)
    if (/^HTTPS$/i.test(kind)) return usable(`https://${place}`)
  }
  return null
}

/** Without a protocol it is HTTP; a kind that is not spoken here is none. */
function usable(proxy: string): string | null {
  if (proxy === '') return null
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : null
}

/** How a request has to be sent so that it gets there. */
export interface Way {
  send: typeof overHttp
  /** In place of the address, for a proxy that passes plain requests on. */
  to: URL
  options: RequestOptions
}

/** @throws Error where the proxy cannot be reached, or refuses */
export async function wayTo(url: URL, proxyFor: ProxyFor | null, signal?: AbortSignal | null): Promise<Way> {
  const isSecure = url.protocol === 'https:'
  const straight: Way = { send: isSecure ? overHttps : overHttp, to: url, options: {} }
  const address = proxyFor === null || isLoopback(url.href) ? null : await proxyFor(url.href)
  if (address === null) return straight
  const proxy = new URL(address)
  if (isSecure) {
    const socket = await tunnel(url, proxy, signal)
    const createConnection = () => overTls({ socket, servername: url.hostname.replace(/^\[|\]$/g, '') })
    // Without an agent: one would open a connection of its own.
    return { ...straight, options: { createConnection } }
  }
  const headers = { host: url.host, ...credentials(proxy) }
  return {
    send: proxy.protocol === 'https:' ? overHttps : overHttp,
    to: proxy,
    options: { path: url.href, headers },
  }
}

/** A connection through the proxy, of which it sees nothing but where it leads. */
function tunnel(url: URL, proxy: URL, signal?: AbortSignal | null): Promise<Socket> {
  const place = `${url.hostname}:${url.port || 443}`
  const send = proxy.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    const asking = send({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: place,
      headers: { host: place, ...credentials(proxy) },
      agent: false,
      ...(signal ? { signal } : {}),
    })
    asking.once('error', reject)
    asking.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`the proxy ${proxy.host} refused with status ${statusCode}`))
    })
    asking.once('response', (response) => {
      response.resume()
      reject(new Error(`the proxy ${proxy.host} refused with status ${response.statusCode}`))
    })
    asking.end()
  })
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
