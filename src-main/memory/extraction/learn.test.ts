/** With the real embedding model where it is installed: what is the same, what must not come back, what is new. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filingModelFor } from '../../filing/fitted'
import { createEmbedder } from '../../models/embeddings'
import { realHost } from '../../models/testing/model-host'
import { realEmbedding } from '../../models/testing/real-models'
import type { Embedder } from '../../models/types'
import { newMessageId, newOperation, START } from '../../store/testing/samples'
import { createTestStore, type TestStore } from '../../store/testing/store'
import { type Candidate, CONFIDENCE } from './candidate'
import { learn } from './learn'

let test: TestStore
let embedder: Embedder
let close: () => Promise<void> = () => Promise.resolve()
const background = filingModelFor('multilingual-e5-small')?.background ?? new Float32Array(384)
beforeAll(async () => {
  test = await createTestStore()
  if (realEmbedding === null) return
  const { host, dispose } = await realHost()
  close = dispose
  embedder = createEmbedder({
    host,
    modelId: 'multilingual-e5-small@real',
    source: realEmbedding,
    prefixes: { passage: 'passage: ', query: 'query: ' },
  })
})
afterAll(async () => {
  await close()
  await test.close()
})

const candidate = (content: string, over: Partial<Candidate> = {}): Candidate => ({
  category: 'fact',
  content,
  source: 'pattern',
  explicit: false,
  confidence: CONFIDENCE.pattern,
  relevanceScore: 0.7,
  sourceMessageIds: [newMessageId()],
  reflection: null,
  at: START,
  author: 'user',
  ...over,
})
let profiles = 0
async function openWith(...contents: string[]) {
  const store = await test.as(`learn ${profiles++}`)
  const ports = { store, embedder, background: () => background, reading: { region: 'US', names: new Set<string>() } }
  const take = (...list: (string | Candidate)[]) =>
    learn(
      ports,
      null,
      list.map((c) => (typeof c === 'string' ? candidate(c) : c)),
      new AbortController().signal,
    )
  await take(...contents)
  return { store, take, says: async () => (await store.memories.standing()).map((m) => m.content) }
}

it.skipIf(realEmbedding === null)(
  'does not keep what adds nothing, and gives its sources to what says it',
  async () => {
    const { store, take, says } = await openWith('I prefer oat milk in my coffee', 'I live in Lisbon')
    await take('I prefer oat milk', candidate('Lisbon is where I live', { source: 'model' }))
    expect(await says()).toEqual(['I prefer oat milk in my coffee', 'I live in Lisbon'])
    expect((await store.memories.standing()).map((m) => m.sourceMessageIds.length)).toEqual([2, 2])
  },
)

it.skipIf(realEmbedding === null)('keeps what only sounds alike', async () => {
  const { take, says } = await openWith('I like tea', 'I live in Lisbon', 'My sister is Anna')
  await take('I do not like tea', 'I live in Porto', 'My sister is Hanna', 'I like coffee')
  expect(await says()).toHaveLength(7)
})

it.skipIf(realEmbedding === null)(
  'does not bring back what was forgotten in other words or another language',
  async () => {
    const { store, take, says } = await openWith('I live in Leipzig', 'I like tea')
    for (const memory of await store.memories.standing())
      await store.operations.apply(
        newOperation({
          kind: 'forget_memory',
          writes: [
            { entity: 'memory', entityId: memory.id, field: 'forgotten_at', after: new Date(START).toISOString() },
          ],
        }),
      )
    await take('Ich wohne in Leipzig', 'My home is in Leipzig')
    expect(await says()).toEqual([])
    await take('I like coffee', 'I live in Porto')
    expect(await says()).toEqual(['I like coffee', 'I live in Porto'])
  },
)

it.skipIf(realEmbedding === null)('does not bring back from its message what a person corrected', async () => {
  const source = newMessageId()
  const { store, take, says } = await openWith()
  await take(candidate('My sister is called Anna', { sourceMessageIds: [source] }))
  const [memory] = await store.memories.standing()
  if (!memory) throw new Error('nothing was learned')
  const write = (field: 'content' | 'token_count' | 'pii_kinds', after: string) => ({
    entity: 'memory' as const,
    entityId: memory.id,
    field,
    after,
  })
  const writes = [write('content', 'My cousin is called Anna'), write('token_count', '5'), write('pii_kinds', '[]')]
  await store.operations.apply(newOperation({ kind: 'edit_memory', writes }))
  await take(candidate('I have a sister named Anna', { sourceMessageIds: [source], source: 'model' }))
  expect(await says()).toEqual(['My cousin is called Anna'])
})
