/**
 * What the host promises with a real language model of 1 B parameters or more: memory, the conversation's cache, and that a turn goes
 * first. Part of `npm run test:model`.
 */

import { totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLocalChatModel } from './chat-local'
import { profileOf, readModelFile, type StoredModelFile } from './files/model-file'
import { ChatRuntime } from './host/chat-runtime'
import { RightOfWay } from './host/right-of-way'
import type { HostClient } from './host-client'
import type { ChatSource, HostCommand } from './protocol'
import { note } from './testing/figures'
import { realHost } from './testing/model-host'
import type { ChatModel } from './types'

const path = process.env.CATCHMENT_MODEL

const signal = new AbortController().signal
const titled = z.object({ title: z.string(), synopsis: z.string() })
const LONG = Array.from(
  { length: 60 },
  (_, i) => `Person: On day ${i} the loaf rose for ${(i % 9) + 3} hours and then went flat in the oven again.`,
).join('\n')

let file: StoredModelFile
let source: ChatSource
beforeAll(async () => {
  if (!path) return
  file = await readModelFile(path, { totalMemoryBytes: totalmem() })
  source = { path: file.path, profile: profileOf(file, null), contextTokens: file.contextTokens }
})

describe.skipIf(!path)('the host with a real model', { timeout: 280_000 }, () => {
  let host: HostClient
  let close: () => Promise<void>
  let model: ChatModel
  beforeAll(async () => {
    const real = await realHost()
    host = real.host
    close = real.dispose
    model = createLocalChatModel({ host, id: 'm', title: 'M', source })
  })
  afterAll(() => close())

  const evaluated = async (texts: readonly string[]): Promise<{ text: string; tokens: number }> => {
    let text = ''
    const messages = texts.map((said, i) => ({
      role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text: said,
    }))
    for await (const event of model.stream({ messages, maxTokens: 12, signal, seed: 1 })) {
      if (event.type === 'text') text += event.text
      else if (event.type === 'end') return { text, tokens: event.usage.evaluatedTokens ?? -1 }
    }
    throw new Error('The stream had no end')
  }

  it('keeps the conversation’s cache while a title is made beside it', async () => {
    const first = 'I bake sourdough bread on Sundays and my starter is called Olga. Say one word about it.'
    const one = await evaluated([first])
    const request = {
      messages: [{ role: 'user' as const, text: 'Title and synopsis: we baked bread.' }],
      maxTokens: 80,
      signal,
    }
    await model.structured(request, titled)
    const two = await evaluated([first, one.text, 'And one word about the oven.'])
    note('evaluated_after_a_title', two.tokens)
    expect(two.tokens).toBeLessThan(30)
  })

  it('needs no more memory than is said of it, and a tenth, with both contexts open', async () => {
    const { residentBytes } = await host.request({ type: 'memory' })
    note('memory_mb', { said: Math.round(file.memoryBytes / 1e6), resident: Math.round(residentBytes / 1e6) })
    expect(residentBytes).toBeLessThan(1.1 * file.memoryBytes)
  })
})

describe.skipIf(!path)('a person’s turn, while a title is being made', { timeout: 280_000 }, () => {
  const way = new RightOfWay()
  const runtime = new ChatRuntime(way)
  beforeAll(async () => {
    await runtime.load(source, () => undefined)
  })
  afterEach(() => way.keep(false))
  afterAll(() => runtime.close())

  const command = (text: string, more: Partial<Extract<HostCommand, { type: 'chat.generate' }>>) => ({
    ...{ type: 'chat.generate' as const, model: source, lane: 'aside' as const, schema: null, seed: 1, maxTokens: 60 },
    messages: [{ role: 'user' as const, text }],
    ...more,
  })

  it.each([
    ['read', 4],
    ['written', 20],
  ])('stops it within one step, while it is %s, and lets it go on afterwards', async (phase, steps) => {
    const at: number[] = []
    const text =
      phase === 'read'
        ? `${LONG}\n\nGive a title of three words and a synopsis of one short sentence.`
        : 'We baked bread on Sunday and it went flat. Give a title and a synopsis of five sentences.'
    const title = runtime.generate(command(text, { schema: z.toJSONSchema(titled), maxTokens: 400 }), {
      signal,
      onText: () => undefined,
      onProgress: () => at.push(performance.now()),
    })
    while (at.length <= steps) await pause(20)
    const sent = performance.now()
    way.keep(true)
    const noText = { signal, onText: () => undefined, onProgress: () => undefined }
    await runtime.generate(command('Say yes.', { lane: 'conversation', maxTokens: 8 }), noText)
    // The step under way, and perhaps the sign of life that is given every five seconds while it waits.
    const late = at.filter((time) => time > sent && time < sent + 4_000)
    note(
      `stopped_after_ms_while_${phase}`,
      late.map((time) => Math.round(time - sent)),
    )
    expect(late.length).toBeLessThanOrEqual(2)
    way.keep(false)
    const answer = await title
    expect(answer.stoppedBy).toBe('model')
    expect(titled.safeParse(JSON.parse(answer.text)).success).toBe(true)
  })
})
