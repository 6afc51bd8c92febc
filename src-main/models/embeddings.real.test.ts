import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmbedder } from './embeddings'
import type { HostClient } from './host-client'
import { realHost } from './testing/model-host'
import { realEmbedding } from './testing/real-models'
import type { Embedder } from './types'

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number => {
  if (!a || !b) throw new Error('A vector is missing')
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
}
const E5 = { passage: 'passage: ', query: 'query: ' }

describe.skipIf(!realEmbedding)('embeddings by the real multilingual-e5-small', () => {
  let host: HostClient
  let close: () => Promise<void>
  let embedder: Embedder
  /** Without a cache: for comparing how a text comes out twice. */
  const fresh = (): Embedder => {
    if (!realEmbedding) throw new Error('unreachable: skipped')
    return createEmbedder({ host, modelId: 'e5@test', source: realEmbedding, prefixes: E5 })
  }
  beforeAll(async () => {
    const real = await realHost()
    host = real.host
    close = real.dispose
    embedder = fresh()
  })
  afterAll(() => close())

  it('gives normalised vectors of 384 in the order of the texts', async () => {
    const texts = ['A dog is running in the park.', 'Compile error in a C++ template', 'A puppy runs on grass.']
    const vectors = await embedder.embed(texts, { kind: 'passage', priority: 'normal' })
    expect(vectors.map((vector) => vector.length)).toEqual([384, 384, 384])
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
    const [dog, compiler, puppy] = vectors
    expect(cosine(dog, puppy)).toBeGreaterThan(0.88)
    expect(cosine(dog, compiler)).toBeLessThan(0.8)
  })

  it('knows the same thing in other languages', async () => {
    const texts = [
      'Wie wird das Wetter morgen?',
      '明日の天気はどうですか？',
      'What will the weather be tomorrow?',
      'Der Akku ist leer.',
    ]
    const [german, japanese, english, battery] = await embedder.embed(texts, { kind: 'passage', priority: 'normal' })
    expect(cosine(german, english)).toBeGreaterThan(cosine(battery, english) + 0.05)
    expect(cosine(japanese, english)).toBeGreaterThan(cosine(battery, english) + 0.05)
  })

  it('gives a text the same vector alone as in a batch of texts of other lengths', async () => {
    const texts = [
      'Short.',
      'A sentence of middling length about gardens and rain.',
      `Long. ${'More words here. '.repeat(40)}`,
    ]
    const options = { kind: 'passage', priority: 'normal' } as const
    const together = await fresh().embed([...texts, ...texts.map((text) => `${text} Again.`)], options)
    const alone = await fresh().embed(texts.slice(0, 1), options)
    expect(cosine(together[0], alone[0])).toBeGreaterThan(0.999)
  })

  it('treats composed and decomposed accents alike', async () => {
    const options = { kind: 'passage', priority: 'normal' } as const
    const [composed] = await fresh().embed(['Café à Orléans'], options)
    const [decomposed] = await fresh().embed(['Café à Orléans'.normalize('NFD')], options)
    expect(composed).toEqual(decomposed)
  })

  it('tells a query from a passage', async () => {
    const [passage] = await embedder.embed(['the dog'], { kind: 'passage', priority: 'normal' })
    const [query] = await embedder.embed(['the dog'], { kind: 'query', priority: 'normal' })
    expect(cosine(passage, query)).toBeLessThan(0.999)
  })

  it('still sees, in a text far longer than the model takes, what only its later part says', async () => {
    const gardening = 'The tomatoes need water and the roses want pruning in the garden. '.repeat(30)
    const tax = 'The tax office wants the annual return and the receipts of the year. '.repeat(30)
    const [mixed, plain, query] = await embedder.embed([gardening + tax, gardening, tax.slice(0, 70)], {
      kind: 'passage',
      priority: 'normal',
    })
    expect(cosine(mixed, query)).toBeGreaterThan(cosine(plain, query) + 0.02)
    expect(Math.hypot(...(mixed ?? []))).toBeCloseTo(1, 4)
  })

  it('takes empty text, half surrogates and ten thousand characters without a space', async () => {
    const vectors = await embedder.embed(['', '\uD83D', 'x'.repeat(10_000)], { kind: 'passage', priority: 'normal' })
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
  })

  it('answers the turn being typed while a backlog is under way', async () => {
    const backlog = Array.from(
      { length: 300 },
      (_, i) => `Entry ${i} of a long backlog that takes a while to get through.`,
    )
    let backlogDone = false
    const work = fresh()
      .embed(backlog, { kind: 'passage', priority: 'backlog' })
      .then((vectors) => {
        backlogDone = true
        return vectors
      })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await embedder.embed(['What was I typing?'], { kind: 'query', priority: 'turn' })
    expect(backlogDone).toBe(false)
    expect(await work).toHaveLength(300)
  })

  it('stops a cancelled backlog and embeds on afterwards', async () => {
    const controller = new AbortController()
    // More than could be embedded before the test is given up.
    const backlog = Array.from({ length: 30_000 }, (_, i) => `Cancelled entry ${i}, which nobody will ever read again.`)
    const work = fresh().embed(backlog, { kind: 'passage', priority: 'backlog', signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    await expect(work).rejects.toMatchObject({ code: 'cancelled' })
    await expect(embedder.embed(['After it'], { kind: 'passage', priority: 'normal' })).resolves.toHaveLength(1)
  })

  it('survives the death of its process in the middle of a batch', async () => {
    const { pid } = await host.request({ type: 'ping' })
    const texts = Array.from({ length: 100 }, (_, i) => `Entry ${i}, embedded although its process was killed.`)
    const work = fresh().embed(texts, { kind: 'passage', priority: 'normal' })
    setTimeout(() => process.kill(pid, 'SIGKILL'), 50)
    expect(await work).toHaveLength(100)
    expect((await host.request({ type: 'ping' })).pid).not.toBe(pid)
  })

  it('says which file is missing', async () => {
    const missing = createEmbedder({
      host,
      modelId: 'none@0',
      source: { root: '/nowhere', id: 'no-such-model', dtype: 'q4', maxTokens: 512 },
      prefixes: E5,
    })
    await expect(missing.embed(['a'], { kind: 'passage', priority: 'turn' })).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('no-such-model'),
    })
  })
})
