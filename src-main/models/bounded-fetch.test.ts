import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createEndpointChatModel } from './chat-endpoint'

let close: (() => void) | undefined
afterEach(() => close?.())

/** A chat server that answers as it is told; counts what it could get rid of. */
async function hostile(answer: (response: ServerResponse) => Promise<void> | void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    void answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

/** Writes the same piece until the other side has enough; answers how many bytes went. */
async function pour(response: ServerResponse, piece: string, most: number): Promise<number> {
  let sent = 0
  while (sent < most && !response.destroyed) {
    sent += piece.length
    if (!response.write(piece) && !response.destroyed) await drained(response)
  }
  response.end()
  return sent
}

/** Until more can be written, or nothing can any more. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })

const modelAt = (baseUrl: string) =>
  createEndpointChatModel({
    ...{ id: 'e', title: 'Test server', model: 'm', baseUrl, contextTokens: 4096 },
    apiKey: async () => null,
  })

async function read(baseUrl: string): Promise<{ text: string; error: unknown }> {
  const model = modelAt(baseUrl)
  let text = ''
  try {
    const signal = new AbortController().signal
    for await (const event of model.stream({ messages: [{ role: 'user', text: 'Hi' }], maxTokens: 9, signal }))
      if (event.type === 'text') text += event.text
    return { text, error: null }
  } catch (error) {
    return { text, error }
  }
}

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
const failed = (words: RegExp) =>
  expect.objectContaining({ code: 'model_failed', message: expect.stringMatching(words) })

describe('a server that sends too much', () => {
  it('in one chunk of fifty megabytes is broken off, and what came before is kept', async () => {
    const before = process.memoryUsage().rss
    const url = await hostile(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk('Hello. '))
      response.write('data: {"choices":[{"index":0,"delta":{"content":"')
      await pour(response, 'x'.repeat(65_536), 50_000_000)
    })
    const { text, error } = await read(url)
    expect(error).toEqual(failed(/sent more at once/))
    expect(text).toBe('Hello. ')
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000)
  })

  it('in lines without end that say nothing is broken off', async () => {
    const url = await hostile(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      await pour(response, `: ${'x'.repeat(60_000)}\n\n`, 200_000_000)
    })
    expect((await read(url)).error).toEqual(failed(/sent more at once/))
  })

  it('in one line of three hundred megabytes is broken off before a hundredth of it came', async () => {
    let sent = Promise.resolve(0)
    const url = await hostile((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      sent = pour(response, 'x'.repeat(65_536), 300_000_000)
    })
    expect((await read(url)).error).toEqual(failed(/sent more at once/))
    // What lies in the buffers of both ends is a few megabytes.
    expect(await sent).toBeLessThan(30_000_000)
  })

  it('in one line of very small pieces as well', async () => {
    const url = await hostile(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      await pour(response, 'x'.repeat(100), 300_000_000)
    })
    expect((await read(url)).error).toEqual(failed(/sent more at once/))
  })

  it('in one event of many lines is broken off before a hundredth of it came', async () => {
    let sent = Promise.resolve(0)
    const url = await hostile((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      sent = pour(response, `data: ${'x'.repeat(60_000)}\n`, 300_000_000)
    })
    expect((await read(url)).error).toEqual(failed(/sent more at once/))
    // What lies in the buffers of both ends is a few megabytes.
    expect(await sent).toBeLessThan(30_000_000)
  })

  it('faster than it is read leaves everybody else on the thread their turn', async () => {
    const url = await hostile((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
      response.end(`${chunk('word ').repeat(4_000)}${end}`)
    })
    let turns = 0
    let isOver = false
    const others = (): void => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    others()
    const { text, error } = await read(url)
    isOver = true
    expect(error).toBeNull()
    expect(text).toBe('word '.repeat(4_000))
    // One for each piece of 4 KB at least; without pauses it is a handful, one for each piece that the system hands over.
    expect(turns).toBeGreaterThan(50)
  })

  it('a letter at a time is read by what came together, not by the letter', async () => {
    const url = await hostile((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
      response.end(`${chunk('x').repeat(20_000)}${end}`)
    })
    let pieces = 0
    let length = 0
    const signal = new AbortController().signal
    const asked = { messages: [{ role: 'user' as const, text: 'Hi' }], maxTokens: 9, signal }
    for await (const event of modelAt(url).stream(asked))
      if (event.type === 'text') {
        pieces += 1
        length += event.text.length
      }
    expect(length).toBe(20_000)
    expect(pieces).toBeLessThan(2_000)
  })

  it('into a call of a tool without end is broken off long before a whole answer came', async () => {
    let sent = Promise.resolve(0)
    const url = await hostile((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const delta = (call: unknown) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`
      response.write(delta({ index: 0, id: 'x', type: 'function', function: { name: 'search', arguments: '{"q":"' } }))
      sent = pour(response, delta({ index: 0, function: { arguments: 'x'.repeat(1_000) } }).repeat(10), 60_000_000)
    })
    expect((await read(url)).error).toEqual(failed(/sent more at once/))
    // What lies in the buffers of both ends is a few megabytes.
    expect(await sent).toBeLessThan(30_000_000)
  })

  it.each([
    ['words', chunk('endless '.repeat(50))],
    [
      'thoughts',
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content: 'hm, '.repeat(100) } }] })}\n\n`,
    ],
  ])('as a structured answer of %s without end is broken off, and its connection is closed', async (_, piece) => {
    let isWhole = Promise.resolve(true)
    const url = await hostile(async (response) => {
      isWhole = new Promise((resolve) => response.once('close', () => resolve(response.writableFinished)))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk('{"title":"'))
      await pour(response, piece, 60_000_000)
    })
    const signal = new AbortController().signal
    const request = { messages: [{ role: 'user' as const, text: 'Hi' }], maxTokens: 9, signal }
    const answer = modelAt(url).structured(request, z.object({ title: z.string() }))
    await expect(answer).rejects.toEqual(failed(/sent more at once/))
    expect(await isWhole).toBe(false)
    await expect(modelAt(url).toolCalls?.(request, [])).rejects.toEqual(failed(/sent more at once/))
    expect(await isWhole).toBe(false)
  })

  it('as an error of five megabytes is quoted in a sentence', async () => {
    const url = await hostile(async (response) => {
      response.writeHead(500, { 'content-type': 'text/plain' })
      await pour(response, 'broken '.repeat(1_000), 5_000_000)
    })
    const { error } = await read(url)
    expect(error).toEqual(failed(/could not answer \(500\)/))
    expect(String(error).length).toBeLessThan(600)
  })

  it('as an error in JSON of five megabytes as well', async () => {
    const url = await hostile(async (response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.write('{"error":{"message":"')
      await pour(response, 'broken '.repeat(1_000), 5_000_000)
    })
    const { error } = await read(url)
    expect(error).toEqual(failed(/\(400\)/))
    expect(String(error).length).toBeLessThan(600)
  })

  it('with NUL and bytes that are no UTF-8 is read as far as it can be', async () => {
    const url = await hostile((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk('a\0b'))
      response.write(
        Buffer.concat([
          Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"'),
          Buffer.from([0xff, 0xfe]),
          Buffer.from('"}}]}\n\n'),
        ]),
      )
      response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    })
    const { text, error } = await read(url)
    expect(error).toBeNull()
    expect(text).toBe('a\0b\ufffd\ufffd')
  })
})
