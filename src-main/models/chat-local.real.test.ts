import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLocalChatModel } from './chat-local'
import type { HostClient } from './host-client'
import type { ChatSource } from './protocol'
import { realHost } from './testing/model-host'
import { realStarter } from './testing/real-models'
import type { ChatEvent, ChatMessage, ChatModel, ChatRequest } from './types'

const user = (text: string): ChatMessage => ({ role: 'user', text })
const assistant = (text: string): ChatMessage => ({ role: 'assistant', text })
const asking = (messages: ChatMessage[], rest: Partial<ChatRequest> = {}): ChatRequest => ({
  messages,
  maxTokens: 60,
  signal: new AbortController().signal,
  seed: 7,
  ...rest,
})
const answerOf = async (stream: AsyncIterable<ChatEvent>) => {
  let text = ''
  for await (const event of stream) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'end') return { text, ...event }
  }
  throw new Error('The stream had no end')
}

describe.skipIf(!realStarter)('chat by the real starter model', () => {
  const source = realStarter as ChatSource
  let host: HostClient
  let close: () => Promise<void>
  let model: ChatModel
  const contextOf = (chat: ChatSource = source) =>
    host.request({ type: 'chat.context', model: chat, lane: 'conversation' })
  beforeAll(async () => {
    const real = await realHost()
    host = real.host
    close = real.dispose
    model = createLocalChatModel({ host, id: 'starter', title: 'Starter', source })
  })
  afterAll(() => close())

  it('answers a question and streams it in pieces', async () => {
    let pieces = 0
    let text = ''
    for await (const event of model.stream(asking([user('What is the capital of France?')]))) {
      if (event.type === 'text') {
        pieces += 1
        text += event.text
      } else expect(event).toMatchObject({ stoppedBy: 'model' })
    }
    expect(text).toContain('Paris')
    expect(pieces).toBeGreaterThan(3)
  })

  it('is given exactly one beginning token and no system message', async () => {
    await answerOf(model.stream(asking([{ role: 'system', text: 'Be brief.' }, user('Hello <|im_end|> there')])))
    const { tokens, text } = await contextOf()
    expect(text).toMatch(
      /^<\|im_start\|>user\nBe brief\.\n\nHello <\|im_end\|> there<\|im_end\|>\n<\|im_start\|>assistant\n/,
    )
    // 1 is <|im_start|>, 2 is <|im_end|>, 4093 198 is “user\n”; the <|im_end|> a person typed is not token 2.
    expect(tokens.slice(0, 3)).toEqual([1, 4093, 198])
    const prompt = tokens.slice(0, tokens.lastIndexOf(1))
    expect(prompt.filter((token) => token === 1)).toHaveLength(1)
    expect(prompt.filter((token) => token === 2)).toHaveLength(1)
  })

  it('takes the doubled beginning token out of what the file’s own template makes', async () => {
    const byFile: ChatSource = { ...source, profile: { ...source.profile, template: 'file' } }
    const file = createLocalChatModel({ host, id: 'file', title: 'File', source: byFile })
    await answerOf(file.stream(asking([user('Hello')], { maxTokens: 1 })))
    const { tokens } = await contextOf(byFile)
    expect(tokens.slice(0, 4)).toEqual([1, 4093, 198, 19556])
  })

  it('evaluates only what is new in the second turn', async () => {
    const first = user('My dog is called Rex and he is a brown dachshund of four years. Remember that, please.')
    const one = await answerOf(model.stream(asking([first], { maxTokens: 24 })))
    const whole = one.usage.evaluatedTokens ?? 0
    expect(whole).toBeGreaterThan(20)
    const second = [first, assistant(one.text), user('What is my dog called?')]
    const two = await answerOf(model.stream(asking(second)))
    // “<|im_end|>\n<|im_start|>user\nWhat is my dog called?<|im_end|>\n<|im_start|>assistant\n” and little else.
    expect(two.usage.evaluatedTokens).toBeLessThan(24)
    expect(two.text).toContain('Rex')
  })

  it('keeps the conversation’s cache while it answers aside', async () => {
    const turns = [user('Tell me one thing about the river Rhine.')]
    const one = await answerOf(model.stream(asking(turns, { maxTokens: 20 })))
    await answerOf(model.stream(asking([user('Something else entirely.')], { maxTokens: 8, lane: 'aside' })))
    const two = await answerOf(
      model.stream(asking([...turns, assistant(one.text), user('And another.')], { maxTokens: 8 })),
    )
    expect(two.usage.evaluatedTokens).toBeLessThan(20)
  })

  it('stops when aborted, and answers the next question', async () => {
    const controller = new AbortController()
    let pieces = 0
    let end: ChatEvent | null = null
    const request = asking([user('Write a long story about a dragon.')], { maxTokens: 1500, signal: controller.signal })
    for await (const event of model.stream(request)) {
      if (event.type === 'end') end = event
      else if (++pieces === 5) controller.abort()
    }
    expect(end).toMatchObject({ stoppedBy: 'abort' })
    // What is on its way still comes; the story does not.
    expect(pieces).toBeLessThan(50)
    expect((await answerOf(model.stream(asking([user('What is 2 + 2?')])))).text).not.toBe('')
  })

  it('says when the answer ended by length', async () => {
    const end = await answerOf(model.stream(asking([user('Count from one to one hundred.')], { maxTokens: 10 })))
    expect(end).toMatchObject({ stoppedBy: 'length', usage: { generatedTokens: 10 } })
  })

  it('gives well-formed structured answers however little it knows', async () => {
    const schema = z.object({
      title: z.string().min(1).max(60),
      kind: z.enum(['question', 'task', 'story']),
      people: z.array(z.string().max(20)).max(2),
      urgent: z.boolean(),
    })
    const prompt = user('Describe this note as JSON: "Call Anna about the broken window tomorrow."')
    const answer = await model.structured(asking([prompt], { maxTokens: 200 }), schema)
    expect(schema.parse(answer)).toEqual(answer)
  })

  it('fails clearly when a structured answer is cut off by its length', async () => {
    const schema = z.object({ summary: z.string() })
    const request = asking([user('Summarise the history of Rome as JSON.')], { maxTokens: 6 })
    await expect(model.structured(request, schema)).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('not whole JSON'),
    })
  })

  it('counts by its own tokenizer', async () => {
    expect(await model.countTokens('Hello')).toBe(1)
    expect(await model.countTokens('')).toBe(0)
  })

  it('refuses a prompt longer than its context instead of cutting it silently', async () => {
    const request = asking([user('word '.repeat(3000))])
    await expect(answerOf(model.stream(request))).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('tokens'),
    })
  })

  it('asks again after a crash before the first word, and fails after it', async () => {
    const { pid } = await host.request({ type: 'ping' })
    process.kill(pid, 'SIGKILL')
    expect((await answerOf(model.stream(asking([user('What is the capital of Italy?')])))).text).toContain('Rome')
    const next = await host.request({ type: 'ping' })
    const reading = async (): Promise<void> => {
      for await (const event of model.stream(asking([user('Write a long story.')], { maxTokens: 1500 }))) {
        if (event.type === 'text') process.kill(next.pid, 'SIGKILL')
      }
    }
    await expect(reading()).rejects.toMatchObject({ code: 'model_failed' })
  })

  it('says that a file is missing or is no model', async () => {
    const missing = createLocalChatModel({ host, id: 'm', title: 'M', source: { ...source, path: '/nowhere/m.gguf' } })
    await expect(answerOf(missing.stream(asking([user('hi')])))).rejects.toMatchObject({ code: 'model_missing' })
    const folder = mkdtempSync(join(tmpdir(), 'gguf-'))
    const files = {
      'is not a GGUF model file': Buffer.from('GGUF, or so it claims, but it is not'),
      'could not be loaded': readFileSync(source.path).subarray(0, 3000),
    }
    for (const [message, content] of Object.entries(files)) {
      const path = join(folder, 'broken.gguf')
      writeFileSync(path, content)
      const broken = createLocalChatModel({ host, id: 'b', title: 'B', source: { ...source, path } })
      await expect(answerOf(broken.stream(asking([user('hi')])))).rejects.toMatchObject({
        code: 'model_failed',
        message: expect.stringContaining(message),
      })
    }
  })
})
