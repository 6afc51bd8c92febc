import { afterEach, describe, expect, it } from 'vitest'
import { createLocalChatModel } from './chat-local'
import { HostClient } from './host-client'
import type { HostTransport } from './host-process'
import type { ChatSource, HostMessage } from './protocol'
import type { ChatEvent, ChatMessage, ChatRequest } from './types'

const profile = (systemMessage: boolean): ChatSource['profile'] => ({
  template: 'chatml',
  systemMessage,
  addBeginningToken: false,
  sampling: { temperature: 0, topP: 1, minP: 0, repeatPenalty: 1 },
})
const source = (systemMessage = true): ChatSource => ({
  path: 'm.gguf',
  contextTokens: 4_096,
  profile: profile(systemMessage),
})
const tools = [{ name: 'bucket_search', description: 'Finds topics.', parameters: { type: 'object', properties: {} } }]
const call = '<tool_call>\n{"name": "bucket_search", "arguments": {"query": "dogs"}}\n</tool_call>'

let hosts: HostClient[] = []
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.dispose()))
  hosts = []
})

/** A host in this process that speaks the protocol and writes what it is told, four characters at a time. */
function modelWriting(answer: string, of = source()) {
  const asked: (readonly ChatMessage[])[] = []
  const start = (): HostTransport => {
    let say: (message: HostMessage) => void = () => undefined
    let exit: () => void = () => undefined
    return {
      post(request) {
        if (request.kind === 'shutdown') setImmediate(exit)
        if (request.kind !== 'command') return
        const { id, command } = request
        setImmediate(() => {
          if (command.type !== 'chat.generate') return say({ kind: 'result', id, value: null })
          asked.push(command.messages)
          for (const text of answer.match(/[\s\S]{1,4}/g) ?? []) say({ kind: 'delta', id, text })
          const counts = { promptTokens: 9, evaluatedTokens: 9, generatedTokens: 9 }
          say({ kind: 'result', id, value: { text: answer, ...counts, stoppedBy: 'model' } })
        })
      },
      onMessage(listener) {
        say = listener
        setImmediate(() => say({ kind: 'ready' }))
      },
      onExit(listener) {
        exit = () => listener({ code: 0, detail: '' })
      },
      kill: () => exit(),
    }
  }
  const host = new HostClient({ start })
  hosts.push(host)
  return { asked, model: createLocalChatModel({ host, id: 'local', title: 'Local', source: of }) }
}
const asking = (rest: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', text: 'What is my dog called?' }],
  maxTokens: 50,
  signal: new AbortController().signal,
  ...rest,
})
async function read(events: AsyncIterable<ChatEvent>) {
  let text = ''
  const calls = []
  for await (const event of events) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'call') calls.push(event.call)
  }
  return { text, calls }
}

describe('a model in a file that is offered tools', () => {
  it('is told of them in its system text, and asks for them in its own; a person sees none of that', async () => {
    const { model, asked } = modelWriting(`Let me look.\n${call}`)
    expect(await read(model.stream(asking({ tools })))).toEqual({
      text: 'Let me look.\n',
      calls: [{ name: 'bucket_search', arguments: { query: 'dogs' } }],
    })
    expect(asked[0]?.map((m) => m.role)).toEqual(['system', 'user'])
    expect(asked[0]?.[0]?.text).toContain('"name":"bucket_search"')
  })

  it('gets the answer as the next message and goes on from exactly what it wrote', async () => {
    const { model, asked } = modelWriting('Rex.')
    const use = { id: 'call00001', name: 'bucket_search', arguments: { query: 'dogs' }, result: '{"found":"Rex"}' }
    const rounds = [{ text: 'Let me look.\n', uses: [use] }]
    const messages: ChatMessage[] = [...asking().messages, { role: 'assistant', text: '', rounds }]
    expect(await read(model.stream(asking({ messages, tools })))).toEqual({ text: 'Rex.', calls: [] })
    expect(asked[0]?.slice(-2)).toEqual([
      {
        role: 'assistant',
        text: 'Let me look.\n<tool_call>\n{"name":"bucket_search","arguments":{"query":"dogs"}}\n</tool_call>',
      },
      { role: 'user', text: '<tool_response>\n{"found":"Rex"}\n</tool_response>' },
    ])
  })

  it('may write about calls as it likes when it is offered none', async () => {
    const { model, asked } = modelWriting(`A call looks like ${call}`)
    expect(await read(model.stream(asking()))).toEqual({ text: `A call looks like ${call}`, calls: [] })
    expect(asked[0]).toEqual(asking().messages)
  })

  it('can be measured, unless a system message breaks it: the starter can only chat', async () => {
    const { model } = modelWriting(call)
    expect(await model.toolCalls?.(asking(), tools)).toEqual([{ name: 'bucket_search', arguments: { query: 'dogs' } }])
    expect(modelWriting(call, source(false)).model.toolCalls).toBeUndefined()
  })
})
