import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { discoverEndpoints, readContextTokens } from './discover'
import { startOpenAiServer } from './testing/openai-server'

let close: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(close.map((end) => end()))
  close = []
})
const serve = async (...args: Parameters<typeof startOpenAiServer>) => {
  const server = await startOpenAiServer(...args)
  close.push(() => server.close())
  return server
}
/** Something that listens and is no model server: says HTML, or nothing at all. */
const listen = async (answer: string | null): Promise<string> => {
  const server = createServer((_, response) => {
    if (answer !== null) response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

describe('looking for local servers', () => {
  it('finds those that answer and lists their chat models', async () => {
    const server = await serve({ models: ['llama3.2:3b', 'nomic-embed-text'] })
    const places = [
      { name: 'Here', baseUrl: server.baseUrl },
      { name: 'A web page', baseUrl: await listen('<html>hello</html>') },
      { name: 'Silent', baseUrl: await listen(null) },
      { name: 'Nobody', baseUrl: 'http://127.0.0.1:1/v1' },
    ]
    expect(await discoverEndpoints(places, 300)).toEqual([
      { name: 'Here', baseUrl: server.baseUrl, models: ['llama3.2:3b'] },
    ])
  })
})

describe('how much a server gives a model to read', () => {
  it('takes it from the list of models where it says so', async () => {
    const server = await serve({ models: ['m'], modelDetails: { max_model_len: 16384 } })
    expect(await readContextTokens(server.baseUrl, 'm', { apiKey: null })).toBe(16384)
  })

  it('takes it from llama.cpp’s properties', async () => {
    const baseUrl = await listen('{"default_generation_settings": {"n_ctx": 8192}}')
    expect(await readContextTokens(baseUrl, 'm', { apiKey: null })).toBe(8192)
  })

  it('does not guess', async () => {
    const server = await serve({ models: ['m'] })
    expect(await readContextTokens(server.baseUrl, 'm', { apiKey: null })).toBeNull()
  })
})
