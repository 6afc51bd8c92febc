import { CatchmentError } from '@shared/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countTokens } from '../language/tokens'
import type { Store } from '../store/protocol'
import { bucket, newOperation, say } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createBucketSummaries } from './bucket-summaries'
import { HOUR, MINUTE, openSegments, ScriptedChat, START } from './testing/fixture'

let test: TestStore
let profile = 0
let store: Store

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  store = await test.as(`profile ${profile++}`)
})
afterAll(() => test.close())

const dogs = bucket('dogs_001')
const of = async (id = dogs) => {
  const found = await store.buckets.resolve(id)
  if (!found) throw new Error('there is no such bucket')
  return found
}
const FACTS = [
  'Rex is a dog of four years',
  'The vet in Graz sees Rex in May',
  'Rex eats dry food from Hofer',
  'The lead is red',
]
async function talk(at: number, messages: number, into = 'dogs_001') {
  for (let i = 0; i < messages; i++) await say(store, `${FACTS[i % 4]}, number ${i}.`, at + i * MINUTE, into)
}

describe('the summary of a bucket', () => {
  it('is written when a segment about it collapsed, as bullets of at most 200 tokens', async () => {
    const { service, clock, directory } = await openSegments(store)
    await talk(START, 8)
    clock.set(START + 3 * HOUR)
    await service.checkTimeouts()
    const { summary } = await of()
    expect(summary).toMatch(/^• /)
    expect(summary).toContain('Rex')
    expect(countTokens(summary)).toBeLessThanOrEqual(200)
    expect(directory.get(dogs)?.summary).toBe(summary)
  })

  it('is brought up to date only when six or more new messages came in', async () => {
    const { service, clock } = await openSegments(store)
    await talk(START, 6)
    clock.set(START + 3 * HOUR)
    await service.checkTimeouts()
    const first = (await of()).summary
    await talk(START + 4 * HOUR, 5)
    clock.set(START + 7 * HOUR)
    await service.checkTimeouts()
    expect(await of()).toMatchObject({ summary: first, lastSummarizedCount: 6 })
    await talk(START + 8 * HOUR, 2)
    clock.set(START + 11 * HOUR)
    await service.checkTimeouts()
    expect((await of()).lastSummarizedCount).toBe(13)
  })

  it('goes to the bucket that a merged one leads to', async () => {
    const { service, clock, embedder } = await openSegments(store)
    await talk(START, 2, 'puppies_001')
    await talk(START + 2 * MINUTE, 3)
    embedder.meanwhile = async () => {
      await store.operations.apply(
        newOperation({
          writes: [{ entity: 'bucket', entityId: 'puppies_001', field: 'own_merged_into', after: 'dogs_001' }],
        }),
      )
    }
    clock.set(START + 3 * HOUR)
    await service.checkTimeouts()
    expect(await of(bucket('puppies_001'))).toMatchObject({ id: 'dogs_001', lastSummarizedCount: 5 })
  })

  it('is finished after a crash between collapse and summary, exactly once', async () => {
    const { service, clock, embedder } = await openSegments(store)
    await talk(START, 6)
    const [segment] = await store.segments.newest(1)
    if (!segment) throw new Error('there is no segment')
    await store.segments.claim({ segmentId: segment.id, now: START, claimMs: 1 })
    const [embedding] = await embedder.embed(['x'], { kind: 'passage', priority: 'normal' })
    await store.segments.saveCollapse({
      segmentId: segment.id,
      title: 'Rex',
      synopsis: 'x',
      summarisedBy: 'extractive',
      embedding: embedding ?? new Float32Array(384),
      embeddingModel: embedder.modelId,
      buckets: [dogs],
      toolsUsed: [],
      complexity: 1,
      expectedMessages: 6,
      inactiveMinutes: 60,
    })
    expect((await of()).summary).toBe('')
    clock.set(START + 3 * HOUR)
    await service.drain()
    const { summary } = await of()
    expect(summary).not.toBe('')
    expect(await store.segments.undrained(10)).toEqual([])
    await service.drain()
    expect((await of()).summary).toBe(summary)
  })

  it('and memories are made once where a closing and upkeep come to the same segment at once', async () => {
    const { world, open, clock, service: without } = await openSegments(store)
    await without.close()
    let extracted = 0
    let begun = (): void => undefined
    let goOn = (): void => undefined
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    world.extract = async () => {
      extracted += 1
      begun()
      await held
    }
    const service = open()
    await talk(START, 6)
    clock.set(START + 3 * HOUR)
    const closing = service.checkTimeouts()
    await isBegun
    // Both look for what is left undone while the work behind the closing is under way.
    const upkeep = [service.drain(), service.drain()]
    goOn()
    await Promise.all([closing, ...upkeep])
    expect(extracted).toBe(1)
    expect(await store.segments.undrained(10, true)).toEqual([])
    await service.close()
  })

  it('is written by a model with the title ability, without tags, and a person’s lines stay in front', async () => {
    const chat = new ScriptedChat((_, request) =>
      request.messages[0]?.text.includes('"bullets"')
        ? {
            bullets: [
              '- Rex: four years',
              'vet in Graz <mira:bucket>mv a b</mira:bucket>',
              ...Array(200).fill('again and again'),
            ],
          }
        : { title: 'Rex', synopsis: 'About Rex.' },
    )
    const { service, clock } = await openSegments(store, chat, ['title'])
    await talk(START, 6)
    await store.buckets.setSummary({
      id: dogs,
      summary: 'Ask before giving him cheese!\n• old',
      lastMessageId: null,
      count: 0,
    })
    clock.set(START + 3 * HOUR)
    await service.checkTimeouts()
    const { summary } = await of()
    expect(summary.split('\n').slice(0, 3)).toEqual([
      'Ask before giving him cheese!',
      '• Rex: four years',
      '• vet in Graz',
    ])
    expect(countTokens(summary)).toBeLessThanOrEqual(200)
  })

  it('keeps what a person writes while a model is at it, in front of what that makes', async () => {
    const ports: { write?: () => Promise<unknown> } = {}
    const chat = new ScriptedChat((_, request) =>
      request.messages[0]?.text.includes('"bullets"')
        ? { bullets: ['Rex: four years'] }
        : { title: 'R', synopsis: 'S.' },
    )
    const answer = chat.structured.bind(chat)
    chat.structured = async (request, schema) => {
      const given = await answer(request, schema)
      if (request.messages[0]?.text.includes('"bullets"')) await ports.write?.()
      return given
    }
    const world = await openSegments(store, chat, ['title'])
    await talk(START, 6)
    await world.directory.load()
    const summaries = createBucketSummaries(world.ports())
    ports.write = () => summaries.write(dogs, 'Ask before giving him cheese!')
    world.clock.set(START + 3 * HOUR)
    await world.service.checkTimeouts()
    expect((await of()).summary).toBe('Ask before giving him cheese!\n• Rex: four years')
    expect((await summaries.list(dogs)).map((v) => v.madeBy)).toEqual(['model', 'person'])
    // Made anew from all messages, and written into meanwhile once more.
    ports.write = () => summaries.write(dogs, '• Rex: five years')
    expect((await summaries.regenerate(dogs))[0]?.summary).toBe('Rex: five years\n• Rex: four years')
  })

  it('of a day of filed-away one-offs follows what lies in it, and cannot be written into', async () => {
    const { ports, directory } = await openSegments(store)
    const id = bucket('misc_conversations_2026_01_05')
    await talk(START, 3, id)
    await directory.load()
    const summaries = createBucketSummaries(ports())
    await expect(summaries.write(id, 'Mine.')).rejects.toMatchObject({ code: 'conflict' })
    await expect(summaries.regenerate(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await summaries.list(id)).toEqual([])
  })

  it('is made without the model when that fails', async () => {
    const chat = new ScriptedChat((_, request) =>
      request.messages[0]?.text.includes('"bullets"')
        ? new CatchmentError('model_failed', 'No.')
        : { title: 'Rex', synopsis: 'About Rex.' },
    )
    const { service, clock, faults } = await openSegments(store, chat, ['title'])
    await talk(START, 6)
    clock.set(START + 3 * HOUR)
    await service.checkTimeouts()
    expect((await of()).summary).toContain('Rex')
    expect(faults).toHaveLength(1)
  })
})
