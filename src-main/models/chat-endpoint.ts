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
import { boundedFetch } from './bounded-fetch'
import { type EndpointName, endpointFailure } from './endpoint-failures'
import { isLoopback } from './loopback'
import { SilenceWatch } from './silence-watch'
import { streamOf } from './stream'
import { parseStructured } from './structured'
import { estimateTokens } from './token-estimate'
import type { CallEvent, ChatEvent, ChatMessage, ChatModel, ChatRequest, ChatUsage, ToolCall, ToolSpec } from './types'

export interface EndpointChatOptions extends EndpointName {
  id: string
  /** Asked for with each request, so that a key lies in memory no longer than it is used. */
  apiKey: () => Promise<string | null>
  contextTokens: number
  /** A local server may have to load gigabytes before its first word. */
  firstTokenMs?: number
  betweenTokensMs?: number
}

type End = Extract<ChatEvent, { type: 'end' }>

/**
 * Any server that speaks OpenAI's chat protocol: Ollama, LM Studio, llama.cpp, vLLM or a remote one. Nothing is retried
 * and no redirect is followed (a loopback address must not lead elsewhere). Structured answers are asked for by JSON
 * schema and validated; a server that ignores the schema fails with `model_failed`.
 */
export function createEndpointChatModel(options: EndpointChatOptions): ChatModel {
  const run = async (
    request: ChatRequest,
    push: (piece: string | CallEvent) => void,
    asked: { output?: ReturnType<typeof Output.object> } = {},
  ): Promise<End> => {
    const watch = new SilenceWatch(options.firstTokenMs ?? 120_000, options.betweenTokensMs ?? 60_000)
    let end: End | null = null
    let apiKey: string | null = null
    try {
      apiKey = await options.apiKey()
      const { fullStream } = streamText({
        model: languageModel(options, apiKey),
        messages: request.messages.flatMap(wireMessages),
        allowSystemInMessages: true,
        maxOutputTokens: request.maxTokens,
        maxRetries: 0,
        abortSignal: AbortSignal.any([request.signal, watch.signal]),
        ...(request.seed === undefined ? {} : { seed: request.seed }),
        ...(request.tools && request.tools.length > 0
          ? { tools: toolSet(request.tools), toolChoice: request.toolChoice ?? 'auto' }
          : {}),
        ...asked,
        // Errors come as parts of the stream; without this they are printed as well.
        onError: () => undefined,
      })
      for await (const part of fullStream) {
        switch (part.type) {
          case 'text-delta':
            watch.alive()
            push(part.text)
            break
          case 'reasoning-delta':
          case 'tool-input-delta':
            watch.alive()
            break
          case 'tool-call':
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
    }
    if (request.signal.aborted) throw cancelled()
    if (watch.complaint !== null) throw new CatchmentError('model_failed', `${options.title} ${watch.complaint}.`)
    if (!end) throw endpointFailure('the answer ended without an end', options)
    return end
  }

  return {
    id: options.id,
    title: options.title,
    local: isLoopback(options.baseUrl),
    contextTokens: options.contextTokens,
    systemPrompt: true,
    stream: (request) => streamOf(request.signal, (push, signal) => run({ ...request, signal }, push)),
    async structured(request, schema) {
      let text = ''
      const push = (piece: string | CallEvent): void => {
        if (typeof piece === 'string') text += piece
      }
      await run(request, push, { output: Output.object({ schema }) })
      return parseStructured(text, schema, options.title)
    },
    async toolCalls(request, tools) {
      const calls: ToolCall[] = []
      await run({ ...request, tools }, (piece) => {
        if (typeof piece !== 'string') calls.push(piece.call)
      })
      return calls
    },
    // No tokenizer of theirs is at hand.
    countTokens: estimateTokens,
  }
}

const languageModel = ({ title, baseUrl, model }: EndpointName, apiKey: string | null) =>
  createOpenAICompatible({
    name: 'endpoint',
    baseURL: baseUrl.replace(/\/+$/, ''),
    ...(apiKey ? { apiKey } : {}),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: boundedFetch(title),
  })(model)

/** A message as the protocol has it: a reply that used tools becomes its calls, their answers, and the words after them. */
function wireMessages({ role, text, rounds = [] }: ChatMessage): ModelMessage[] {
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

const stopOf = (reason: string): End['stoppedBy'] => (reason === 'length' ? 'length' : 'model')

const cancelled = (): CatchmentError => new CatchmentError('cancelled', 'Cancelled.')
