import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'
import type { HostClient } from './host-client'
import type { ChatSource, Generation, JsonSchema } from './protocol'
import { streamOf } from './stream'
import { parseStructured } from './structured'
import { createThinkingStream } from './thinking'
import { callsIn, createCallStream, withToolText } from './tool-text'
import type { ChatModel, ChatRequest, ToolCall } from './types'

export interface LocalChatOptions {
  host: HostClient
  id: string
  title: string
  source: ChatSource
}

/**
 * A GGUF file on this machine, answered by the model host. A reply that was under way when the host crashed fails with
 * `model_failed` (its text so far has been delivered); one that had not begun is asked again.
 */
export function createLocalChatModel({ host, id, title, source }: LocalChatOptions): ChatModel {
  const generate = (
    request: ChatRequest,
    schema: JsonSchema | null,
    onDelta?: (text: string) => void,
  ): Promise<Generation> =>
    host.request(
      {
        type: 'chat.generate',
        model: source,
        lane: request.lane ?? (schema ? 'aside' : 'conversation'),
        messages: withToolText(request.messages, request.tools ?? []),
        maxTokens: request.maxTokens,
        schema,
        seed: request.seed ?? null,
      },
      { signal: request.signal, onDelta, explicit: true },
    )

  const toolCalls: ChatModel['toolCalls'] = async (request, tools): Promise<ToolCall[]> => {
    const answer = await generate({ ...request, tools, lane: request.lane ?? 'aside' }, null)
    if (answer.stoppedBy === 'abort') throw new CatchmentError('cancelled', 'Cancelled.')
    return callsIn(
      answer.text,
      tools.map((tool) => tool.name),
    )
  }

  return {
    id,
    title,
    local: true,
    contextTokens: source.contextTokens,
    systemPrompt: source.profile.systemMessage,
    stream: (request) =>
      streamOf(request.signal, async (push, signal) => {
        const offered = (request.tools ?? []).length > 0
        const calls = createCallStream(
          push,
          (request.tools ?? []).map((tool) => tool.name),
        )
        const thoughts = createThinkingStream((piece) =>
          typeof piece === 'string' && offered ? calls.push(piece) : push(piece),
        )
        const { evaluatedTokens, generatedTokens, stoppedBy } = await generate(
          { ...request, signal },
          null,
          thoughts.push,
        )
        thoughts.end()
        if (offered) calls.end()
        return { type: 'end', usage: { evaluatedTokens, generatedTokens }, stoppedBy }
      }),
    async structured(request, schema) {
      const answer = await generate(request, z.toJSONSchema(schema, { io: 'input' }))
      if (answer.stoppedBy === 'abort') throw new CatchmentError('cancelled', 'Cancelled.')
      return parseStructured(answer.text, schema, title)
    },
    // A model that a system message breaks is not told of tools: the starter can only chat (03-models, STARTER).
    ...(source.profile.systemMessage ? { toolCalls } : {}),
    async load() {
      await host.request({ type: 'chat.load', model: source }, { explicit: true })
    },
    countTokens: (text) => host.request({ type: 'chat.count', model: source, text }),
  }
}
