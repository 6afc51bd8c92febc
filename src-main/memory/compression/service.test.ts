import { contextId, type MemoryId, type SegmentId } from '@shared/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countTokens } from '../../language/tokens'
import { SimulatedClock } from '../../runtime/clock'
import type { Store } from '../../store/protocol'
import { newMemory, newOperation, START, say } from '../../store/testing/samples'
import { createTestStore, type TestStore } from '../../store/testing/store'
import { createCompression } from './service'
import type { CompressionPorts, LevelWriter } from './types'

const DAY = 86_400_000
const LONG = Array.from(
  { length: 30 },
  (_, i) => `On day ${i} we visited the harbour of Lisbon and paid ${20 + i} euros for the ferry to Cacilhas.`,
).join(' ')
const signal = new AbortController().signal

let test: TestStore
let store: Store
let clock: SimulatedClock
let faults: unknown[]
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())
let people = 0
beforeEach(async () => {
  store = await test.as(`person ${people++}`)
  clock = new SimulatedClock(START)
  faults = []
})

const compression = (more: Partial<CompressionPorts> = {}) =>
  createCompression({
    store,
    clock,
    holdsPersonalData: (text) => text.includes('@'),
    writer: () => null,
    onFault: (error) => faults.push(error),
    ...more,
  })

async function remember(content: string): Promise<MemoryId> {
  const memory = newMemory({ content, tokenCount: countTokens(content) })
  await store.memoryWriting.add([memory])
  return memory.id
}
/** A closed segment that was said at `at`. */
async function closedSegment(text: string, at: number): Promise<SegmentId> {
  await say(store, text, at, null)
  await say(store, `${text} Yes.`, at + 1000, null)
  const segment = await store.segments.active()
  if (!segment) throw new Error('there is no segment')
  await store.segments.claim({ segmentId: segment.id, now: at + 2000, claimMs: 1000 })
  await store.segments.saveCollapse(collapseOf(segment.id))
  return segment.id
}
const collapseOf = (segmentId: SegmentId): Parameters<Store['segments']['saveCollapse']>[0] => ({
  segmentId,
  title: 'Harbour',
  synopsis: 'They went to the harbour.',
  summarisedBy: 'extractive',
  embedding: new Float32Array(384),
  embeddingModel: 'test',
  buckets: [],
  toolsUsed: [],
  complexity: 1,
  expectedMessages: 2,
  inactiveMinutes: 60,
})

describe('the levels of a memory', () => {
  it('are made when they are asked for, each linked to the longer one, and never longer than it', async () => {
    const id = await remember(LONG)
    const levels = await compression().ofMemory(id)
    expect(levels.map((l) => l.level)).toEqual(['full', 'summary', 'bullets', 'keywords'])
    expect(levels[0]?.content).toBe(LONG)
    for (const [i, level] of levels.entries()) {
      const longer = levels[i - 1]
      expect(level.madeFrom).toBe(longer?.id ?? null)
      expect(level.tokens).toBe(countTokens(level.content))
      expect(level.ratio).toBe(longer ? level.tokens / longer.tokens : null)
      if (longer) expect(level.tokens).toBeLessThanOrEqual(longer.tokens)
    }
  })

  it('are the same rows when they are asked for again', async () => {
    const id = await remember(LONG)
    const first = await compression().ofMemory(id)
    expect(await compression().ofMemory(id)).toEqual(first)
    const chain = await store.contexts.ofOwner({ type: 'memory', id })
    expect(chain.map((c) => c.accessCount)).toEqual([2, 2, 2, 2])
    expect(chain.map((c) => c.childIds)).toEqual([...chain.slice(1).map((c) => [c.id]), []])
  })

  it('are made anew when its words change, and become sensitive with it', async () => {
    const id = await remember(LONG)
    const before = await compression().ofMemory(id)
    const content = `${LONG} Write to ann@example.org about it.`
    await store.operations.apply(
      newOperation({
        kind: 'edit_memory',
        writes: [
          { entity: 'memory', entityId: id, field: 'content', after: content },
          { entity: 'memory', entityId: id, field: 'token_count', after: String(countTokens(content)) },
          { entity: 'memory', entityId: id, field: 'pii_kinds', after: '["email"]' },
        ],
      }),
    )
    const after = await compression().ofMemory(id)
    expect(after[0]).toMatchObject({ id: before[0]?.id, content })
    expect(after[1]?.id).not.toBe(before[1]?.id)
    const chain = await store.contexts.ofOwner({ type: 'memory', id })
    expect(new Set(chain.map((c) => c.accessTier))).toEqual(new Set(['SENSITIVE']))
    expect(new Set(chain.map((c) => c.madeFrom)).size).toBe(1)
  })

  it('expire when nobody reads them, but for the full text, and are there again when somebody does', async () => {
    const id = await remember(LONG)
    const before = await compression().ofMemory(id)
    clock.advance(29 * DAY)
    expect((await compression().cool(signal)).expired).toBe(0)
    clock.advance(2 * DAY)
    expect((await compression().cool(signal)).expired).toBe(3)
    const left = await store.contexts.ofOwner({ type: 'memory', id })
    expect(left).toMatchObject([{ level: 'full', content: LONG, expiresAt: null, childIds: [] }])
    const again = await compression().ofMemory(id)
    expect(again.map((l) => l.content)).toEqual(before.map((l) => l.content))
  })

  it('keep what they lead to: reading the shortest keeps all of them', async () => {
    const id = await remember(LONG)
    await compression().ofMemory(id)
    clock.advance(20 * DAY)
    await compression().level({ type: 'memory', id }, 'keywords')
    clock.advance(20 * DAY)
    expect((await compression().cool(signal)).expired).toBe(0)
  })

  it('lead past a level that went to the next longer one', async () => {
    const id = await remember(LONG)
    const [full] = await compression().ofMemory(id)
    await store.contexts.settleAt({ type: 'memory', id }, 'keywords', START)
    clock.advance(31 * DAY)
    await compression().cool(signal)
    const chain = await store.contexts.ofOwner({ type: 'memory', id })
    expect(chain.map((c) => c.level)).toEqual(['full', 'keywords'])
    const [whole, keywords] = chain
    expect(keywords).toMatchObject({ parentId: full?.id, ratio: (keywords?.tokens ?? 0) / (whole?.tokens ?? 1) })
    const trace = await compression().trace(keywords?.id ?? whole?.id ?? contextId.parse(''))
    expect(trace?.path.map((c) => c.level)).toEqual(['keywords', 'full'])
    expect(trace?.full).toMatchObject({ kind: 'memory', memory: { content: LONG } })
  })

  it('are empty of what is gone', async () => {
    const id = await remember(LONG)
    await compression().ofMemory(id)
    await store.memoryWriting.erase(id, START)
    expect(await store.contexts.ofOwner({ type: 'memory', id })).toEqual([])
    expect(await compression().level({ type: 'memory', id }, 'summary')).toBeNull()
  })

  it('may be summed up by a model at night, within the same bound, once, and not if it must not see them', async () => {
    const asked: string[] = []
    const write: LevelWriter = async ({ text }) => {
      asked.push(text)
      return 'They took the ferry every day. '.repeat(60)
    }
    const [open, secret] = [await remember(LONG), await remember(`${LONG} More.`)]
    await store.operations.apply(
      newOperation({
        kind: 'edit_memory',
        writes: [{ entity: 'memory', entityId: secret, field: 'sensitive', after: 'true' }],
      }),
    )
    await remember('Short.')
    const ports = { writer: (tier: 'PUBLIC' | 'SENSITIVE') => (tier === 'PUBLIC' ? write : null) }
    expect((await compression(ports).cool(signal)).written).toBe(1)
    expect((await compression(ports).cool(signal)).written).toBe(0)
    expect(asked).toEqual([LONG])
    const [, summary] = await compression().ofMemory(open)
    expect(summary?.content).toMatch(/^They took the ferry/)
    expect(summary?.tokens).toBeLessThanOrEqual(Math.max(100, countTokens(LONG) / 10))
  })

  it('do without a model that fails, and ask it once a night', async () => {
    await remember(LONG)
    await remember(`${LONG} More.`)
    let asked = 0
    const write: LevelWriter = () => Promise.reject(new Error(`down ${++asked}`))
    expect((await compression({ writer: () => write }).cool(signal)).written).toBe(0)
    expect(faults).toEqual([new Error('down 1')])
  })
})

describe('the levels of a segment', () => {
  it('come as it cools: a summary after a week, bullets after a month, keywords after half a year', async () => {
    const id = await closedSegment(LONG, START)
    const levels = async () => (await store.contexts.ofOwner({ type: 'segment', id })).map((c) => c.level)
    clock.set(START + 6 * DAY)
    await compression().cool(signal)
    expect(await levels()).toEqual([])
    clock.set(START + 8 * DAY)
    expect((await compression().cool(signal)).segments).toBe(1)
    expect(await levels()).toEqual(['full', 'summary'])
    clock.set(START + 31 * DAY)
    await compression().cool(signal)
    expect(await levels()).toEqual(['full', 'summary', 'bullets'])
    clock.set(START + 100 * DAY)
    await compression().cool(signal)
    // What it has left behind goes; the level of its tier stays.
    expect(await levels()).toEqual(['full', 'bullets'])
    clock.set(START + 181 * DAY)
    await compression().cool(signal)
    expect(await levels()).toEqual(['full', 'summary', 'bullets', 'keywords'])
    clock.set(START + 300 * DAY)
    await compression().cool(signal)
    expect(await levels()).toEqual(['full', 'keywords'])
  })

  it('are not made again by a pass with nothing new', async () => {
    const id = await closedSegment(LONG, START)
    clock.set(START + 40 * DAY)
    await compression().cool(signal)
    const before = await store.contexts.ofOwner({ type: 'segment', id })
    for (let i = 0; i < 3; i += 1) {
      expect(await compression().cool(signal)).toEqual({ expired: 0, segments: 0, written: 0 })
    }
    expect(await store.contexts.ofOwner({ type: 'segment', id })).toEqual(before)
  })

  it('lead back to its messages from any level', async () => {
    const id = await closedSegment(LONG, START)
    const levels = await compression().ofSegment(id)
    expect(levels).toHaveLength(4)
    for (const level of levels) {
      const trace = await compression().trace(level.id)
      expect(trace?.path.at(-1)?.level).toBe('full')
      expect(trace?.full).toMatchObject({ kind: 'segment', messages: [{ text: LONG }, { text: `${LONG} Yes.` }] })
    }
  })

  it('are sensitive if it holds personal data', async () => {
    const id = await closedSegment('Write to ann@example.org.', START)
    await compression().ofSegment(id)
    const [full] = await store.contexts.ofOwner({ type: 'segment', id })
    expect(full).toMatchObject({ accessTier: 'SENSITIVE', containsPii: true, content: '' })
  })

  it('warm up again when they are read', async () => {
    const id = await closedSegment(LONG, START)
    clock.set(START + 200 * DAY)
    await compression().cool(signal)
    await compression().level({ type: 'segment', id }, 'keywords')
    clock.advance(8 * DAY)
    await compression().cool(signal)
    const chain = await store.contexts.ofOwner({ type: 'segment', id })
    expect(chain.find((c) => c.expiresAt === null && c.level !== 'full')?.level).toBe('summary')
  })

  it('follow each other in time', async () => {
    const [first, second] = [await closedSegment(LONG, START), await closedSegment(LONG, START + DAY)]
    clock.set(START + 40 * DAY)
    await compression().cool(signal)
    const fullOf = async (id: SegmentId) => (await store.contexts.ofOwner({ type: 'segment', id }))[0]?.id
    const [from, to] = [await fullOf(second), await fullOf(first)]
    const edges = from ? await store.contexts.edges(from) : []
    expect(edges).toContainEqual({ from, to, kind: 'FOLLOWS', ratio: null })
    expect(edges.filter((e) => e.kind === 'SUMMARIZED_TO')).toHaveLength(1)
  })
})
