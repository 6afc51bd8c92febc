import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createEndpointChatModel, type EndpointChatOptions } from './chat-endpoint'
import { requestEndpoint } from './endpoint-request'
import type { Piece } from './stream'
import { type OpenAiServer, type OpenAiServerOptions, startOpenAiServer } from './testing/openai-server'
import type { ChatEvent, ChatModel, ChatRequest } from './types'

let servers: OpenAiServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})
const serve = async (options: OpenAiServerOptions = {}): Promise<OpenAiServer> => {
  const server = await startOpenAiServer(options)
  servers.push(server)
  return server
}
const modelOf = (baseUrl: string, rest: Partial<EndpointChatOptions> = {}): ChatModel =>
  createEndpointChatModel({
    id: 'e1',
    title: 'Test server',
    baseUrl,
    model: 'test-model',
    apiKey: async () => null,
    contextTokens: 4096,
    ...rest,
  })
const asking = (text: string, rest: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text },
  ],
  maxTokens: 50,
  signal: new AbortController().signal,
  ...rest,
})
const read = async (stream: AsyncIterable<ChatEvent>, text: string[] = [], onText = (): void => undefined) => {
  for await (const event of stream) {
    if (event.type === 'text') {
      text.push(event.text)
      onText()
    } else return { ...event, text: text.join('') }
  }
  throw new Error('The stream had no end')
}

describe('a model behind an endpoint', () => {
  it('streams an answer and reports what was evaluated anew', async () => {
    const server = await serve({ answer: () => 'Paris is the capital.' })
    const pieces: string[] = []
    const end = await read(modelOf(server.baseUrl).stream(asking('Capital of France?', { seed: 5 })), pieces)
    expect(pieces).toEqual(['Paris ', 'is ', 'the ', 'capital.'])
    expect(end).toMatchObject({ stoppedBy: 'model', usage: { evaluatedTokens: 8, generatedTokens: 4 } })
    expect(server.received[0]).toMatchObject({
      model: 'test-model',
      max_tokens: 50,
      seed: 5,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Capital of France?' },
      ],
    })
  })

  it('says when the answer ended by length', async () => {
    const server = await serve({ finishReason: 'length' })
    expect(await read(modelOf(server.baseUrl).stream(asking('Hi')))).toMatchObject({ stoppedBy: 'length' })
  })

  it('stops the server when aborted', async () => {
    const server = await serve({ answer: () => 'word '.repeat(500), chunkMs: 5 })
    const controller = new AbortController()
    const text: string[] = []
    const stream = modelOf(server.baseUrl).stream(asking('Go on', { signal: controller.signal }))
    expect(await read(stream, text, () => controller.abort())).toMatchObject({ stoppedBy: 'abort' })
    expect(text.length).toBeLessThan(500)
    await expect.poll(() => server.abandoned).toBe(1)
  })

  it('gives a structured answer that fits the schema it asked for', async () => {
    const server = await serve({ answer: () => '{"title": "Dogs", "same": true}' })
    const schema = z.object({ title: z.string(), same: z.boolean() })
    expect(await modelOf(server.baseUrl).structured(asking('Judge'), schema)).toEqual({ title: 'Dogs', same: true })
    expect(server.received[0]?.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { properties: { title: { type: 'string' }, same: { type: 'boolean' } } } },
    })
  })

  it.each([
    ['prose', 'Sure! Here is the title: Dogs', 'not whole JSON'],
    ['JSON of another form', '{"name": "Dogs"}', 'wrong form'],
  ])('fails clearly when the structured answer is %s', async (_, answer, message) => {
    const server = await serve({ answer: () => answer })
    const request = modelOf(server.baseUrl).structured(asking('Judge'), z.object({ title: z.string() }))
    await expect(request).rejects.toMatchObject({ code: 'model_failed', message: expect.stringContaining(message) })
  })

  it('reports the tools a model asks for', async () => {
    const server = await serve({ answer: () => ({ tool: 'bucket_search', arguments: { query: 'dogs' } }) })
    const calls = await modelOf(server.baseUrl).toolCalls?.(asking('Find my dogs'), [
      {
        name: 'bucket_search',
        description: 'Searches',
        parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      },
    ])
    expect(calls).toEqual([{ name: 'bucket_search', arguments: { query: 'dogs' } }])
    expect(server.received[0]?.tools?.[0]?.function.name).toBe('bucket_search')
  })

  it('counts tokens, whatever the text holds', async () => {
    const model = modelOf('http://127.0.0.1:9/v1')
    expect(await model.countTokens('Hello world')).toBe(2)
    expect(await model.countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })
})

describe('an endpoint that fails', () => {
  const failing = async (baseUrl: string, rest: Partial<EndpointChatOptions> = {}) => {
    const text: string[] = []
    const failure = await read(modelOf(baseUrl, rest).stream(asking('Hi')), text).catch((error: unknown) => error)
    return { failure, text }
  }

  it('names the key when the key is refused', async () => {
    const server = await serve({ apiKey: 'right' })
    const { failure } = await failing(server.baseUrl, { apiKey: async () => 'wrong' })
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('API key') })
    await expect(
      read(modelOf(server.baseUrl, { apiKey: async () => 'right' }).stream(asking('Hi'))),
    ).resolves.toBeDefined()
  })

  it('names the model when the server does not know it', async () => {
    const server = await serve({ models: ['another'] })
    const { failure } = await failing(server.baseUrl)
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('“test-model”') })
  })

  it('says that nothing listens at the address', async () => {
    const server = await serve()
    await server.close()
    const { failure } = await failing(server.baseUrl)
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('Is it running?') })
  })

  it.each([
    ['is cut by the network', { kind: 'cut', afterChunks: 2 } as const],
    ['ends without an end', { kind: 'unfinished', afterChunks: 2 } as const],
  ])('keeps the text and says that it broke off when the stream %s', async (_, behaviour) => {
    const server = await serve({ answer: () => 'one two three four', chunkMs: 10 })
    server.behave(behaviour)
    const { failure, text } = await failing(server.baseUrl)
    expect(text.join('')).toBe('one two ')
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('broke off') })
  })

  it('says that it did not understand a malformed chunk', async () => {
    const server = await serve({ answer: () => 'one two three four' })
    server.behave({ kind: 'malformed', afterChunks: 2 })
    const { failure, text } = await failing(server.baseUrl)
    expect(text.join('')).toBe('one two ')
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('understood') })
  })

  it.each([
    [{ kind: 'status', status: 500, message: 'out of memory' } as const],
    [{ kind: 'error-chunk', message: 'out of memory' } as const],
  ])('passes on what the server says is wrong (%o)', async (behaviour) => {
    const server = await serve()
    server.behave(behaviour)
    const { failure } = await failing(server.baseUrl)
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('out of memory') })
  })

  it('gives up when the first word does not come', async () => {
    const server = await serve()
    server.behave({ kind: 'silent' })
    const { failure } = await failing(server.baseUrl, { firstTokenMs: 100 })
    expect(failure).toMatchObject({
      code: 'model_failed',
      message: 'Test server did not begin to answer within 0.1 seconds.',
    })
  })

  it('is not blamed for the silence when it is its reader who is slow', async () => {
    const server = await serve({ answer: () => 'Paris is the capital.' })
    const request = asking('Capital of France?')
    const pieces: Piece[] = []
    const options = {
      id: 'e1',
      title: 'Test server',
      baseUrl: server.baseUrl,
      model: 'test-model',
      contextTokens: 4096,
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let full = true
      const room = (): Promise<void> | null => {
        if (!full) return null
        full = false
        return Promise.resolve().then(() => void vi.advanceTimersByTime(3_600_000))
      }
      const push = (piece: Piece): void => void pieces.push(piece)
      const end = await requestEndpoint({ ...options, apiKey: async () => null }, request, push, undefined, room)
      expect(end.stoppedBy).toBe('model')
      expect(pieces.join('')).toBe('Paris is the capital.')
    } finally {
      vi.useRealTimers()
    }
  })
  it('gives up when it falls silent in the middle', async () => {
    const server = await serve({ answer: () => 'one two three' })
    server.behave({ kind: 'stall', afterChunks: 1 })
    const { failure, text } = await failing(server.baseUrl, { betweenTokensMs: 100 })
    expect(text).toEqual(['one '])
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('fell silent') })
  })

  it('follows no redirect: a local address never leads elsewhere', async () => {
    const [local, elsewhere] = [await serve(), await serve()]
    local.behave({ kind: 'redirect', to: `${elsewhere.baseUrl}/chat/completions` })
    const { failure } = await failing(local.baseUrl)
    expect(failure).toMatchObject({ code: 'model_failed', message: expect.stringContaining('another address') })
    expect(elsewhere.received).toEqual([])
  })
})

describe('an endpoint whose model uses tools', () => {
  const tools = [
    { name: 'bucket_search', description: 'Finds topics.', parameters: { type: 'object', properties: {} } },
  ]
  const events = async (model: ChatModel, request: ChatRequest): Promise<ChatEvent[]> => {
    const seen: ChatEvent[] = []
    for await (const event of model.stream(request)) seen.push(event)
    return seen
  }

  it('streams what it says and then what it asks for, and is sent the answers by the protocol', async () => {
    const server = await serve({
      answer: ({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? 'Rex.'
          : {
              tool: 'bucket_search',
              arguments: { query: 'dogs' },
              text: 'I look.',
              more: [{ tool: 'x', arguments: {} }],
            },
    })
    const model = modelOf(server.baseUrl)
    const first = await events(model, asking('My dog?', { tools }))
    expect(first.map((e) => (e.type === 'call' ? e.call.name : e.type))).toEqual([
      'text',
      'text',
      'bucket_search',
      'x',
      'end',
    ])
    const uses = first.flatMap((e) =>
      e.type === 'call' ? [{ id: e.id, ...e.call, result: `found by ${e.call.name}` }] : [],
    )
    const rounds = [{ text: 'I look.', uses }]
    const messages = [...asking('My dog?').messages, { role: 'assistant' as const, text: '', rounds }]
    const second = await events(model, { ...asking('My dog?', { tools, toolChoice: 'none' }), messages })
    expect(second[0]).toEqual({ type: 'text', text: 'Rex.' })
    const sent = server.received[1]
    expect(sent?.tool_choice).toBe('none')
    expect(sent?.messages.slice(2)).toMatchObject([
      { role: 'assistant', content: 'I look.', tool_calls: [{ id: uses[0]?.id }, { id: uses[1]?.id }] },
      { role: 'tool', tool_call_id: uses[0]?.id, content: 'found by bucket_search' },
      { role: 'tool', tool_call_id: uses[1]?.id, content: 'found by x' },
    ])
  })

  it('that calls a tool although it was told to answer is seen to do so, and what it said is kept', async () => {
    const server = await serve({ answer: () => ({ tool: 'bucket_search', arguments: {}, text: 'Well then.' }) })
    const seen = await events(modelOf(server.baseUrl), asking('My dog?', { tools, toolChoice: 'none' }))
    expect(seen.flatMap((e) => (e.type === 'text' ? [e.text] : [])).join('')).toBe('Well then.')
    expect(seen.filter((e) => e.type === 'call')).toHaveLength(1)
  })
})
