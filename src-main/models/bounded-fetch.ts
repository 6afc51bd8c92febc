import { CatchmentError } from '@shared/contract/errors'
import { nextTick } from '../runtime/slices'
import { httpFetch } from './http-fetch'
import { inOneDialect } from './protocol-dialects'
import type { ProxyFor } from './proxy'

/** One line of the stream, and one event of many lines: a chunk of a reply is some bytes, and a server may send anything. */
const MAX_EVENT_BYTES = 2 * 1024 * 1024
/** What a server says of an error is shown to a person: a sentence. */
const MAX_ERROR_BYTES = 16 * 1024
/** A whole answer with all that is hidden in it; at the longest reply there is. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/**
 * `fetch` for a chat server that may be broken or hostile: what it sends is never held in memory at once. An error's text is
 * cut; a line, an event and an answer that do not end are broken off with a sentence. No redirect is followed.
 */
export function boundedFetch(title: string, proxyFor: ProxyFor | null = null): typeof fetch {
  const overHttp = httpFetch(proxyFor)
  return async (input, init) => {
    const response = await overHttp(input, init)
    if (!response.body) return response
    const body = response.ok
      ? response.body.pipeThrough(limited(title)).pipeThrough(inOneDialect(MAX_EVENT_BYTES, () => tooMuch(title)))
      : cut(response.body, MAX_ERROR_BYTES)
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    headers.delete('content-encoding')
    return new Response(body, { status: response.status, statusText: response.statusText, headers })
  }
}

const NEWLINE = 0x0a
/** Handed on at a time: some milliseconds of work for whoever reads the events. */
const PIECE_BYTES = 4096

function limited(title: string): TransformStream<Uint8Array, Uint8Array> {
  let line = 0
  let whole = 0
  return new TransformStream({
    async transform(chunk, controller) {
      whole += chunk.byteLength
      const last = chunk.lastIndexOf(NEWLINE)
      const first = last < 0 ? chunk.byteLength : chunk.indexOf(NEWLINE)
      const longest = Math.max(line + first, longestLine(chunk))
      line = last < 0 ? line + chunk.byteLength : chunk.byteLength - last - 1
      if (longest > MAX_EVENT_BYTES || whole > MAX_ANSWER_BYTES) return controller.error(tooMuch(title))
      // A server may send faster than it is read. Whoever reads is done with a piece before the next one comes, and everybody else
      // on this thread has had a turn.
      for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
        if (at > 0) await nextTick()
        controller.enqueue(chunk.subarray(at, at + PIECE_BYTES))
      }
    },
  })
}

/** Within one chunk, which is only worth a look if it could hold one that is too long. */
function longestLine(chunk: Uint8Array): number {
  if (chunk.byteLength <= MAX_EVENT_BYTES) return 0
  let longest = 0
  for (let from = 0; from < chunk.byteLength; ) {
    const at = chunk.indexOf(NEWLINE, from)
    const to = at < 0 ? chunk.byteLength : at
    longest = Math.max(longest, to - from)
    from = to + 1
  }
  return longest
}

/** The first `max` bytes; the rest is not even read. */
function cut(body: ReadableStream<Uint8Array>, max: number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let left = max
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) controller.enqueue(value.subarray(0, left))
      left -= value?.byteLength ?? left
      if (!done && left > 0) return
      controller.close()
      if (!done) await reader.cancel().catch(() => undefined)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

export const tooMuch = (title: string): CatchmentError =>
  new CatchmentError(
    'model_failed',
    `${title} sent more at once than an answer can be, and was not read any further. What arrived before was kept.`,
  )
