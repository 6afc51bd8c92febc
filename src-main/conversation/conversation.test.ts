import { CatchmentError } from '@shared/contract/errors'
import { bucketId, messageId, turnId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, type TestAppOptions, told } from '../app/testing/app'
import type { OpenAiServer } from '../models/testing/openai-server'
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

const open = async (options: Partial<TestAppOptions> = {}): Promise<TestApp> => {
  const world = await openTestApp(test, options)
  ending.push(() => world.close())
  return world
}
const talkTo = async (world: TestApp, options: Parameters<typeof chatWith>[1] = {}): Promise<OpenAiServer> => {
  const server = await chatWith(world, options)
  ending.push(() => server.close())
  return server
}
const all = (world: TestApp) => world.store.messages.newest(100)
const verified = async (world: TestApp) => expect((await world.store.verification.run()).problems).toEqual([])
/** Settled when the events that were told have been delivered. */
const delivered = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the order of a turn', () => {
  it('commits and acknowledges the message before the model has said anything', async () => {
    const world = await open()
    let release = (_: string): void => undefined
    const held = new Promise<string>((resolve) => {
      release = resolve
    })
    const server = await talkTo(world, { answer: () => held })
    const sent = await world.app.conversation.send({ text: 'Our tomatoes have brown spots.' })
    expect(sent.message).toMatchObject({ text: 'Our tomatoes have brown spots.', role: 'user', author: 'user' })
    await eventually(() => expect(server.received).toHaveLength(1))
    expect((await all(world)).map((m) => [m.id, m.text])).toEqual([[sent.message.id, 'Our tomatoes have brown spots.']])
    expect(await world.store.turns.pending()).toMatchObject([{ turnId: sent.turnId, userMessageId: sent.message.id }])
    expect(world.app.conversation.isBusy).toBe(true)
    release('Cut the leaves off.')
    const outcome = await sent.done
    expect(outcome.reply).toMatchObject({ text: 'Cut the leaves off.', role: 'assistant', replyTo: sent.message.id })
    expect(world.app.conversation.isBusy).toBe(false)
  })

  it('keeps of a reply without end what came up to the limit in the settings, marks it, and says so', async () => {
    const world = await open({ overrides: { replyMaxChars: 1_000 } })
    await talkTo(world, { answer: () => 'A word after another. '.repeat(500) })
    const { reply } = await say(world, 'Tell me everything.')
    expect(reply).toMatchObject({ status: 'interrupted' })
    expect(reply?.text.length).toBeGreaterThan(900)
    expect(reply?.text.length).toBeLessThanOrEqual(1_000)
    await delivered()
    expect(told(world, 'app.notice')).toMatchObject([{ message: expect.stringContaining('ended at 1,000 characters') }])
    await verified(world)
  })

  it('commits reply, filing and counts together, and says so to the window once', async () => {
    const world = await open()
    const server = await talkTo(world, { answer: () => 'Cut the brown leaves off and water in the morning.' })
    const { userMessage, reply, card } = await say(world, 'Our tomatoes have brown spots.')
    expect(card).toBeNull()
    expect(reply).toMatchObject({ status: 'complete', bucketId: userMessage.bucketId, filedBy: 'classifier' })
    expect(reply?.modelId).toBe(world.app.models.chat?.id)
    const [bucket] = await world.store.buckets.list({ merged: false })
    expect(bucket).toMatchObject({ id: userMessage.bucketId, messages: 2 })
    expect(await world.store.turns.pending()).toEqual([])
    await delivered()
    expect(told(world, 'turn.started')).toHaveLength(1)
    expect(told(world, 'turn.finished')).toMatchObject([
      { userMessage: { bucketId: userMessage.bucketId }, reply: { id: reply?.id, bucketId: userMessage.bucketId } },
    ])
    expect(world.app.directory.get(bucketId.parse(userMessage.bucketId))).toMatchObject({ messages: 2 })
    expect(server.received).toHaveLength(1)
    await verified(world)
  })

  it('streams text without tags, whole or half, and keeps what the model really wrote for the prompt', async () => {
    const world = await open()
    const raw = '<mira:analysis> It is about plants. </mira:analysis> Cut <mira:nonsense />the leaves `<mira:x />` off.'
    await talkTo(world, { abilities: ['tags'], answer: () => raw })
    const { reply } = await say(world, 'What now?')
    await delivered()
    const shown = told(world, 'turn.delta').map((e) => e.text)
    expect(shown.length).toBeGreaterThan(2)
    expect(shown.join('')).toBe('Cut the leaves `<mira:x />` off.')
    expect(reply).toMatchObject({ text: 'Cut the leaves `<mira:x />` off.', verbatim: raw })
  })

  it('refuses a second message while a reply is being written, also one that comes in the same instant', async () => {
    const world = await open()
    let release = (_: string): void => undefined
    const held = new Promise<string>((resolve) => {
      release = resolve
    })
    const server = await talkTo(world, { answer: () => held })
    const { conversation } = world.app
    const results = await Promise.allSettled([conversation.send({ text: 'One' }), conversation.send({ text: 'Two' })])
    expect(results.map((r) => r.status)).toEqual(['fulfilled', 'rejected'])
    await eventually(() => expect(server.received).toHaveLength(1))
    await expect(conversation.send({ text: 'Three' })).rejects.toMatchObject({ code: 'conflict' })
    const [message] = await all(world)
    await expect(conversation.retry(messageId.parse(message?.id))).rejects.toMatchObject({ code: 'conflict' })
    release('Yes.')
    await conversation.idle()
    expect((await all(world)).map((m) => m.text)).toEqual(['One', 'Yes.'])
    await say(world, 'Four')
    expect((await all(world)).map((m) => m.text)).toEqual(['One', 'Yes.', 'Four', 'Yes.'])
  })

  it('lets the next message through after one that could not even be begun', async () => {
    const world = await open()
    const unknown = bucketId.parse('nowhere_001')
    await expect(world.app.conversation.send({ text: 'x', bucketId: unknown })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await all(world)).toEqual([])
    await say(world, 'A first message')
    expect(await all(world)).toHaveLength(1)
  })

  it('keeps the order of what was said when the clock stands still or steps back a little', async () => {
    const world = await open()
    await talkTo(world, { answer: () => 'Answer.' })
    for (const text of ['One', 'Two', 'Three']) {
      await say(world, text)
      world.clock.advance(-3)
    }
    expect((await all(world)).map((m) => m.text)).toEqual(['One', 'Answer.', 'Two', 'Answer.', 'Three', 'Answer.'])
  })
})

describe('a turn without a model', () => {
  it('files the message and answers with a card that is not a message', async () => {
    const world = await open()
    await say(world, 'Tomatoes need potash and sun on the balcony.')
    for (let i = 0; i < 16; i++) await say(world, `A note about the ${i} trains of Portugal and their tickets.`)
    const before = (await all(world)).length
    const { card, reply, userMessage } = await say(world, 'When do tomatoes on the balcony need potash?')
    expect(reply).toBeNull()
    expect(card).toMatchObject({ bucketId: userMessage.bucketId })
    expect(card?.related.map((r) => r.snippet)).toContain('Tomatoes need potash and sun on the balcony.')
    expect(await all(world)).toHaveLength(before + 1)
    expect((await world.store.verification.run()).counts.messages).toBe(before + 1)
    expect((await world.store.verification.run()).counts.vectors).toBe(before + 1)
  })

  it('keeps the message when there is no embedding model either, and files it once the segment is judged', async () => {
    const world = await open()
    world.host.goMissing(true)
    const { userMessage } = await say(world, 'Tomatoes need sun.')
    expect(userMessage).toMatchObject({ bucketId: null, filedBy: null })
    world.clock.advance(60_000)
    await say(world, 'And they need potash.')
    world.host.goMissing(false)
    world.clock.advance(2 * HOUR)
    await world.app.segments.checkTimeouts()
    const filed = await all(world)
    expect(filed.map((m) => m.bucketId !== null)).toEqual([true, true])
    await verified(world)
  })

  it('answers with a model although there is no embedding model to recall with', async () => {
    const world = await open()
    await talkTo(world, { answer: () => 'Morning.' })
    world.host.goMissing(true)
    const { reply } = await say(world, 'When should I water?')
    expect(reply).toMatchObject({ text: 'Morning.', status: 'complete', bucketId: null, recalled: [] })
  })
})

describe('a reply that does not come to its end', () => {
  it('keeps what came when it is stopped, marks and files it, and does not call it a failure', async () => {
    const world = await open()
    const server = await talkTo(world, { answer: () => 'one two three four five six' })
    server.behave({ kind: 'stall', afterChunks: 3 })
    const sent = await world.app.conversation.send({ text: 'Count.' })
    await eventually(() =>
      expect(
        told(world, 'turn.delta')
          .map((e) => e.text)
          .join(''),
      ).toBe('one two three '),
    )
    expect(() => world.app.conversation.stop(turnId.parse(uuidv7()))).toThrow(CatchmentError)
    world.app.conversation.stop(sent.turnId)
    const { reply, userMessage } = await sent.done
    expect(reply).toMatchObject({ text: 'one two three', status: 'stopped', bucketId: userMessage.bucketId })
    expect(reply?.bucketId).not.toBeNull()
    await delivered()
    expect(told(world, 'turn.failed')).toEqual([])
    await eventually(() => expect(server.abandoned).toBe(1))
    expect(() => world.app.conversation.stop(sent.turnId)).toThrow(/not being written/)
  })

  it('stores no empty reply when it is stopped before the first word', async () => {
    const world = await open()
    const server = await talkTo(world)
    server.behave({ kind: 'silent' })
    const sent = await world.app.conversation.send({ text: 'Hello?' })
    await eventually(() => expect(server.received).toHaveLength(1))
    world.app.conversation.stop(sent.turnId)
    const { reply, userMessage, card } = await sent.done
    expect(reply).toBeNull()
    expect(card).toBeNull()
    expect(userMessage.bucketId).not.toBeNull()
    expect(await all(world)).toHaveLength(1)
  })

  it('keeps the partial reply of an endpoint that breaks off, marked, and files the message', async () => {
    const world = await open()
    const server = await talkTo(world, { answer: () => 'one two three four five six' })
    server.behave({ kind: 'cut', afterChunks: 2 })
    const sent = await world.app.conversation.send({ text: 'Count.' })
    await expect(sent.done).rejects.toMatchObject({ code: 'model_failed' })
    const [message, reply] = await all(world)
    expect(message?.bucketId).not.toBeNull()
    expect(reply).toMatchObject({ text: 'one two', status: 'interrupted', bucketId: message?.bucketId })
    await delivered()
    expect(told(world, 'turn.failed')).toMatchObject([{ turnId: sent.turnId, code: 'model_failed' }])
    expect(world.log.filter((l) => l.level === 50)).toEqual([])
    expect(await world.store.turns.pending()).toEqual([])
    expect(world.app.conversation.isBusy).toBe(false)
    await verified(world)
  })

  it('asks again: the new reply answers the same message with the same words, and stands in the place of the old one', async () => {
    const world = await open()
    const server = await talkTo(world, { answer: () => 'one two three' })
    server.behave({ kind: 'cut', afterChunks: 1 })
    await say(world, 'Count.').catch(() => undefined)
    server.behave({ kind: 'well' })
    const [message, broken] = await all(world)
    const sent = await world.app.conversation.retry(messageId.parse(broken?.id))
    expect(sent.message.id).toBe(message?.id)
    const { reply } = await sent.done
    expect(reply).toMatchObject({ text: 'one two three', replyTo: message?.id, bucketId: message?.bucketId })
    expect((await all(world)).map((m) => [m.text, m.status])).toEqual([
      ['Count.', 'complete'],
      ['one two three', 'complete'],
    ])
    expect(await world.store.branches.at([messageId.parse(reply?.id)])).toMatchObject([
      { text: 'one', status: 'interrupted' },
    ])
    expect(server.received[1]?.messages).toEqual(server.received[0]?.messages)
    await verified(world)
    await expect(world.app.conversation.retry(messageId.parse(uuidv7()))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('settles what a crash cut off: kept as far as it came, at its own time, in its own segment, filed', async () => {
    const world = await open()
    const server = await talkTo(world, { answer: () => 'one two three four' })
    await say(world, 'Before the crash.')
    world.clock.advance(60_000)
    server.behave({ kind: 'stall', afterChunks: 2 })
    const sent = await world.app.conversation.send({ text: 'Count.' })
    await eventually(async () => expect((await world.store.turns.pending())[0]?.text).toBe('one '))
    const said = world.clock.now()
    world.crash()
    world.clock.advance(9 * 24 * HOUR)
    const next = await world.reopen()
    ending.push(() => next.close())
    await next.app.recover()
    const messages = await all(next)
    expect(messages.map((m) => [m.text, m.status])).toEqual([
      ['Before the crash.', 'complete'],
      ['one two three four', 'complete'],
      ['Count.', 'complete'],
      ['one ', 'interrupted'],
    ])
    const reply = messages.at(-1)
    expect(Date.parse(reply?.ts ?? '') - said).toBeLessThan(1000)
    expect(reply).toMatchObject({ replyTo: sent.message.id, segmentId: messages[0]?.segmentId })
    expect(reply?.bucketId).not.toBeNull()
    expect(await next.store.turns.pending()).toEqual([])
    await next.app.recover()
    expect(await all(next)).toHaveLength(4)
    await verified(next)
    // It can be asked for again.
    server.behave({ kind: 'well' })
    const again = await next.app.conversation.retry(messageId.parse(reply?.id))
    expect((await again.done).reply?.text).toBe('one two three four')
  })

  it('takes no turn for cut off that was begun since the start', async () => {
    const world = await openTestApp(test)
    await talkTo(world, { answer: () => 'Mulch them with straw, and water them in the morning.' })
    await say(world, 'Our tomatoes wither in the heat.')
    await world.app.close()
    const next = await world.reopen()
    ending.push(() => next.close())
    const sent = await next.app.conversation.send({ text: 'And the beans, do they need straw too?' })
    await next.app.recover()
    expect((await sent.done).reply).toMatchObject({ status: 'complete' })
    expect((await all(next)).map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
    // Filed once: what filing knows of the bucket counts each of them once.
    expect(await next.app.desk.differingProfiles()).toBe(0)
    await verified(next)
  })

  it('reports a reply that cannot be settled, leaves it where it is, and goes on with the others', async () => {
    const refuse = { finish: (_: unknown): boolean => false }
    const stubborn: TestStore = {
      ...test,
      call: (userId, repository, method, args) =>
        method === 'finish' && refuse.finish(args[0])
          ? Promise.reject(new Error('a page of the table is damaged'))
          : test.call(userId, repository, method, args),
    }
    const world = await openTestApp(stubborn)
    ending.push(() => world.close())
    const begin = async (text: string) => {
      world.clock.advance(60_000)
      const id = messageId.parse(uuidv7({ msecs: world.clock.now() }))
      const turn = turnId.parse(uuidv7())
      const message = { id, ts: world.clock.now(), role: 'user', author: 'user', text } as const
      await world.store.turns.begin({ message, turnId: turn, modelId: null, timeoutMs: HOUR })
      await world.store.turns.savePartial({ turnId: turn, text: `${text} …`, raw: '', at: world.clock.now() })
      return turn
    }
    const first = await begin('one')
    await begin('two')
    refuse.finish = (input) => JSON.stringify(input).includes(first)
    await world.app.recover()
    expect((await world.store.turns.pending()).map((p) => p.turnId)).toEqual([first])
    expect((await all(world)).map((m) => m.text)).toEqual(['one', 'two', 'two …'])
    expect(JSON.stringify(world.log)).toContain('a page of the table is damaged')
    refuse.finish = () => false
    await world.app.recover()
    expect(await world.store.turns.pending()).toEqual([])
    expect((await all(world)).map((m) => m.text).sort()).toEqual(['one', 'one …', 'two', 'two …'])
    await verified(world)
  })

  it('takes the words of a turn back that could not be stored', async () => {
    let broken = true
    const stubborn: TestStore = {
      ...test,
      call: (userId, repository, method, args) =>
        broken && repository === 'turns' && method === 'finish'
          ? Promise.reject(new CatchmentError('disk_full', 'The disk is full.'))
          : test.call(userId, repository, method, args),
    }
    const world = await openTestApp(stubborn)
    ending.push(() => world.close())
    await talkTo(world, { answer: () => 'Mulch them with straw.' })
    await expect(say(world, 'Our tomatoes wither.')).rejects.toMatchObject({ code: 'disk_full' })
    const { statistics } = world.app.desk
    expect([statistics.documents, statistics.frequency('tomatoes'), statistics.frequency('straw')]).toEqual([0, 0, 0])
    broken = false
    await say(world, 'Our tomatoes wither still.')
    expect([statistics.documents, statistics.frequency('tomatoes'), statistics.frequency('straw')]).toEqual([2, 1, 1])
  })

  it('recovers a turn that was cut off before its first word without inventing a reply', async () => {
    const world = await open()
    const server = await talkTo(world)
    server.behave({ kind: 'silent' })
    await world.app.conversation.send({ text: 'Hello?' })
    await eventually(() => expect(server.received).toHaveLength(1))
    world.crash()
    const next = await world.reopen()
    ending.push(() => next.close())
    await next.app.recover()
    expect((await all(next)).map((m) => [m.text, m.bucketId !== null])).toEqual([['Hello?', true]])
    expect(await next.store.turns.pending()).toEqual([])
  })

  it('keeps what streams when the app is closed, and takes nothing more', async () => {
    const world = await open()
    const server = await talkTo(world, { answer: () => 'one two three' })
    server.behave({ kind: 'stall', afterChunks: 2 })
    await world.app.conversation.send({ text: 'Count.' })
    await eventually(() =>
      expect(
        told(world, 'turn.delta')
          .map((e) => e.text)
          .join(''),
      ).toBe('one two '),
    )
    await world.app.conversation.close()
    expect((await all(world)).map((m) => [m.text, m.status])).toEqual([
      ['Count.', 'complete'],
      ['one two', 'stopped'],
    ])
    await expect(world.app.conversation.send({ text: 'More' })).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a turn in a bucket’s own thread', () => {
  it('is the person’s word: message and reply lie there, and nothing automatic moves them', async () => {
    const world = await open()
    const { userMessage } = await say(world, 'Tomatoes need potash and sun.')
    const garden = bucketId.parse(userMessage.bucketId)
    await world.app.buckets.command({ kind: 'rename', bucket: garden, title: 'Garden' })
    world.clock.advance(3 * HOUR)
    await world.app.segments.checkTimeouts()
    await talkTo(world, {
      abilities: ['tags'],
      answer: () => '<mira:bucket_id="rockets_XXX" new_bucket="true" /> Yes.',
    })
    const turn = await say(world, 'The rocket engine burns kerosene and oxygen.', { bucketId: garden })
    expect(turn.userMessage).toMatchObject({ bucketId: garden, filedBy: 'person' })
    expect(turn.reply).toMatchObject({ bucketId: garden, filedBy: 'person' })
    expect(turn.filed).toMatchObject({ bucket: { id: garden, title: 'Garden' }, isNewBucket: false })
    world.clock.advance(60_000)
    await say(world, 'The rocket engine gimbals, and its turbopump spins.')
    world.clock.advance(3 * HOUR)
    await world.app.segments.checkTimeouts()
    await world.app.janitor.tidy({ dryRun: false })
    const [message] = await world.store.messages.byIds([turn.userMessage.id])
    expect(message).toMatchObject({ bucketId: garden, filedBy: 'person' })
    await verified(world)
  })

  it('wakes an archived bucket, follows one that was merged away, and refuses one for filed-away one-offs', async () => {
    const world = await open()
    const { buckets } = world.app
    const one = bucketId.parse((await say(world, 'Tomatoes need potash and sun.')).userMessage.bucketId)
    await buckets.command({ kind: 'archive', bucket: one })
    await say(world, 'More about tomatoes.', { bucketId: one })
    expect(world.app.directory.get(one)?.status).toBe('active')
    const moved = await buckets.moveMessage(messageId.parse((await all(world))[0]?.id), { newTitle: 'Allotment' })
    await buckets.command({ kind: 'mv', source: one, target: moved.bucketId })
    const { userMessage } = await say(world, 'And about potash.', { bucketId: one })
    expect(userMessage.bucketId).toBe(moved.bucketId)
    world.clock.advance(30 * HOUR)
    await say(world, 'What does the word sesquipedalian mean?')
    world.clock.advance(30 * HOUR)
    await world.app.segments.checkTimeouts()
    await world.app.janitor.tidy({ dryRun: false })
    const misc = world.app.directory.visible().find((b) => b.id.startsWith('misc_conversations_'))
    const count = (await all(world)).length
    await expect(world.app.conversation.send({ text: 'x', bucketId: misc?.id })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await all(world)).toHaveLength(count)
    await verified(world)
  })
})
