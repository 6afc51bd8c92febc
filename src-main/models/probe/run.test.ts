import { CatchmentError } from '@shared/contract/errors'
import { ABILITIES } from '@shared/contract/models'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import { createEndpointChatModel } from '../chat-endpoint'
import type { ChatModel, ChatRequest, ToolCall } from '../types'
import { probeItems } from './items'
import { isLooping } from './items/chat'
import { lastTag } from './items/tags'
import { probeAbilities } from './run'
import { provedAbilities } from './score'

/** Right answers in the order of the items: they show that every item can be answered and that its check sees it. */
const KEY: Record<string, readonly unknown[]> = {
  chat: [
    'Paris.',
    'Seven.',
    'Cold',
    'Shakespeare',
    'Earth',
    'Berlin.',
    'The Eiffel Tower.',
    'Clara',
    'Rex',
    'On Thursday.',
  ],
  title: [
    'Sourdough bread that does not rise',
    'Weak wifi upstairs',
    'Family trip to Lisbon',
    'Knee pain from running',
    'Tax deductions for working at home',
    'Sick tomato plants',
    'Mamas Geburtstag im Garten',
    'Slow database query without an index',
    'Renewing a passport in three weeks',
    'Nervous about a job interview',
    'Kalter Heizkörper im Bad',
    'Saving money each month',
  ].map((title) => ({ title })),
  assign: [
    ...['garden_001', 'garden_001', 'thesis_002', 'thesis_002', 'car_repair_001', 'car_repair_001', 'guitar_001'],
    ...['portugal_trip_001', 'new', 'new', 'garden_001', 'thesis_002', 'car_repair_001', 'guitar_001'],
    ...['portugal_trip_001', 'new'],
  ].map((bucket) => ({ bucket })),
  judge: Array.from({ length: 24 }, (_, index) => ({ same: index % 2 === 0 })),
  extract: [
    ...[
      { kind: 'preference', text: 'Is vegetarian' },
      { kind: 'fact', text: 'Allergic to penicillin' },
      { kind: 'task', text: 'Send the lease by Friday' },
      { kind: 'preference', text: 'Wants metric units' },
      { kind: 'fact', text: 'Heads the archive of the city library from March' },
      { kind: 'insight', text: 'Sleeps well without coffee after four' },
    ].map((entry) => ({ entries: [entry] })),
    { entries: [] },
    { entries: [] },
    ...[
      { kind: 'fact', text: 'Lives in Ghent' },
      { kind: 'task', text: 'Give Ada her book back' },
      { kind: 'preference', text: 'Wants answers in German' },
      { kind: 'fact', text: 'Has a daughter, Mila' },
    ].map((entry) => ({ entries: [entry] })),
    { entries: [] },
    { entries: [] },
  ],
  tags: [
    'It would. <mira:bucket_id="dog_breeds_001" />',
    `Four hours.\n<mira: bucket_id = 'dog_breeds_001'/>`,
    'Probably. <mira:bucket_id="sourdough_001" />',
    'Like this: … <mira:bucket_id="thesis_002" />',
    '36. <mira:bucket_id="ephemeral_XXX" new_bucket="true" />',
    'R-h-y-t-h-m. <mira:bucket_id="ephemeral_002" new_bucket="true" />',
    'Begin with three chords. <mira:bucket_id="learning_guitar_XXX" new_bucket="true" />',
    'Gladly! First the plan. <mira:bucket_id="kitchen_rebuild_XXX" new_bucket="true" />',
    'It would. <mira:bucket_id="dog_breeds_001" />',
    'Not yet. <mira:bucket_id="sourdough_001" />',
    'Two pages. <mira:bucket_id="thesis_002" />',
    '1912. <mira:bucket_id="ephemeral_003" new_bucket="true" />',
  ],
  tools: [
    [{ name: 'bucket_search', arguments: { query: 'dogs' } }],
    [{ name: 'continuum_search', arguments: { query: 'price of the boiler' } }],
    [{ name: 'bucket_search', arguments: { query: 'baking bread' } }],
    [{ name: 'continuum_search', arguments: { query: 'sister address' } }],
    [],
    [],
    [{ name: 'bucket_search', arguments: { query: 'garden' } }],
    [{ name: 'continuum_search', arguments: { query: 'wifi password' } }],
    [{ name: 'bucket_search', arguments: { query: 'trip to Lisbon' } }],
    [],
    [],
    [],
  ],
  see: ['Red', 'It is green.', 'blue', 'Yellow.'],
}
const answers = ABILITIES.flatMap((ability) => KEY[ability] ?? [])

/** A model that knows what to answer to which question, in the order in which it is asked. */
function scripted(answer: (request: ChatRequest, index: number) => unknown, tools = true): ChatModel {
  let index = 0
  const next = (request: ChatRequest): unknown => answer(request, index++)
  return {
    id: 'scripted',
    title: 'Scripted',
    local: true,
    contextTokens: 4096,
    systemPrompt: true,
    takesImages: tools,
    async *stream(request) {
      yield { type: 'text', text: String(next(request)) }
      yield { type: 'end', usage: { evaluatedTokens: null, generatedTokens: null }, stoppedBy: 'model' }
    },
    async structured<T>(request: ChatRequest, schema: ZodType<T>) {
      const parsed = schema.safeParse(next(request))
      if (!parsed.success) throw new CatchmentError('model_failed', 'wrong form')
      return parsed.data
    },
    countTokens: async () => 0,
    ...(tools ? { toolCalls: async (request: ChatRequest) => next(request) as ToolCall[] } : {}),
  }
}
const never = new AbortController().signal

describe('the ability probe', () => {
  it('asks some hundred items, each of its own', () => {
    expect(probeItems.length).toBeGreaterThanOrEqual(95)
    expect(new Set(probeItems.map(({ id }) => id)).size).toBe(probeItems.length)
  })

  it('proves every ability of a model that answers everything rightly', async () => {
    const wrong: string[] = []
    const scores = await probeAbilities(
      scripted((_, index) => answers[index]),
      {
        signal: never,
        onProgress: (_done, _total, { id, right }) => {
          if (!right) wrong.push(id)
        },
      },
    )
    expect(wrong).toEqual([])
    expect(provedAbilities(scores)).toEqual([...ABILITIES])
  })

  it('proves nothing to a model that always says the same, well-formed though it is', async () => {
    const parrot = scripted(() => ({ title: 'A conversation', bucket: 'new', same: true, entries: [] }))
    const scores = await probeAbilities({ ...parrot, toolCalls: async () => [] }, { signal: never })
    expect(provedAbilities(scores)).toEqual([])
    expect(scores.judge.score).toBe(0.5)
  })

  it('says why tools could not be tried on a model without them', async () => {
    const scores = await probeAbilities(
      scripted((_, index) => answers[index], false),
      { signal: never },
    )
    expect(scores.tools).toMatchObject({ score: 0, asked: 0, reason: expect.stringContaining('not offered') })
    expect(scores.see).toMatchObject({ score: 0, asked: 0, reason: expect.stringContaining('told of images') })
  })

  it('counts malformed answers as wrong and goes on', async () => {
    const items = probeItems.filter(({ ability }) => ability === 'judge')
    const scores = await probeAbilities(
      scripted(() => ({ same: 'maybe' })),
      { signal: never, items },
    )
    expect(scores.judge).toMatchObject({ right: 0, asked: 10 })
  })

  it('reads no further than any item needs where a model talks without an end', async () => {
    let pieces = 0
    const model: ChatModel = {
      ...scripted(() => ''),
      async *stream() {
        for (;;) {
          pieces += 1
          yield { type: 'text', text: 'and so on, '.repeat(100) }
        }
      },
    }
    const items = probeItems.filter(({ ability }) => ability === 'chat').slice(0, 1)
    const scores = await probeAbilities(model, { signal: never, items })
    expect(scores.chat).toMatchObject({ right: 0, asked: 1 })
    expect(pieces).toBeLessThan(30)
  })

  it('measures nothing where the model cannot be reached', async () => {
    const gone = createEndpointChatModel({
      id: 'gone',
      title: 'Gone',
      baseUrl: 'http://127.0.0.1:1/v1',
      model: 'm',
      apiKey: async () => null,
      contextTokens: 4096,
    })
    await expect(probeAbilities(gone, { signal: never })).rejects.toMatchObject({ code: 'model_failed' })
    const items = probeItems.filter(({ ability }) => ability === 'judge')
    await expect(probeAbilities(gone, { signal: never, items })).rejects.toMatchObject({ code: 'model_failed' })
  })

  it('stops when cancelled', async () => {
    const controller = new AbortController()
    let asked = 0
    const probe = probeAbilities(
      scripted((_, index) => answers[index]),
      {
        signal: controller.signal,
        onProgress: (done) => {
          asked = done
          if (done === 5) controller.abort()
        },
      },
    )
    await expect(probe).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked).toBe(5)
  })
})

describe('the checks', () => {
  it('see a model that has lost itself in a loop', () => {
    expect(isLooping('I love it so much, '.repeat(4))).toBe(true)
    expect(isLooping('Paris is the capital of France, and it lies on the river Seine.')).toBe(false)
  })

  it('read the last tag, tolerantly, and no tag as none', () => {
    expect(lastTag('<mira:bucket_id="a_001" /> <MIRA: bucket_id = \'b_002\' new_bucket="TRUE"/>')).toEqual({
      bucket: 'b_002',
      isNew: true,
    })
    expect(lastTag('The tag is mira:bucket_id')).toBeNull()
  })
})
