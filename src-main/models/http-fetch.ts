import type { IncomingMessage } from 'node:http'
import { type ProxyFor, type Way, wayTo } from './proxy'

/** Statuses that have no body, for which `Response` takes none. */
const BODILESS = new Set([204, 205, 304])

/**
 * `fetch` for a request whose body is text, by Node's HTTP client. Node's own `fetch` (undici) puts what its reader did not take yet
 * back in front of what the socket reads on meanwhile: a server that sends faster than it is read makes that pile grow to all it
 * sends, and each piece copies the pile. This client stops reading the socket: as much waits as its buffers hold. No redirect is
 * followed, nothing is asked for compressed.
 * @param proxyFor where a server is reached through a proxy; null: straight there
 * @throws TypeError `fetch failed` with its cause, as `fetch` does, or the signal's reason
 */
export function httpFetch(proxyFor: ProxyFor | null = null): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { body, signal } = init ?? {}
    signal?.throwIfAborted()
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new TypeError('fetch failed', { cause: new Error('its body is no text') })
    const way = await wayTo(url, proxyFor, signal).catch((cause: unknown) => {
      signal?.throwIfAborted()
      throw new TypeError('fetch failed', { cause })
    })
    return sent(way, init)
  }
}

function sent({ send, to, options }: Way, init: RequestInit | undefined): Promise<Response> {
  const { body, signal } = init ?? {}
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new TypeError('fetch failed', { cause }))
    if (signal?.aborted) return reject(signal.reason)
    const outgoing = send(to, {
      ...options,
      method: init?.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        ...options.headers,
        'accept-encoding': 'identity',
      },
    })
    let answer: IncomingMessage | null = null
    const abort = (): void => {
      reject(signal?.reason)
      answer?.destroy(signal?.reason)
      outgoing.destroy()
    }
    signal?.addEventListener('abort', abort, { once: true })
    outgoing.once('close', () => signal?.removeEventListener('abort', abort))
    // For as long as they live: what became of the answer is told by its body, also to nobody.
    outgoing.on('error', fail)
    outgoing.once('response', (incoming) => {
      answer = incoming
      incoming.on('error', () => undefined)
      try {
        resolve(responseOf(incoming))
      } catch (error) {
        fail(error)
        incoming.destroy()
      }
    })
    outgoing.end(typeof body === 'string' ? body : undefined)
  })
}

/** @throws Error for a redirect, and what `Response` throws for a status that is none */
function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = incoming
  if (status >= 300 && status < 400 && incoming.headers.location !== undefined) throw new Error('unexpected redirect')
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const isBodiless = BODILESS.has(status)
  if (isBodiless) incoming.resume()
  return new Response(isBodiless ? null : bodyOf(incoming), { status, statusText, headers })
}

/** Read as it is asked for. Cancelled, it closes the connection. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = incoming[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        incoming.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
