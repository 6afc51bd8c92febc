/** A small real HTTP server that speaks OpenAI's chat protocol, well or badly: for tests only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface ReceivedRequest {
  model: string
  messages: {
    role: string
    content: string
    tool_calls?: { id: string; function: { name: string; arguments: string } }[]
    tool_call_id?: string
  }[]
  stream: boolean
  max_tokens?: number
  seed?: number
  response_format?: { type: string; json_schema?: { schema: unknown } }
  tools?: { function: { name: string } }[]
  tool_choice?: string
}

type Behaviour =
  | { kind: 'well' }
  /** The connection is destroyed after so many chunks. */
  | { kind: 'cut'; afterChunks: number }
  /** The stream ends politely, but without a finish reason. */
  | { kind: 'unfinished'; afterChunks: number }
  | { kind: 'malformed'; afterChunks: number }
  /** An error object in the middle of the stream. */
  | { kind: 'error-chunk'; message: string }
  /** Accepts the request and says nothing. */
  | { kind: 'silent' }
  /** Falls silent after so many chunks. */
  | { kind: 'stall'; afterChunks: number }
  | { kind: 'status'; status: number; message: string }
  | { kind: 'redirect'; to: string }

interface ToolAnswer {
  tool: string
  /** A string is sent as it is, so that it may be no JSON. */
  arguments: unknown
  /** Said before it. */
  text?: string
  /** Calls of the same round. */
  more?: { tool: string; arguments: unknown }[]
}

export interface OpenAiServerOptions {
  models?: string[]
  /** If set, requests without it get 401. */
  apiKey?: string
  /** The answer to a request; a string is streamed word by word. A promise holds the answer back. */
  answer?: (request: ReceivedRequest) => string | ToolAnswer | Promise<string | ToolAnswer>
  /** Pause before each chunk. */
  chunkMs?: number
  /** What `/v1/models` says of each model besides its id. */
  modelDetails?: Record<string, unknown>
  finishReason?: 'stop' | 'length'
}

export interface OpenAiServer {
  /** Ends with `/v1`. */
  baseUrl: string
  received: ReceivedRequest[]
  /** Connections the client gave up before the answer was whole. */
  readonly abandoned: number
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function startOpenAiServer(options: OpenAiServerOptions = {}): Promise<OpenAiServer> {
  const models = options.models ?? ['test-model']
  const received: ReceivedRequest[] = []
  let behaviour: Behaviour = { kind: 'well' }
  let abandoned = 0

  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1
    })
    route(request, response).catch(() => response.destroy())
  })

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (options.apiKey && request.headers.authorization !== `Bearer ${options.apiKey}`) {
      return json(response, 401, { error: { message: 'Incorrect API key provided' } })
    }
    if (request.method === 'GET' && request.url === '/v1/models') {
      const data = models.map((id) => ({ id, object: 'model', ...options.modelDetails }))
      return json(response, 200, { object: 'list', data })
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return json(response, 404, { error: { message: 'no such route' } })
    }
    const body = JSON.parse(await read(request)) as ReceivedRequest
    received.push(body)
    if (behaviour.kind === 'redirect') return void response.writeHead(307, { location: behaviour.to }).end()
    if (behaviour.kind === 'status') {
      return json(response, behaviour.status, { error: { message: behaviour.message } })
    }
    if (!models.includes(body.model)) {
      return json(response, 404, { error: { message: `model "${body.model}" not found` } })
    }
    if (behaviour.kind === 'silent') return
    const answer = (await options.answer?.(body)) ?? 'A plain answer.'
    await stream(response, body.model, answer)
  }

  const stream = async (response: ServerResponse, model: string, answer: string | ToolAnswer): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (delta: unknown, finish: string | null = null, rest = {}): string =>
      `data: ${JSON.stringify({
        id: 'chat-1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...rest,
      })}\n\n`
    const said = typeof answer === 'string' ? answer : (answer.text ?? '')
    const pieces = said.match(/\S+\s*|\s+/g) ?? []
    let sent = 0
    for (const content of pieces) {
      if ('afterChunks' in behaviour && sent === behaviour.afterChunks) {
        if (behaviour.kind === 'cut') {
          // What was written has to be on its way first: destroying takes unsent data along.
          await pause(50)
          return void response.destroy()
        }
        if (behaviour.kind === 'unfinished') return void response.end()
        if (behaviour.kind === 'malformed') return void response.end('data: {"choices": [{"delta": {"conte\n\n')
        return
      }
      if (options.chunkMs) await pause(options.chunkMs)
      if (response.destroyed) return
      response.write(chunk({ role: 'assistant', content }))
      sent += 1
      if (behaviour.kind === 'error-chunk') {
        return void response.end(`data: ${JSON.stringify({ error: { message: behaviour.message } })}\n\n`)
      }
    }
    const usage = {
      prompt_tokens: 20,
      completion_tokens: sent,
      total_tokens: 20 + sent,
      prompt_tokens_details: { cached_tokens: 12 },
    }
    if (typeof answer !== 'string') {
      const calls = [answer, ...(answer.more ?? [])].map((asked, index) => ({
        index,
        id: `call-${received.length}-${index}`,
        type: 'function',
        function: {
          name: asked.tool,
          arguments: typeof asked.arguments === 'string' ? asked.arguments : JSON.stringify(asked.arguments),
        },
      }))
      for (const call of calls) response.write(chunk({ tool_calls: [call] }))
      response.write(chunk({}, 'tool_calls', { usage }))
    } else response.write(chunk({}, options.finishReason ?? 'stop', { usage }))
    response.end('data: [DONE]\n\n')
  }

  // A busy machine may take longer between two requests than the default of five seconds.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    get abandoned() {
      return abandoned
    },
    behave: (next) => {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}
