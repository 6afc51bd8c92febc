import type { BucketId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp } from '../app/testing/app'
import { createTestStore, type TestStore } from '../store/testing/store'
import { fileOf, gptConversation, START } from './testing/exports'

const HOUR_S = 3600

let test: TestStore
let ending: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  ending = []
})
afterAll(() => test.close())

const open = async (): Promise<TestApp> => {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  return world
}

/** A conversation of turns, some seconds apart; `after` begins it so many hours after the others. */
function conversation(id: string, title: string, texts: readonly string[], after = 0, pauses: readonly number[] = []) {
  let at = START + after * HOUR_S
  const nodes = texts.map((text, i) => {
    at += pauses[i] ?? 40
    const role = i % 2 === 0 ? 'user' : 'assistant'
    const message = { author: { role }, create_time: at, content: { content_type: 'text', parts: [text] } }
    return { id: `${id}-${i}`, parent: i === 0 ? null : `${id}-${i - 1}`, message }
  })
  return gptConversation(id, nodes, nodes.at(-1)?.id ?? null, { title, create_time: START + after * HOUR_S })
}
const read = async (world: TestApp, ...conversations: object[]): Promise<void> => {
  const file = await fileOf(JSON.stringify(conversations))
  await world.app.imports.run(file, { format: 'auto', signal: new AbortController().signal, report: () => undefined })
}
const bread = [
  'My starter of flour and water smells of acetone, what now?',
  'Feed the starter twice a day with flour and water.',
  'How warm should the flour and water be?',
  'Flour and water of 26 degrees suit a starter.',
]

describe('the title an export gives a conversation', () => {
  it('names its segment, marked as the export’s, and the bucket it begins', async () => {
    const world = await open()
    await read(world, conversation('a', 'Reviving a sourdough starter', bread))
    const [segment] = await world.store.segments.newest(5)
    expect(segment).toMatchObject({
      title: 'Reviving a sourdough starter',
      titleFromExport: true,
      named: false,
      summarisedBy: 'extractive',
    })
    expect(segment?.synopsis).not.toBe('')
    expect(world.app.directory.visible()).toMatchObject([{ title: 'Reviving a sourdough starter', messages: 4 }])
  })

  it('outranks a model’s title, and a person’s outranks it', async () => {
    const world = await open()
    const server = await chatWith(world, {
      answer: () => JSON.stringify({ title: 'Flour', synopsis: 'About flour and water.' }),
      abilities: ['title'],
    })
    ending.push(() => server.close())
    await read(world, conversation('a', 'Reviving a sourdough starter', bread))
    const [segment] = await world.store.segments.newest(5)
    expect(segment).toMatchObject({ title: 'Reviving a sourdough starter', titleFromExport: true })
    expect(segment?.synopsis).toBe('About flour and water.')
    if (segment) await world.app.segmentActs.rename(segment.id, 'Levain')
    expect((await world.store.segments.newest(5))[0]).toMatchObject({
      title: 'Levain',
      titleFromExport: false,
      named: true,
    })
  })

  it('names every part of a conversation that was taken up again, and draws the later part to where the first lies', async () => {
    const world = await open()
    const later = ['And in winter?', 'It takes longer then.']
    await read(
      world,
      conversation('a', 'Reviving a sourdough starter', [...bread, ...later], 0, [0, 40, 40, 40, 90 * HOUR_S]),
    )
    const segments = await world.store.segments.newest(5)
    expect(segments.map((s) => s.title)).toEqual(['Reviving a sourdough starter', 'Reviving a sourdough starter'])
    expect(world.app.directory.visible()).toMatchObject([{ messages: 6 }])
  })

  it('is what makes months of messages one talk: rows that hold a life under one name are filed by what they say', async () => {
    const world = await open()
    const said = [
      ...bread,
      'Which trains run at night to Lisbon?',
      'Trains to Lisbon run at night.',
      'Night trains to Lisbon?',
    ]
    const rows = said.map((text, i) => {
      const ts = new Date(1_700_000_000_000 + i * 60_000 + (i >= bread.length ? 90 * HOUR_S * 1000 : 0)).toISOString()
      return JSON.stringify({ conv: 'us', id: `${i}`, ts, author: i % 2 ? 'Ann' : 'Ben', text })
    })
    const file = await fileOf(rows.join('\n'), 'a.jsonl')
    await world.app.imports.run(file, { format: 'auto', signal: new AbortController().signal, report: () => undefined })
    expect(world.app.directory.visible()).toHaveLength(2)
  })

  it('says nothing where the program had not given one yet', async () => {
    const world = await open()
    await read(world, conversation('a', 'New chat', bread))
    const [segment] = await world.store.segments.newest(5)
    expect(segment?.titleFromExport).toBe(false)
    expect(segment?.title).not.toMatch(/new chat/i)
    expect(world.app.directory.visible()[0]?.title).not.toMatch(/new chat/i)
  })

  it('is evidence for filing: the same vague question lies with what the conversation was called', async () => {
    const world = await open()
    await read(
      world,
      conversation('a', 'Reviving a sourdough starter of flour and water', bread),
      conversation(
        'b',
        'Trains to Lisbon at night',
        [
          'Which trains run at night to Lisbon?',
          'Two trains run at night.',
          'Trains of which class?',
          'Night trains have beds.',
        ],
        30,
      ),
      conversation('c', 'Trains to Lisbon at night', ['Is it expensive?', 'Not very.'], 60),
    )
    const at = async (conv: string): Promise<BucketId | null> => {
      const messages = await world.store.messages.newest(20)
      return messages.find((m) => m.conv === conv)?.bucketId ?? null
    }
    const lies = (id: BucketId | null) => (id ? world.app.directory.resolve(id)?.id : null)
    expect(lies(await at('c'))).toBe(lies(await at('b')))
    expect(lies(await at('c'))).not.toBe(lies(await at('a')))
  })

  it('stays a bucket’s title when another conversation joins it, and gives way where most was said here', async () => {
    const world = await open()
    await read(
      world,
      conversation('a', 'Reviving a sourdough starter', bread),
      conversation('b', 'Starter of flour and water', bread.slice(0, 2), 50),
    )
    expect(world.app.directory.visible()).toMatchObject([{ title: 'Reviving a sourdough starter', messages: 6 }])
    world.clock.set(Date.UTC(2026, 0, 1))
    await say(world, 'Does my starter need more flour than water?')
    expect(world.app.directory.visible()[0]?.title).toBe('Reviving a sourdough starter')
  })

  it('stands in the receipts of its import, which are told together and apart from what was said here', async () => {
    const world = await open()
    const garden = [
      'When do the tomatoes in the garden need potash and water?',
      'Tomatoes in the garden need potash in June.',
      'How much potash and water do tomatoes in the garden need?',
      'A litre of water for each of the tomatoes.',
      'Tomatoes in the garden: water or potash first?',
      'Water the tomatoes first, then potash.',
      'Do tomatoes in the garden need more water than potash?',
      'Yes, tomatoes need more water.',
    ]
    await read(
      world,
      conversation('a', 'New chat', garden.slice(0, 2)),
      conversation('b', 'New chat', garden, 30),
      conversation('c', 'New chat', garden.slice(2), 60),
    )
    const acts = await world.store.operations.list({ limit: 50 })
    expect(acts.map(({ kind }) => kind)).toContain('promote')
    expect(new Set(acts.map(({ passId }) => passId))).toEqual(new Set([expect.any(String)]))
    const [bucket] = world.app.directory.visible()
    for (const { sentence } of acts) expect(sentence).toContain(`“${bucket?.title}”`)
    expect(await world.store.operations.list({ actors: ['janitor'], limit: 5 })).toEqual([])
  })
})

describe('an import that a kill cut off', () => {
  const talks = [
    ['My starter smells of acetone, what now?', 'Feed the starter twice a day.'],
    ['How do I keep my sourdough starter over a vacation?', 'A stiff sourdough starter lasts two weeks in the fridge.'],
    ['My sourdough bread is flat.', 'Sourdough bread that is flat stood too long.'],
    ['Which oven is best for sourdough bread?', 'Bake sourdough bread in a closed pot.'],
  ]
  const rows = talks
    .flatMap((texts, talk) =>
      texts.map((text, i) =>
        JSON.stringify({
          ...{ conv: `talk ${talk}`, id: i, author: i % 2 ? 'assistant' : 'me', text },
          ts: new Date((START + talk * 24 * HOUR_S + i * 40) * 1000).toISOString(),
        }),
      ),
    )
    .join('\n')
  const run = async (world: TestApp) => {
    const file = await fileOf(rows, 'talks.jsonl')
    await world.app.imports.run(file, { format: 'auto', signal: new AbortController().signal, report: () => undefined })
  }
  const titles = ({ app }: TestApp) =>
    app.directory
      .visible()
      .map(({ title, messages }) => [title, messages])
      .sort()

  it('names its buckets after all they hold, once it is taken up again, like one that was never disturbed', async () => {
    const undisturbed = await open()
    await run(undisturbed)
    const world = await openTestApp(test)
    const { collapse } = world.app.segments
    let filed = 0
    Object.assign(world.app.segments, {
      collapse(...args: Parameters<typeof collapse>) {
        if (filed === 2) world.crash()
        filed += 1
        return collapse(...args)
      },
    })
    await run(world).catch(() => undefined)
    const next = await world.reopen()
    ending.push(() => next.close())
    const awaiting = () => next.store.preferences.get('unnamed_imports')
    expect(Object.keys(Object(await awaiting()))).not.toEqual([])
    await next.app.recover()
    await next.app.segments.checkTimeouts()
    expect(await awaiting()).toEqual({})
    expect(titles(next)).toEqual(titles(undisturbed))
  })
})
