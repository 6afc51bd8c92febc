/** One request to a server, by the AI SDK. A module of its own because the SDK takes long to load: see chat-endpoint.ts. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { CatchmentError } from '@shared/contract/errors'
import {
  jsonSchema,
  type LanguageModelUsage,
  type ModelMessage,
  Output,
  streamText,
  ToolChoiceViolationError,
  type ToolSet,
  tool,
} from 'ai'
import type { ZodType } from 'zod'
import { boundedFetch, tooMuch } from './bounded-fetch'
import { type EndpointName, endpointFailure } from './endpoint-failures'
import { patientFetch } from './patient-fetch'
import type { ProxyFor } from './proxy'
import { SilenceWatch } from './silence-watch'
import type { Piece } from './stream'
import { createThinkingStream } from './thinking'
import type { ChatEvent, ChatMessage, ChatRequest, ChatUsage, ToolSpec } from './types'

export interface EndpointChatOptions extends EndpointName {
  id: string
  /** Asked for with each request, so that a key lies in memory no longer than it is used. */
  apiKey: () => Promise<string | null>
  contextTokens: number
  /** Where it is reached through a proxy. Absent: straight there. */
  proxyFor?: ProxyFor | null
  /** A local server may have to load gigabytes before its first word. */
  firstTokenMs?: number
  betweenTokensMs?: number
}

/** What the calls of one answer say; a search is a line. */
const MOST_CALLED_CHARS = 200_000

export type RequestEnd = Extract<ChatEvent, { type: 'end' }>

/**
 * Sends a request and hands each piece of the answer to `push` as it arrives; resolves with the end.
 * @param schema what a structured answer has to look like, told to the server
 * @param room waited for before more is read; null: there is some
 * @throws CatchmentError `model_failed` or `cancelled`, or what `push` throws: the connection is closed then
 */
export async function requestEndpoint(
  options: EndpointChatOptions,
  request: ChatRequest,
  push: (piece: Piece) => void,
  schema?: ZodType,
  room: () => Promise<void> | null = () => null,
): Promise<RequestEnd> {
  const stop = new AbortController()
  const watch = new SilenceWatch(options.firstTokenMs ?? 120_000, options.betweenTokensMs ?? 60_000)
  let end: RequestEnd | null = null
  let apiKey: string | null = null
  const thoughts = createThinkingStream(push)
  let called = 0
  try {
    apiKey = await options.apiKey()
    const { fullStream } = streamText({
      model: languageModel(options, apiKey),
      messages: request.messages.flatMap(wireMessages),
      allowSystemInMessages: true,
      maxOutputTokens: request.maxTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([request.signal, watch.signal, stop.signal]),
      ...(request.seed === undefined ? {} : { seed: request.seed }),
      ...(request.tools && request.tools.length > 0
        ? { tools: toolSet(request.tools), toolChoice: request.toolChoice ?? 'auto' }
        : {}),
      output: { ...(schema ? Output.object({ schema }) : Output.text()), parsePartialOutput: unparsed() },
      // Errors come as parts of the stream; without this they are printed as well.
      onError: () => undefined,
    })
    for await (const part of fullStream) {
      const full = room()
      if (full) {
        // A slow reader is no silence of the server.
        watch.end()
        await full
        watch.alive()
      }
      switch (part.type) {
        case 'text-delta':
          watch.alive()
          thoughts.push(part.text)
          break
        case 'reasoning-delta':
          watch.alive()
          push({ type: 'thinking', text: part.text })
          break
        case 'tool-input-delta':
          watch.alive()
          called += part.delta.length
          if (called > MOST_CALLED_CHARS) throw tooMuch(options.title)
          break
        case 'tool-call':
          thoughts.end()
          push({ type: 'call', id: part.toolCallId, call: { name: part.toolName, arguments: part.input } })
          break
        case 'finish':
          end = { type: 'end', usage: usageOf(part.totalUsage), stoppedBy: stopOf(part.finishReason) }
          break
        case 'error':
          // A model that calls a tool although it was to answer: no fault of the line, whoever asked will see the call.
          if (!ToolChoiceViolationError.isInstance(part.error)) throw part.error
          push({ type: 'call', id: 'unwanted', call: { name: '', arguments: null } })
          break
      }
    }
  } catch (error) {
    if (request.signal.aborted) throw cancelled()
    if (watch.complaint === null) throw endpointFailure(error, options, apiKey)
  } finally {
    watch.end()
    stop.abort()
  }
  thoughts.end()
  if (request.signal.aborted) throw cancelled()
  if (watch.complaint !== null) throw new CatchmentError('model_failed', `${options.title} ${watch.complaint}.`)
  if (!end) throw endpointFailure('the answer ended without an end', options)
  return end
}

/**
 * Nobody reads what a half answer says so far. The SDK would parse or compare the whole of it with every piece, which takes longer
 * the more there is; it hands a piece on where the value differs from the one before.
 */
function unparsed(): () => Promise<{ partial: string }> {
  let pieces = 0
  return async () => ({ partial: String(pieces++) })
}

const languageModel = ({ title, baseUrl, model, proxyFor }: EndpointChatOptions, apiKey: string | null) =>
  createOpenAICompatible({
    name: 'endpoint',
    baseURL: baseUrl.replace(/\/+$/, ''),
    ...(apiKey ? { apiKey } : {}),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: patientFetch(boundedFetch(title, proxyFor)),
  })(model)

/** A message as the protocol has it: a reply that used tools becomes its calls, their answers, and the words after them. */
function wireMessages({ role, text, images = [], rounds = [] }: ChatMessage): ModelMessage[] {
  if (role === 'user' && images.length > 0)
    return [
      {
        role,
        content: [
          { type: 'text', text },
          ...images.map(({ mediaType, bytes }) => ({ type: 'image' as const, image: bytes, mediaType })),
        ],
      },
    ]
  if (role !== 'assistant') return [{ role, content: text }]
  const used = rounds.flatMap((round): ModelMessage[] => [
    {
      role: 'assistant',
      content: [
        ...(round.text === '' ? [] : [{ type: 'text' as const, text: round.text }]),
        ...round.uses.map((use) => ({
          type: 'tool-call' as const,
          toolCallId: use.id,
          toolName: use.name,
          input: use.arguments,
        })),
      ],
    },
    {
      role: 'tool',
      content: round.uses.map((use) => ({
        type: 'tool-result' as const,
        toolCallId: use.id,
        toolName: use.name,
        output: { type: 'text' as const, value: use.result },
      })),
    },
  ])
  return text === '' && used.length > 0 ? used : [...used, { role, content: text }]
}

/** Without `execute`: the calls are reported, not made. */
const toolSet = (tools: readonly ToolSpec[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  )

function usageOf(usage: LanguageModelUsage): ChatUsage {
  const cached = usage.inputTokenDetails.cacheReadTokens
  return {
    evaluatedTokens: usage.inputTokens === undefined || cached === undefined ? null : usage.inputTokens - cached,
    generatedTokens: usage.outputTokens ?? null,
  }
}

const stopOf = (reason: string): RequestEnd['stoppedBy'] => (reason === 'length' ? 'length' : 'model')

const cancelled = (): CatchmentError => new CatchmentError('cancelled', 'Cancelled.')
