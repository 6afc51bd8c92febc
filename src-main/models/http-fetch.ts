import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

/** Statuses that have no body, for which `Response` takes none. */
const BODILESS = new Set([204, 205, 304])

/**
 * `fetch` for a request whose body is text, by Node's HTTP client. Node's own `fetch` (undici) puts what its reader did not take yet
 * back in front of what the socket reads on meanwhile: a server that sends faster than it is read makes that pile grow to all it
 * sends, and each piece copies the pile. This client stops reading the socket: as much waits as its buffers hold. No redirect is
 * followed, nothing is asked for compressed.
 * @throws TypeError `fetch failed` with its cause, as `fetch` does, or the signal's reason
 */
export const httpFetch: typeof fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const { body, signal } = init ?? {}
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new TypeError('fetch failed', { cause }))
    if (signal?.aborted) return reject(signal.reason)
    if (body !== undefined && body !== null && typeof body !== 'string') return fail(new Error('its body is no text'))
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const outgoing = send(url, {
      method: init?.method ?? 'GET',
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'identity' },
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
    outgoing.end(body ?? undefined)
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
