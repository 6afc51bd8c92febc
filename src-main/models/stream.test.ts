import { CatchmentError } from '@shared/contract/errors'
import { describe, expect, it } from 'vitest'
import { streamOf } from './stream'
import type { ChatEvent } from './types'

const END = { type: 'end', usage: { evaluatedTokens: 3, generatedTokens: 2 }, stoppedBy: 'model' } as const
const read = async (stream: AsyncIterable<ChatEvent>): Promise<string[]> => {
  const seen: string[] = []
  for await (const event of stream) {
    if (event.type === 'text') seen.push(event.text)
    else if (event.type === 'thinking') seen.push(`thinks ${event.text}`)
    else seen.push(event.type === 'call' ? `calls ${event.call.name}` : `end by ${event.stoppedBy}`)
  }
  return seen
}

describe('a stream of text', () => {
  it('gives every piece in order, then the end', async () => {
    const stream = streamOf(new AbortController().signal, async (push) => {
      push('a')
      await Promise.resolve()
      push('b')
      return END
    })
    expect(await read(stream)).toEqual(['a', 'b', 'end by model'])
  })

  it('makes a producer wait that is faster than its reader', async () => {
    let pushed = 0
    let taken = 0
    let ahead = 0
    const stream = streamOf(new AbortController().signal, async (push, _, room) => {
      for (; pushed < 5_000; pushed++) {
        push('x')
        await room()
      }
      return END
    })
    for await (const event of stream) {
      if (event.type !== 'text') continue
      taken += 1
      ahead = Math.max(ahead, pushed - taken)
      // The reader has more to do with each piece than the producer.
      for (let i = 0; i < 20; i++) await Promise.resolve()
    }
    expect(taken).toBe(5_000)
    expect(ahead).toBeLessThan(100)
  })

  it('ends at once when aborted, even if the producer never does', async () => {
    const controller = new AbortController()
    const stream = streamOf(controller.signal, (push) => {
      push('a')
      setTimeout(() => controller.abort(), 10)
      return new Promise(() => undefined)
    })
    expect(await read(stream)).toEqual(['a', 'end by abort'])
  })

  it('does not even start when aborted before it is read', async () => {
    const stream = streamOf(AbortSignal.abort(), () => {
      throw new Error('It started')
    })
    expect(await read(stream)).toEqual(['end by abort'])
  })

  it('gives the text that arrived before a failure', async () => {
    const seen: string[] = []
    const stream = streamOf(new AbortController().signal, async (push) => {
      push('kept')
      throw new CatchmentError('model_failed', 'broke off')
    })
    const reading = (async () => {
      for await (const event of stream) if (event.type === 'text') seen.push(event.text)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'model_failed' })
    expect(seen).toEqual(['kept'])
  })

  it('tells the producer when its reader stops early', async () => {
    let stopped: AbortSignal | null = null
    const stream = streamOf(new AbortController().signal, (push, signal) => {
      stopped = signal
      push('a')
      return new Promise(() => undefined)
    })
    for await (const _ of stream) break
    expect(stopped).toMatchObject({ aborted: true })
  })
})
