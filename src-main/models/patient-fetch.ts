/** `fetch` for chat servers that are busy for a moment, or that want a request in the words of their version. */
import { setTimeout as pause } from 'node:timers/promises'

/** Busy, or starting behind a proxy: nothing of an answer has been written. */
const BUSY = new Set([429, 502, 503, 504])
const BACK_OFF_MS = [500, 2000]
/** A server that wants longer is told of to the person instead. */
const MOST_WAIT_MS = 10_000

/**
 * Asks again, at most twice and ever later, where the server was busy or dropped the connection before it answered; waits as
 * long as it asks for. A server that does not know `max_tokens` any more is asked with its new name.
 */
export function patientFetch(inner: typeof fetch, backOffMs: readonly number[] = BACK_OFF_MS): typeof fetch {
  return async (input, init) => {
    let request = init
    for (let attempt = 0; ; attempt++) {
      const wait = backOffMs[attempt]
      const response = await inner(input, request).catch((error: unknown) => {
        if (wait === undefined || init?.signal?.aborted || !isDropped(error)) throw error
        return null
      })
      if (response === null) await pause(wait, undefined, signalOf(init))
      else if (response.status === 400) {
        const renamed = await withNewName(response, request)
        if (!(renamed instanceof Response)) {
          request = renamed
          continue
        }
        return renamed
      } else if (wait === undefined || !BUSY.has(response.status)) return response
      else {
        const asked = Number(response.headers.get('retry-after')) * 1000
        if (asked > MOST_WAIT_MS) return response
        await response.body?.cancel()
        await pause(Math.max(wait, asked || 0), undefined, signalOf(init))
      }
    }
  }
}

const signalOf = (init: RequestInit | undefined): { signal: AbortSignal } | undefined =>
  init?.signal ? { signal: init.signal } : undefined

/** A connection kept alive that the other side had closed meanwhile. */
function isDropped(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && (at.code === 'ECONNRESET' || at.code === 'UND_ERR_SOCKET')) return true
  }
  return false
}

/** The request with the new name, where the old one was refused; else the answer as it was. */
async function withNewName(response: Response, init: RequestInit | undefined): Promise<Response | RequestInit> {
  const said = await response.text()
  const answer = new Response(said, { status: response.status, headers: response.headers })
  if (!said.includes('max_completion_tokens') || typeof init?.body !== 'string') return answer
  const { max_tokens: most, ...body } = JSON.parse(init.body) as Record<string, unknown>
  if (most === undefined) return answer
  return { ...init, body: JSON.stringify({ ...body, max_completion_tokens: most }) }
}
