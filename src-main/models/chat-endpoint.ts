import { tooMuch } from './bounded-fetch'
import type { EndpointChatOptions } from './endpoint-request'
import { isLoopback } from './loopback'
import { type Piece, streamOf } from './stream'
import { parseStructured } from './structured'
import { estimateTokens } from './token-estimate'
import type { ChatModel, ToolCall } from './types'

export type { EndpointChatOptions } from './endpoint-request'

/** A verdict, a title, a summary, a page of entries or calls, with what is thought about it; what was asked for is far shorter. */
const MOST_STRUCTURED_CHARS = 200_000

/**
 * Any server that speaks OpenAI's chat protocol: Ollama, LM Studio, llama.cpp, vLLM or a remote one. A request that
 * a busy server did not take is made again; nothing is once an answer began. No redirect is followed (a loopback address must not lead elsewhere). Structured answers are asked for by JSON
 * schema and validated; a server that ignores the schema fails with `model_failed`.
 */
export function createEndpointChatModel(options: EndpointChatOptions): ChatModel {
  // Loaded with the first request: a start without a server does not wait for the SDK.
  const sdk = () => import('./endpoint-request')
  return {
    id: options.id,
    title: options.title,
    local: isLoopback(options.baseUrl),
    contextTokens: options.contextTokens,
    systemPrompt: true,
    takesImages: true,
    stream: (request) =>
      streamOf(request.signal, async (push, signal, room) =>
        (await sdk()).requestEndpoint(options, { ...request, signal }, push, undefined, room),
      ),
    async structured(request, schema) {
      let text = ''
      const push = atMost(options.title, (piece) => {
        if (typeof piece === 'string') text += piece
      })
      await (await sdk()).requestEndpoint(options, request, push, schema)
      return parseStructured(text, schema, options.title)
    },
    async toolCalls(request, tools) {
      const calls: ToolCall[] = []
      const push = atMost(options.title, (piece) => {
        if (typeof piece !== 'string' && piece.type === 'call') calls.push(piece.call)
      })
      await (await sdk()).requestEndpoint(options, { ...request, tools }, push)
      return calls
    },
    // No tokenizer of theirs is at hand.
    countTokens: estimateTokens,
  }
}

/** What is told is broken off when more came than a structured answer or a call can be. */
function atMost(title: string, tell: (piece: Piece) => void): (piece: Piece) => void {
  let came = 0
  return (piece) => {
    tell(piece)
    came += charsOf(piece)
    if (came > MOST_STRUCTURED_CHARS) throw tooMuch(title)
  }
}

function charsOf(piece: Piece): number {
  if (typeof piece === 'string') return piece.length
  return piece.type === 'thinking' ? piece.text.length : 0
}
