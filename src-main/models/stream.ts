import type { ThinkingEvent } from './thinking'
import type { CallEvent, ChatEvent } from './types'

/** What a producer hands over before its end. */
export type Piece = string | CallEvent | ThinkingEvent

/** More than this is not asked for before it was read. */
const MOST_WAITING = 64

type End = Extract<ChatEvent, { type: 'end' }>
const ABORTED: End = {
  type: 'end',
  usage: { evaluatedTokens: null, generatedTokens: null },
  stoppedBy: 'abort',
}

/**
 * Turns a producer of text and calls into the event stream of the port. `produce` starts when the stream is first read; it pushes
 * them and resolves with the end. An abort ends the stream at once, whatever the producer still does; a failure of the
 * producer comes after the text that arrived before it. The producer's own signal is aborted as well when the reader
 * stops early. One that is faster than the reader waits for `room`, so that what arrived never becomes much.
 */
export async function* streamOf(
  signal: AbortSignal,
  produce: (push: (piece: Piece) => void, signal: AbortSignal, room: () => Promise<void> | null) => Promise<End>,
): AsyncGenerator<ChatEvent, void, void> {
  const stop = new AbortController()
  const arrived: Piece[] = []
  let outcome: { end: End } | { error: unknown } | null = null
  let wake = (): void => undefined
  let readOn = (): void => undefined
  const room = (): Promise<void> | null =>
    arrived.length < MOST_WAITING
      ? null
      : new Promise((resolve) => {
          readOn = resolve
        })
  const settle = (result: { end: End } | { error: unknown }): void => {
    outcome ??= result
    wake()
  }
  const onAbort = (): void => settle({ end: ABORTED })
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  else {
    produce(
      (piece) => {
        if (outcome === null) arrived.push(piece)
        wake()
      },
      AbortSignal.any([signal, stop.signal]),
      room,
    ).then(
      (end) => settle({ end }),
      (error: unknown) => settle({ error }),
    )
  }
  try {
    for (;;) {
      for (let piece = arrived.shift(); piece !== undefined; piece = arrived.shift()) {
        yield typeof piece === 'string' ? { type: 'text', text: piece } : piece
      }
      readOn()
      const result = outcome as { end: End } | { error: unknown } | null
      if (result === null) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      } else if ('end' in result) {
        yield result.end
        return
      } else throw result.error
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop.abort()
    readOn()
  }
}
