import { bucketId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { chatWith, openTestApp, say, type TestApp } from '../app/testing/app'
import type { OpenAiServer, OpenAiServerOptions } from '../models/testing/openai-server'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

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

type Abilities = readonly ('tags' | 'tools')[]
const open = async (
  abilities: Abilities,
  answer: OpenAiServerOptions['answer'],
): Promise<TestApp & { server: OpenAiServer }> => {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  const server = await chatWith(world, { abilities, ...(answer ? { answer } : {}) })
  ending.push(() => server.close())
  return Object.assign(world, { server })
}
const view = (world: TestApp) => world.app.session.view(world.clock.now())
const part = async (world: TestApp, name: string) => (await view(world)).sections.find((s) => s.name === name)
const pin = (id: string) => `<mira:bucket>pin ${id}</mira:bucket>`

/** Two topics in talks of their own, the second one newer. */
async function twoTopics(world: TestApp): Promise<{ garden: string; trains: string }> {
  const { app, clock } = world
  const talk = async (texts: readonly string[]): Promise<string> => {
    const last = []
    for (const text of texts) last.push((await say(world, text)).userMessage.bucketId)
    clock.advance(5 * HOUR)
    await app.segments.checkTimeouts()
    return app.directory.resolve(bucketId.parse(last.at(-1)))?.id ?? ''
  }
  const garden = await talk(['Tomatoes need potash and sun.', 'Tomatoes on the balcony, potash in the soil.'])
  const trains = await talk(Array.from({ length: 5 }, (_, i) => `Trains of Portugal, tickets and stations ${i}.`))
  return { garden, trains }
}

describe('what does it see?', () => {
  it('shows word for word what was sent in the newest turn: notes, loaded buckets, tool answers, and the tokens of each', async () => {
    const world = await open(['tags', 'tools'], ({ messages }) => {
      const asked = messages.at(-1)
      if (asked?.role === 'tool') return 'They need potash.'
      return asked?.content.includes('What') ? { tool: 'bucket_status', arguments: {}, text: 'I look.' } : 'Noted.'
    })
    const { garden } = await twoTopics(world)
    await world.app.buckets.line(`pin ${garden}`)
    await say(world, 'Good morning.')
    await say(world, 'What do tomatoes need?')
    const sent = world.server.received.at(-1)?.messages ?? []
    const shown = await view(world)
    expect(shown.sections.map((s) => s.name)).toEqual(
      expect.arrayContaining([
        'instructions',
        'primary',
        'continuity messages',
        'session messages',
        'newest turn',
        'tool results',
      ]),
    )
    const text = shown.sections.map((s) => s.text).join('\n\n')
    for (const { role, content } of sent) {
      if (role === 'system') for (const piece of content.split('\n\n')) expect(text).toContain(piece)
      else if (content) expect(text).toContain(content)
    }
    expect((await part(world, 'session messages'))?.text).toContain(`Bucket: ${garden}`)
    expect((await part(world, 'newest turn'))?.text).toMatch(/^User: [\s\S]*What do tomatoes need\?$/)
    expect((await part(world, 'tool results'))?.text).toContain('Tool bucket_status {}:\nACTIVE BUCKETS')
    expect(shown.sections.every((s) => s.tokens > 0)).toBe(true)
    expect(shown.totalTokens).toBe(shown.sections.reduce((sum, s) => sum + s.tokens, 0))
    expect(shown.totalTokens).toBeLessThanOrEqual(shown.budgetTokens + 3_000)
  })

  it('shows the messages of a session that no model was asked about, as they would be sent', async () => {
    const world = await openTestApp(test)
    ending.push(() => world.close())
    await say(world, 'Tomatoes need potash <mira:bucket>archive x</mira:bucket>')
    expect((await part(world, 'active segment'))?.text).toContain('Tomatoes need potash ‹mira:bucket>')
  })
})

describe('within a session', () => {
  it('nothing of the context is asked of the store again: not a bucket, a segment or an earlier message', async () => {
    const world = await open(['tags', 'tools'], () => 'Yes.')
    await twoTopics(world)
    const spy = vi.spyOn(test, 'call')
    const callsOf = async (text: string) => {
      spy.mockClear()
      await say(world, text)
      return spy.mock.calls.map(([, repository, method]) => `${repository}.${method}`)
    }
    const restores = [
      'buckets.list',
      'buckets.refreshStarred',
      'messages.overview',
      'segments.newestCollapsed',
      'segments.newest',
      'sessions.open',
      'operations.list',
    ]
    const first = await callsOf('Trains of Portugal again, tickets?')
    expect(first).toContain('sessions.open')
    for (const text of ['And the stations?', 'And the tickets of the trains?', 'Tomatoes and potash?']) {
      const calls = await callsOf(text)
      expect(calls.filter((call) => restores.includes(call))).toEqual([])
      expect(calls.length).toBeLessThanOrEqual(first.length)
    }
    spy.mockRestore()
  })

  it('a model’s pin counts as one return and as activity, however often it repeats it, and is not persistent', async () => {
    let next = 'Noted.'
    const world = await open(['tags'], ({ messages }) =>
      messages.at(-1)?.content.includes('Loaded Topic') ? 'Potash.' : next,
    )
    const { garden } = await twoTopics(world)
    const of = () => world.app.directory.get(bucketId.parse(garden))
    const before = of()
    world.clock.advance(HOUR)
    next = pin(garden)
    expect((await say(world, 'Trains of Portugal: tickets and stations?')).reply?.text).toBe('Potash.')
    expect(of()?.returns).toBe((before?.returns ?? 0) + 1)
    expect(of()?.lastActive).toBe(new Date(world.clock.now()).toISOString())
    expect(of()?.pinned).toBe(false)
    world.clock.advance(60_000)
    await say(world, 'Trains of Portugal: stations?')
    expect(of()?.returns).toBe((before?.returns ?? 0) + 1)
    // It is a bucket's own, and goes where the bucket goes.
    const trains = world.app.directory.visible().find((b) => b.id !== garden && b.messages > 8)
    const whole = trains?.returns ?? 0
    await world.app.buckets.command({ kind: 'mv', source: bucketId.parse(garden), target: bucketId.parse(trains?.id) })
    expect(world.app.directory.get(bucketId.parse(trains?.id))?.returns).toBe(whole + (before?.returns ?? 0) + 1)
    expect((await world.store.verification.run()).problems).toEqual([])
  })

  it('all the buckets that a reply pins are loaded, the turn is answered once more and not a third time', async () => {
    let pinned = ''
    const world = await open(['tags'], ({ messages }) =>
      messages.at(-1)?.content.includes('both') ? `Here.${pinned}` : 'Noted.',
    )
    const { garden, trains } = await twoTopics(world)
    pinned = pin(garden) + pin(trains)
    const from = world.server.received.length
    await say(world, 'Tell me about both.')
    expect(world.server.received.length - from).toBe(2)
    const again = world.server.received.at(-1)?.messages.at(-1)?.content ?? ''
    expect(again).toContain(`Bucket: ${garden}`)
    expect(again).toContain(`Bucket: ${trains}`)
  })

  it('a reply of nothing but white space or tags is no message', async () => {
    let answer = '\n \n'
    const world = await open(['tags'], () => answer)
    expect((await say(world, 'Hello?')).reply).toBeNull()
    answer = '<mira:analysis>hm</mira:analysis>\n'
    expect((await say(world, 'Hello?')).reply).toBeNull()
    expect((await world.store.messages.newest(9)).map((m) => m.text)).toEqual(['Hello?', 'Hello?'])
  })
})

describe('a turn that spans two topics', () => {
  it('keeps one bucket and names the other: on the message, in why, and on the bucket', async () => {
    let answer = 'Noted.'
    const world = await open(['tags'], () => answer)
    const { garden, trains } = await twoTopics(world)
    answer = `<mira:bucket_id="${garden}" /><mira:bucket_id="${trains}" />Take them along.`
    const { userMessage, reply } = await say(world, 'Tomatoes on the train to Portugal?')
    expect(userMessage).toMatchObject({ bucketId: trains, relatedBuckets: [garden] })
    expect(reply).toMatchObject({ bucketId: trains, relatedBuckets: [garden] })
    const { explain } = await import('../app/why')
    const why = await explain(world.app, userMessage.id)
    expect(why.related).toEqual([{ bucketId: garden, title: world.app.directory.titleOf(bucketId.parse(garden)) }])
    expect((await world.app.buckets.show(bucketId.parse(trains))).related).toEqual(why.related)
    // Once they are one, nothing is related to itself.
    await world.app.buckets.command({ kind: 'mv', source: bucketId.parse(garden), target: bucketId.parse(trains) })
    expect((await explain(world.app, userMessage.id)).related).toEqual([])
    expect((await world.app.buckets.show(bucketId.parse(trains))).related).toEqual([])
  })
})

describe('a merge', () => {
  it('takes the source’s summary in at once, and both are made anew from the messages at the next chance, its undo too', async () => {
    const world = await open([], () => 'Noted.')
    const { garden, trains } = await twoTopics(world)
    const summary = (id: string) => world.app.directory.get(bucketId.parse(id))?.summary ?? ''
    const [ofGarden, ofTrains] = [summary(garden), summary(trains)]
    expect(ofGarden).toContain('potash')
    const done = await world.app.buckets.command({
      kind: 'mv',
      source: bucketId.parse(garden),
      target: bucketId.parse(trains),
    })
    expect(summary(trains)).toContain('potash')
    expect(summary(trains)).toContain('Portugal')
    await world.app.segments.drain()
    expect(await world.store.buckets.toRebuild(10)).toEqual([])
    expect(summary(trains)).not.toBe('')
    if (!done.operationId) throw new Error('nothing was merged')
    await world.app.operations.undo(done.operationId)
    await world.app.segments.drain()
    expect(summary(trains)).not.toContain('potash')
    expect(summary(garden)).toContain('potash')
    expect(ofTrains).toContain('Portugal')
  })
})
