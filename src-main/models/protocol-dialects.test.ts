/** The servers' differences, in the shapes their own issue trackers and documentation show. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createEndpointChatModel } from './chat-endpoint'
import { discoverEndpoints, readContextTokens } from './discover'
import { inOneDialect } from './protocol-dialects'
import type { ChatEvent } from './types'

type Answer = { status: number; body: unknown; headers?: Record<string, string> } | { lines: readonly string[] }
let close: (() => void)[] = []
afterEach(() => {
  for (const end of close) end()
  close = []
})

/** Answers the n-th request with the n-th answer, the last one from then on. */
async function serving(...answers: readonly Answer[]) {
  const received: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    received.push(JSON.parse((await read(request)) || '{}'))
    const answer = answers[Math.min(received.length, answers.length) - 1]
    if (!answer) return void response.destroy()
    if ('lines' in answer) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.end(answer.lines.map((line) => `${line}\n\n`).join(''))
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const model = createEndpointChatModel({
    ...{ id: 'e', title: 'Server', model: 'm', baseUrl, contextTokens: 4096 },
    apiKey: async () => null,
  })
  return { baseUrl, received, model }
}
async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}

const chunk = (delta: unknown, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}`
const END = [chunk({}, 'stop'), 'data: [DONE]']
const asking = { messages: [{ role: 'user' as const, text: 'Hi' }], maxTokens: 9, signal: new AbortController().signal }
async function told(events: AsyncIterable<ChatEvent>) {
  const said = { text: '', thinking: '', calls: [] as unknown[] }
  for await (const event of events) {
    if (event.type === 'text') said.text += event.text
    if (event.type === 'thinking') said.thinking += event.text
    if (event.type === 'call') said.calls.push(event.call)
  }
  return said
}

describe('thoughts', () => {
  it.each([
    ['Ollama and newer vLLM (reasoning)', { content: '', reasoning: 'Hm. ' }],
    ['older vLLM, LM Studio, llama.cpp (reasoning_content)', { content: null, reasoning_content: 'Hm. ' }],
    ['Ollama’s own field (thinking)', { content: '', thinking: 'Hm. ' }],
    ['a server that knows of none (in the text)', { content: '<think>Hm. </think>\n\n' }],
  ])('are no part of the reply: %s', async (_, delta) => {
    const { model } = await serving({
      lines: [chunk({ role: 'assistant', ...delta }), chunk({ content: 'Rex.' }), ...END],
    })
    expect(await told(model.stream(asking))).toEqual({ text: 'Rex.', thinking: 'Hm. ', calls: [] })
  })

  it('do not break a structured answer', async () => {
    const { model } = await serving({
      lines: [chunk({ content: '<think>yes?</think>{"same"' }), chunk({ content: ': true}' }), ...END],
    })
    expect(await model.structured(asking, z.object({ same: z.boolean() }))).toEqual({ same: true })
  })
})

describe('calls of tools', () => {
  const tools = [{ name: 'find', description: '', parameters: { type: 'object', properties: {} } }]
  const call = (index: number, rest: unknown) => ({ tool_calls: [{ index, ...(rest as object) }] })

  it.each([
    [
      'whole in one piece (Ollama)',
      [call(0, { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"query":"dogs"}' } })],
    ],
    [
      'in pieces, the name first (vLLM, LM Studio, llama.cpp)',
      [
        call(0, { id: 'call_1', type: 'function', function: { name: 'find', arguments: '' } }),
        call(0, { function: { arguments: '{"query"' } }),
        call(0, { function: { arguments: ':"dogs"}' } }),
      ],
    ],
  ])('are read %s', async (_, deltas) => {
    const { model } = await serving({
      lines: [...deltas.map((d) => chunk(d)), chunk({}, 'tool_calls'), 'data: [DONE]'],
    })
    const { calls } = await told(model.stream({ ...asking, tools }))
    expect(calls).toEqual([{ name: 'find', arguments: { query: 'dogs' } }])
  })
})

describe('a prompt that is too long', () => {
  const llama = {
    error: {
      ...{ code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 8192 },
      message: 'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it',
    },
  }
  const vllm = {
    ...{ object: 'error', type: 'BadRequestError', param: null, code: 400 },
    message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
  }
  const studio =
    'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 8192 tokens, which is not enough.'
  it.each<[string, Answer]>([
    ['llama.cpp', { status: 400, body: llama }],
    ['vLLM', { status: 400, body: vllm }],
    ['newer vLLM', { status: 400, body: { error: vllm } }],
    ['LM Studio', { status: 400, body: { error: studio } }],
    [
      'LM Studio in a stream that began well',
      { lines: ['event: error', `data: ${JSON.stringify({ error: studio })}`] },
    ],
  ])('is said in one sentence with its length: %s', async (_, answer) => {
    const { model } = await serving(answer)
    await expect(told(model.stream(asking))).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringMatching(/longer than the context of 8192 tokens/),
    })
  })
})

describe('a server that is busy', () => {
  const busy = (status: number, headers = {}): Answer => ({ status, body: { error: { message: 'busy' } }, headers })
  const well: Answer = { lines: [chunk({ content: 'Here.' }), ...END] }

  it('is asked again, and answers', async () => {
    const { model, received } = await serving(busy(503), busy(429, { 'retry-after': '1' }), well)
    expect((await told(model.stream(asking))).text).toBe('Here.')
    expect(received).toHaveLength(3)
  })

  it('for longer than a person waits is not asked again', async () => {
    const { model, received } = await serving(busy(429, { 'retry-after': '600' }), well)
    await expect(told(model.stream(asking))).rejects.toMatchObject({ message: expect.stringContaining('(429)') })
    expect(received).toHaveLength(1)
  })

  it('is not asked again once the person stopped', async () => {
    const { model, received } = await serving(busy(503), well)
    const abort = new AbortController()
    const reply = told(model.stream({ ...asking, signal: abort.signal }))
    await expect.poll(() => received.length).toBe(1)
    abort.abort()
    expect((await reply).text).toBe('')
    expect(received).toHaveLength(1)
  })
})

it('a server that renamed max_tokens is asked by the new name', async () => {
  const message =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  const { model, received } = await serving(
    { status: 400, body: { error: { message, type: 'invalid_request_error', code: 'unsupported_parameter' } } },
    { lines: [chunk({ content: 'Here.' }), ...END] },
  )
  expect((await told(model.stream(asking))).text).toBe('Here.')
  expect(received[1]).toMatchObject({ max_completion_tokens: 9 })
  expect(received[1]).not.toHaveProperty('max_tokens')
})

it('comments go no further, wherever the pieces are cut, and all else does', async () => {
  const lines = [': waiting', '', chunk({ content: 'a' }), ':', ': more\r', '', ...END, '', ': end']
  const bytes = new TextEncoder().encode(lines.join('\n'))
  for (const size of [1, 3, 1_000]) {
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
        controller.close()
      },
    })
    const out = pieces.pipeThrough(inOneDialect(1_000, () => new Error('too long')))
    expect(await new Response(out).text()).toBe(['', chunk({ content: 'a' }), '', ...END, '', ''].join('\n'))
  }
})

describe('the list of models', () => {
  const listed = (data: unknown): Answer => ({ status: 200, body: { object: 'list', data } })
  it.each([
    ['Ollama without a model', null, []],
    ['Ollama', [{ id: 'llama3.2:3b', object: 'model', created: 1, owned_by: 'library' }], ['llama3.2:3b']],
    ['LM Studio with an embedding model', [{ id: 'qwen' }, { id: 'text-embedding-nomic-embed-text-v1.5' }], ['qwen']],
    ['vLLM', [{ id: 'Qwen/Qwen3-4B', max_model_len: 12_000, root: 'Qwen/Qwen3-4B', parent: null }], ['Qwen/Qwen3-4B']],
  ])('is read as %s sends it', async (_, data, models) => {
    const { baseUrl } = await serving(listed(data))
    const found = await discoverEndpoints([{ name: 'X', baseUrl }], 3000)
    expect(found.flatMap((one) => one.models)).toEqual(models)
  })

  it('says how much vLLM gives a model', async () => {
    const { baseUrl } = await serving(listed([{ id: 'm', max_model_len: 12_000 }]))
    expect(await readContextTokens(baseUrl, 'm', { apiKey: null })).toBe(12_000)
  })
})
