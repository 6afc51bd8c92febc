import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmbedder, type EmbedderOptions } from './embeddings'
import { HostClient } from './host-client'
import { type HostTransport, nodeHost } from './host-process'
import type { HostRequest } from './protocol'

const standIn = nodeHost(fileURLToPath(new URL('./testing/stand-in-host.mjs', import.meta.url)))
let close: (() => Promise<void>)[] = []
afterEach(async () => {
  delete process.env.STAND_IN_MS
  await Promise.all(close.map((end) => end()))
  close = []
})

/** An embedder over the stand-in process, and what was sent to it. */
const setUp = (rest: Partial<EmbedderOptions> = {}) => {
  const sent: (readonly string[])[] = []
  const start = (): HostTransport => {
    const transport = standIn()
    const post = (request: HostRequest): void => {
      if (request.kind === 'command' && request.command.type === 'embed') {
        const { prefix, texts } = request.command
        sent.push(texts.map((text) => prefix + text))
      }
      transport.post(request)
    }
    return { ...transport, post }
  }
  const host = new HostClient({ start })
  close.push(() => host.dispose())
  const embedder = createEmbedder({
    host,
    modelId: 'stand-in@1',
    source: { root: '/nowhere', id: 'stand-in', dtype: 'q4', maxTokens: 512 },
    prefixes: { passage: 'passage: ', query: 'query: ' },
    ...rest,
  })
  return { embedder, sent }
}
const passage = { kind: 'passage', priority: 'normal' } as const

describe('the embedder', () => {
  it('joins texts that were asked for at the same time into batches of one kind', async () => {
    const { embedder, sent } = setUp()
    await Promise.all([
      embedder.embed(['a', 'b'], passage),
      embedder.embed(['q'], { kind: 'query', priority: 'normal' }),
      embedder.embed(['c'], passage),
    ])
    expect(sent).toEqual([['passage: a', 'passage: b', 'passage: c'], ['query: q']])
  })

  it('embeds a text once and gives every caller a vector of its own', async () => {
    const { embedder, sent } = setUp()
    const [first] = await embedder.embed(['same'], passage)
    first?.fill(9)
    const [second] = await embedder.embed(['same'], passage)
    expect(sent).toHaveLength(1)
    expect(second).toEqual(Float32Array.of(0.5, 0.5))
  })

  it('gets through more texts than its queue holds', async () => {
    const { embedder, sent } = setUp({ queueSize: 40 })
    const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`)
    expect(await embedder.embed(texts, { kind: 'passage', priority: 'backlog' })).toHaveLength(200)
    expect(Math.max(...sent.map((batch) => batch.length))).toBeLessThanOrEqual(32)
  })

  it('sends the turn being typed without waiting for the batch under way', async () => {
    process.env.STAND_IN_MS = '100'
    const { embedder, sent } = setUp()
    const backlog = embedder.embed(
      Array.from({ length: 64 }, (_, i) => `old ${i}`),
      { kind: 'passage', priority: 'backlog' },
    )
    await expect.poll(() => sent.length).toBe(1)
    const turn = embedder.embed(['typed'], { kind: 'query', priority: 'turn' })
    await turn
    expect(sent[1]).toEqual(['query: typed'])
    await backlog
  })

  it('rejects what was cancelled at once and embeds what was not', async () => {
    process.env.STAND_IN_MS = '50'
    const { embedder } = setUp()
    const controller = new AbortController()
    const cancelled = embedder.embed(['gone'], { ...passage, signal: controller.signal })
    const kept = embedder.embed(['kept'], passage)
    controller.abort()
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    await expect(kept).resolves.toHaveLength(1)
    await expect(embedder.embed(['late'], { ...passage, signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('rejects at once what was cancelled in a batch that goes on for others', async () => {
    process.env.STAND_IN_MS = '300'
    const { embedder, sent } = setUp()
    const controller = new AbortController()
    const cancelled = embedder.embed(['gone'], { ...passage, signal: controller.signal })
    let answered = false
    const kept = embedder.embed(['kept'], passage).finally(() => {
      answered = true
    })
    await expect.poll(() => sent.length).toBe(1)
    controller.abort()
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    expect(answered).toBe(false)
    await expect(kept).resolves.toHaveLength(1)
    expect(sent).toEqual([['passage: gone', 'passage: kept']])
  })

  it('answers nothing asked with nothing', async () => {
    const { embedder, sent } = setUp()
    expect(await embedder.embed([], passage)).toEqual([])
    expect(sent).toEqual([])
  })
})
