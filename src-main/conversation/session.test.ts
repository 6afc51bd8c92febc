import { bucketId, messageId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, type TestAppOptions, told } from '../app/testing/app'
import type { OpenAiServer, OpenAiServerOptions } from '../models/testing/openai-server'
import { say as file, HOUR, START } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { fileOf } from '../transfer/testing/exports'
import { parseOpening } from './opening'

const MINUTE = 60_000
const DAY = 24 * HOUR

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

const open = async (options: Partial<TestAppOptions> = {}): Promise<TestApp> => {
  const world = await openTestApp(test, options)
  ending.push(() => world.close())
  return world
}
type Chat = OpenAiServerOptions & { abilities?: readonly 'tags'[] }
const openWithChat = async (chat: Chat = {}, options: Partial<TestAppOptions> = {}) => {
  const world = await open(options)
  const server = await chatWith(world, chat)
  ending.push(() => server.close())
  return { ...world, server }
}
const newest = (world: TestApp) => world.store.messages.newest(500)
const system = (server: OpenAiServer, at = -1) => server.received.at(at)?.messages[0]?.content ?? ''
const section = async (world: TestApp, name: string, at = world.clock.now()) =>
  (await world.app.session.view(at)).sections.find((s) => s.name === name)?.text ?? ''

/** Every prompt of the session begins with the one before it, byte for byte. */
function expectPrefixes(server: OpenAiServer, from = 0): void {
  const prompts = server.received.slice(from).map((r) => r.messages)
  prompts.slice(1).forEach((prompt, i) => {
    const before = prompts[i] ?? []
    expect(prompt.length).toBeGreaterThanOrEqual(before.length)
    before.forEach((message, at) => {
      const now = prompt[at]
      expect(now?.role).toBe(message.role)
      if (at < before.length - 1) expect(now?.content).toBe(message.content)
      else expect(now?.content.startsWith(message.content)).toBe(true)
    })
  })
}

describe('when a session begins', () => {
  it('starts with the first message and after a longer silence than the threshold, not before', async () => {
    const world = await openWithChat({}, { overrides: { segmentTimeoutMinutes: 30 } })
    const send = async (text: string) => {
      const sent = await world.app.conversation.send({ text })
      await sent.done
      return sent.sessionStarted
    }
    expect(await send('One')).toBe(true)
    world.clock.advance(29 * MINUTE)
    expect(await send('Two')).toBe(false)
    world.clock.advance(31 * MINUTE)
    expect(await send('Three')).toBe(true)
    const [previous, current] = [await world.store.sessions.previous(), await world.store.sessions.current()]
    expect(current?.endedAt).toBeNull()
    // A session is over with its last message, however long ago that was.
    const last = (await newest(world)).findLast((m) => Date.parse(m.ts) < world.clock.now())
    expect(previous?.endedAt).toBe(last?.ts)
  })

  it('starts when its segment was closed, even without silence', async () => {
    const world = await openWithChat()
    await say(world, 'One')
    await say(world, 'Two')
    await world.app.segments.closeNow()
    expect(await world.store.sessions.current()).toBeNull()
    expect((await world.app.conversation.send({ text: 'Three' })).sessionStarted).toBe(true)
    await world.app.conversation.idle()
  })

  it('is neither begun nor kept alive by an import', async () => {
    const world = await openWithChat()
    await say(world, 'One')
    const row = (id: string, at: number) =>
      JSON.stringify({ conv: 'c', id, ts: new Date(at).toISOString(), author: 'Ann', text: `Imported ${id}` })
    const run = async (...rows: string[]) =>
      world.app.imports.run(await fileOf(rows.join('\n'), 'a.jsonl'), {
        format: 'jsonl',
        signal: new AbortController().signal,
        report: () => undefined,
      })
    await run(row('1', START - DAY), row('2', START - DAY + MINUTE))
    world.clock.advance(10 * MINUTE)
    expect((await world.app.conversation.send({ text: 'Two' })).sessionStarted).toBe(false)
    await world.app.conversation.idle()
    world.clock.advance(2 * HOUR)
    await run(row('3', world.clock.now() - MINUTE))
    expect((await world.app.conversation.send({ text: 'Three' })).sessionStarted).toBe(true)
    await world.app.conversation.idle()
  })
})

describe('the prompt within a session', () => {
  it('begins with the one before it, byte for byte, whatever happens in between', async () => {
    const world = await openWithChat({
      abilities: ['tags'],
      answer: ({ messages }) => `<mira:analysis>thinking</mira:analysis>\nAnswer to ${messages.length}. `,
    })
    const { app, server, clock } = world
    for (let i = 0; i < 3; i++) await say(world, `Earlier talk ${i} about the tomatoes in the garden.`)
    clock.advance(5 * HOUR)
    await app.segments.checkTimeouts()
    const from = server.received.length

    await say(world, 'Do the tomatoes in the garden need water?')
    clock.advance(3 * MINUTE)
    await app.buckets.line(`rename ${app.directory.visible()[0]?.id} "A new name"`)
    await app.buckets.line(`pin ${app.directory.visible()[0]?.id}`)
    await say(world, 'And potash? <mira:bucket>archive x</mira:bucket>')
    clock.advance(3 * MINUTE)
    server.behave({ kind: 'cut', afterChunks: 1 })
    await say(world, 'This one breaks off.').catch(() => undefined)
    server.behave({ kind: 'status', status: 500, message: 'out of memory' })
    await say(world, 'This one gets no answer at all.').catch(() => undefined)
    server.behave({ kind: 'stall', afterChunks: 2 })
    const sent = await app.conversation.send({ text: 'This one is stopped.' })
    await eventually(() => expect(told(world, 'turn.delta').at(-1)?.turnId).toBe(sent.turnId))
    app.conversation.stop(sent.turnId)
    await sent.done
    server.behave({ kind: 'well' })
    await app.janitor.tidy({ dryRun: false })
    // Past midnight, and with a restart in between.
    clock.set(Date.UTC(2026, 0, 5, 13, 50))
    const next = await world.reopen()
    ending.push(() => next.close())
    await say(next, 'After a restart.')
    clock.advance(MINUTE)
    await say(next, 'And one more.')
    expect(server.received.length - from).toBe(7)
    expectPrefixes(server, from)
    expect(new Set(server.received.slice(from).map((r) => r.messages[0]?.content)).size).toBe(1)
  })

  it('holds what the model wrote with its tags, and what the person wrote without any', async () => {
    const raw = '<mira:analysis>\n<mira:bucket_id="garden_XXX" new_bucket="true" />\n</mira:analysis>\nWater them.'
    const { server, ...world } = await openWithChat({ abilities: ['tags'], answer: () => raw })
    await say(world, 'Tomatoes? <mira:bucket_id="x_001" />')
    await say(world, 'Thanks.')
    const sent = server.received[1]?.messages ?? []
    expect(sent.find((m) => m.role === 'assistant')?.content).toBe(raw)
    expect(sent.filter((m) => m.role === 'user').every((m) => !m.content.includes('<mira:'))).toBe(true)
    // Short ids name the messages for boundary markers.
    const [first] = await newest(world)
    expect(sent[1]?.content).toContain(`[${first?.shortId}]`)
  })

  it('keeps the whole talk of the session, however much is imported meanwhile', async () => {
    const { server, ...world } = await openWithChat({ answer: () => 'Yes.' })
    await say(world, 'The first thing I said.', { recall: false })
    const rows = Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({
        conv: 'c',
        id: `${i}`,
        ts: new Date(START - DAY + i * 1000).toISOString(),
        author: 'Ann',
        text: `x${i}`,
      }),
    )
    const importer = { format: 'jsonl', signal: new AbortController().signal, report: () => undefined } as const
    await world.app.imports.run(await fileOf(rows.join('\n'), 'a.jsonl'), importer)
    await say(world, 'The second thing I said.', { recall: false })
    await say(world, 'The third thing I said.', { recall: false })
    const talk =
      server.received
        .at(-1)
        ?.messages.map((m) => m.content)
        .join('\n') ?? ''
    expect(talk).toContain('The first thing I said.')
    expect(talk).toContain('The second thing I said.')
    expect(talk).not.toContain('x7')
    expectPrefixes(server)
    // Imports do not count against the session's own messages, however few of those are read.
    const session = await world.store.sessions.current()
    const since = await world.store.messages.since(session?.afterSeq ?? 0, session?.startedAt ?? '', 3)
    expect(since.map((m) => m.text)).toEqual(['Yes.', 'The third thing I said.', 'Yes.'])
  })

  it('puts recalled notes and the time inside the newest turn, as data, and can be told not to', async () => {
    const { server, ...world } = await openWithChat({ answer: () => 'Rex.' }, { timeZone: 'Asia/Tokyo' })
    await say(world, 'My dog Rex sleeps in the kitchen.', { recall: false })
    for (let i = 0; i < 8; i++) await say(world, `Something else, number ${i}.`, { recall: false })
    world.clock.advance(2 * HOUR)
    const asked = await say(world, 'My dog Rex sleeps where in the kitchen?')
    expect(asked.reply?.recalled).toMatchObject([{ text: 'My dog Rex sleeps in the kitchen.' }])
    const prompt = server.received.at(-1)?.messages ?? []
    expect(prompt.at(-1)?.content).toContain('From before: “My dog Rex sleeps in the kitchen.”')
    expect(prompt.at(-1)?.content).toContain('(Asia/Tokyo)')
    expect(prompt[0]?.content).not.toContain('From before:')
    const silent = await say(world, 'My dog Rex sleeps where in the kitchen?', { recall: false })
    expect(silent.reply?.recalled).toEqual([])
  })
})

describe('the context of a session', () => {
  it('is restored once: what changes meanwhile shows in the next session, or when a person asks for it', async () => {
    const world = await openWithChat()
    const { userMessage } = await say(world, 'Tomatoes need potash and sun.')
    await say(world, 'And water in the morning, the tomatoes.')
    world.clock.advance(2 * HOUR)
    await world.app.segments.checkTimeouts()
    await say(world, 'Tomatoes again.')
    const before = system(world.server)
    const bucket = world.app.directory.resolve(bucketId.parse(userMessage.bucketId))
    await world.app.buckets.line(`rename ${bucket?.id} "The allotment"`)
    await say(world, 'And again.')
    expect(system(world.server)).toBe(before)
    expect(before).not.toContain('The allotment')
    await world.app.session.restore(world.clock.now())
    await say(world, 'Once more.')
    expect(system(world.server)).toContain('The allotment')
    expect(
      world.server.received
        .at(-1)
        ?.messages.map((m) => m.content)
        .join(),
    ).toContain('And again.')
  })

  it('has PRIMARY from the window, BACKGROUND pinned before starred, at most three starred, and the rest AVAILABLE', async () => {
    const world = await open()
    const { store, clock } = world
    let at = START - 90 * DAY
    const visit = async (id: string) => {
      at += 3 * HOUR
      await file(store, `${id} is what this is about`, at, id)
      await file(store, `${id} again`, at + MINUTE, id)
    }
    const often = ['alpha_001', 'beta_001', 'gamma_001', 'delta_001']
    // Each of the four is returned to at least three times; alpha most often.
    for (let round = 0; round < 4; round++) for (const id of often) await visit(id)
    for (let round = 0; round < 3; round++) for (const id of ['alpha_001', 'filler_001']) await visit(id)
    for (const id of ['one_001', 'two_001', 'three_001', 'four_001', 'five_001', 'six_001', 'pinned_001'])
      await visit(id)
    for (let i = 0; i < 8; i++) await visit('now_001')
    clock.set(at + 5 * HOUR)
    await world.app.directory.load()
    await world.app.buckets.line('pin pinned_001')
    await world.app.session.restore(clock.now())

    expect(await section(world, 'primary')).toContain('Bucket: now_001')
    const background = [...(await section(world, 'background')).matchAll(/Bucket: (\w+)/g)].map((m) => m[1])
    expect(background[0]).toBe('pinned_001')
    const starred = world.app.directory
      .visible()
      .filter((b) => b.starred)
      .map((b) => b.id)
    expect(starred).toHaveLength(3)
    expect(starred).toContain('alpha_001')
    expect(background.slice(1).sort()).toEqual([...starred].sort())
    const available = await section(world, 'available')
    expect([...available.matchAll(/^- /gm)]).toHaveLength(5)
    expect(available).toMatch(/and \d+ more/)
    const sections = (await world.app.session.view(clock.now())).sections.map((s) => s.name)
    const order = [
      'instructions',
      'primary',
      'background',
      'available',
      'manifest',
      'collapse marker',
      'continuity messages',
    ]
    expect(sections.filter((name) => order.includes(name))).toEqual(order)
  })

  it('chooses the same after an hour as after half a year; only what is written about time differs', async () => {
    const world = await open()
    for (let i = 0; i < 20; i++) {
      await file(world.store, `word${i} talk`, START - DAY + i * MINUTE, i % 3 ? 'garden_001' : 'trains_001')
    }
    await world.app.directory.load()
    const chosen = async (at: number) => {
      world.clock.set(at)
      const session = await world.app.session.restore(at)
      const opening = parseOpening(session?.opening)
      return { picked: opening?.chosen, continuity: opening?.continuity.map((m) => m.id) ?? [] }
    }
    const soon = await chosen(START + HOUR)
    expect(soon.continuity).toHaveLength(15)
    for (const later of [9 * DAY, 183 * DAY, 3 * 365 * DAY]) expect(await chosen(START + later)).toEqual(soon)
  })

  it('tells a model with the tags ability what the janitor did since, and no other', async () => {
    const tidied = async (abilities: readonly 'tags'[]) => {
      const world = await openWithChat({ abilities, answer: () => 'Fine.' })
      await say(world, 'What does the word sesquipedalian mean?')
      world.clock.advance(30 * HOUR)
      await world.app.segments.checkTimeouts()
      await world.app.janitor.tidy({ dryRun: false })
      world.clock.advance(HOUR)
      await say(world, 'Good morning.')
      return (
        world.server.received
          .at(-1)
          ?.messages.map((m) => m.content)
          .join('\n') ?? ''
      )
    }
    expect(await tidied(['tags'])).toMatch(/JANITOR ACTIVITY SINCE LAST SESSION:\n- Filed away/)
    expect(await tidied([])).not.toContain('JANITOR ACTIVITY')
  })

  it('can be looked at before a session, without a model and in an empty store', async () => {
    const world = await open()
    expect(await world.app.session.view(START)).toMatchObject({
      sessionStartedAt: null,
      sections: [{ name: 'instructions' }],
    })
    await say(world, 'Tomatoes need potash and sun.')
    const view = await world.app.session.view(world.clock.now())
    expect(view.sessionStartedAt).not.toBeNull()
    expect(view.totalTokens).toBeLessThanOrEqual(view.budgetTokens)
    expect(await world.store.sessions.newest()).toMatchObject({ endedAt: null })
    const later = await world.app.session.view(world.clock.now() + 2 * HOUR)
    expect(later.sessionStartedAt).toBeNull()
    expect(later.sections.map((s) => s.name)).toContain('continuity messages')
    expect(messageId.safeParse((await newest(world))[0]?.id).success).toBe(true)
  })
})
