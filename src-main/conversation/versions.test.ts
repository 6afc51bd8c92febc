/** Edits and replies asked for again: which of several versions is the conversation (docs/adr/0018-versions.md). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, told } from '../app/testing/app'
import { verifyStore } from '../app/verify'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { goesWith } from './versions'

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

/** An app whose model answers `Answer 1 to: …`, `Answer 2 to: …`. */
async function talking(): Promise<TestApp & { received: readonly { messages: { content: string }[] }[] }> {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  let n = 0
  const server = await chatWith(world, {
    answer: ({ messages }) => `Answer ${++n} to: ${messages.at(-1)?.content.slice(-40)}`,
  })
  ending.push(() => server.close())
  return Object.assign(world, { received: server.received })
}
const texts = async ({ store }: TestApp) => (await store.messages.newest(100)).map((m) => m.text)
const starts = async (world: TestApp) => (await texts(world)).map((text) => text.split(' ').slice(0, 2).join(' '))
const sound = async ({ store }: TestApp) => expect((await store.verification.run(true)).problems).toEqual([])
const counted = ({ app }: TestApp) => app.directory.visible().reduce((sum, b) => sum + b.messages, 0)
const VERSIONS = new Set(['edit_message', 'ask_again', 'show_branch'])
const newest = async ({ app }: TestApp) =>
  (await app.store.operations.list({ limit: 50 })).find(({ kind }) => VERSIONS.has(kind))

describe('an edited message', () => {
  it('takes the place of the old one and of what followed; both are kept, counted and found as what they are', async () => {
    const world = await talking()
    const { app, store } = world
    const first = await say(world, 'Tomatoes in the garden have brown spots')
    await say(world, 'What about the zebrafinch in the garden')
    const sent = await app.conversation.edit({
      messageId: first.userMessage.id,
      text: 'Potatoes in the garden are mouldy',
    })
    expect(sent.message).toMatchObject({ text: 'Potatoes in the garden are mouldy', branches: 1, branchesBefore: 1 })
    await sent.done

    expect(await texts(world)).toEqual(['Potatoes in the garden are mouldy', expect.stringMatching(/^Answer 3 to/)])
    // the model is not shown what was edited away
    expect(JSON.stringify(world.received.at(-1))).not.toMatch(/zebrafinch|brown spots/)
    expect(counted(world)).toBe(2)
    const [branch] = (await store.branches.at([sent.message.id])).map((m) => m.branch)
    expect((await store.branches.at([sent.message.id])).map((m) => m.text.split(' ')[0])).toEqual([
      'Tomatoes',
      'Answer',
      'What',
      'Answer',
    ])
    const beside = async () => {
      const hits = await app.search.continuum({ query: 'zebrafinch', scope: 'messages', limit: 5, wordsOnly: true })
      return [...new Set(hits.map((hit) => hit.onOtherBranch === true))]
    }
    expect(await beside()).toEqual([true])
    await sound(world)

    // taken back: what stood there stands there again, as itself
    const receipt = await newest(world)
    expect(receipt).toMatchObject({ kind: 'edit_message', actor: 'person' })
    expect(receipt?.sentence).toContain('3 messages that followed')
    await app.operations.undo(receipt?.id ?? fail())
    expect(await starts(world)).toEqual(['Tomatoes in', 'Answer 1', 'What about', 'Answer 2'])
    expect((await store.messages.newest(1))[0]?.id).not.toBe(sent.message.id)
    expect(counted(world)).toBe(4)
    expect(await beside()).toEqual([false])
    await sound(world)

    // done again, and the first version chosen by hand instead
    await app.operations.redo(receipt?.id ?? fail())
    expect(await starts(world)).toEqual(['Potatoes in', 'Answer 3'])
    await app.branches.show(branch ?? fail())
    expect(await starts(world)).toEqual(['Tomatoes in', 'Answer 1', 'What about', 'Answer 2'])
    await sound(world)
    expect(told(world, 'branch.shown').at(-1)).toMatchObject({
      shown: [{ text: expect.stringMatching(/^Tomatoes/), branches: 1, branchesBefore: 0 }, {}, {}, {}],
    })
  })

  it('of an earlier talk is said there, in its bucket and before what came later; the talk now knows nothing of it', async () => {
    const world = await talking()
    const { app, store, clock } = world
    const old = await say(world, 'Tomatoes in the garden have brown spots')
    clock.advance(30 * HOUR)
    await app.segments.checkTimeouts()
    await say(world, 'The tax return for the company is due')
    await app.segments.drain()
    const bucketOf = (await store.messages.byIds([old.userMessage.id]))[0]?.bucketId
    const sent = await app.conversation.edit({
      messageId: old.userMessage.id,
      text: 'Tomatoes in the garden have black spots',
    })
    await sent.done
    expect(await starts(world)).toEqual(['Tomatoes in', 'Answer 3', 'The tax', 'Answer 2'])
    expect(JSON.stringify(world.received.at(-1)?.messages.slice(1))).not.toContain('tax return')
    const [edited, reply] = await store.messages.newest(100)
    expect(edited).toMatchObject({
      bucketId: bucketOf,
      ts: old.userMessage.ts,
      segmentId: old.userMessage.segmentId ?? edited?.segmentId,
    })
    expect(reply).toMatchObject({ bucketId: bucketOf, replyTo: edited?.id, segmentId: edited?.segmentId })
    await say(world, 'Which form for the tax return')
    expect(JSON.stringify(world.received.at(-1)?.messages.slice(1))).not.toContain('black spots')
    await app.segments.drain()
    await sound(world)
  })

  it('without a model stands alone: notes beside it stay', async () => {
    const world = await openTestApp(test)
    ending.push(() => world.close())
    const first = await say(world, 'Milk and bread')
    await say(world, 'Call the plumber')
    const sent = await world.app.conversation.edit({ messageId: first.userMessage.id, text: 'Milk and butter' })
    await sent.done
    expect(await texts(world)).toEqual(['Milk and butter', 'Call the plumber'])
    await sound(world)
    await world.app.operations.undo((await newest(world))?.id ?? fail())
    expect(await texts(world)).toEqual(['Milk and bread', 'Call the plumber'])
    await sound(world)
  })

  it('keeps versions within versions, in whatever order acts are taken back', async () => {
    const world = await talking()
    const { app, store } = world
    await say(world, 'One about tomatoes')
    const second = await say(world, 'Two about tomatoes')
    await (await app.conversation.edit({ messageId: second.userMessage.id, text: 'Two, edited' })).done
    const inner = await newest(world)
    const [one] = await store.messages.newest(100)
    await (await app.conversation.edit({ messageId: one?.id ?? fail(), text: 'One, edited' })).done
    const outer = await newest(world)
    // every version hangs from what is shown
    expect(
      new Set((await store.branches.at((await store.messages.newest(9)).map((m) => m.id))).map((m) => m.branch)).size,
    ).toBe(2)
    await app.operations.undo(inner?.id ?? fail())
    expect(await starts(world)).toEqual(['One, edited', 'Answer 4'])
    await app.operations.undo(outer?.id ?? fail())
    expect(await starts(world)).toEqual(['One about', 'Answer 1', 'Two about', 'Answer 2'])
    await app.operations.redo(inner?.id ?? fail())
    expect(await starts(world)).toEqual(['One about', 'Answer 1', 'Two, edited', 'Answer 3'])
    await sound(world)
  })
})

describe('a reply that is asked for again', () => {
  it('takes the place of the old one once it is there, which stands beside it', async () => {
    const world = await talking()
    const { app } = world
    const { reply } = await say(world, 'Tomatoes in the garden have brown spots')
    await (await app.conversation.retry(reply?.id ?? fail())).done
    expect(await starts(world)).toEqual(['Tomatoes in', 'Answer 2'])
    expect(told(world, 'turn.started').at(-1)).toMatchObject({ replaces: reply?.id })
    expect(told(world, 'turn.finished').at(-1)?.reply).toMatchObject({ branches: 1, branchesBefore: 1 })
    expect(counted(world)).toBe(2)
    await sound(world)
    await app.operations.undo((await newest(world))?.id ?? fail())
    expect(await starts(world)).toEqual(['Tomatoes in', 'Answer 1'])
    await sound(world)
  })
})

it('what is erased takes its other versions with it', async () => {
  const world = await talking()
  const { app, store } = world
  const first = await say(world, 'The zebrafinch sings')
  const sent = await app.conversation.edit({ messageId: first.userMessage.id, text: 'The canary sings' })
  await sent.done
  const { eraseHistory } = await import('../app/erasing')
  await eraseHistory(app, { messageId: sent.message.id }, false)
  expect(await store.branches.at([sent.message.id])).toEqual([])
  expect(await app.search.continuum({ query: 'zebrafinch', scope: 'all', limit: 5 })).toEqual([])
  // nor does a bucket appear that only the other version lay in, with a name made of its words
  expect(app.directory.visible().filter((bucket) => bucket.messages === 0)).toEqual([])
  const named = await store.archive.page({ table: 'buckets', after: null, limit: 50 })
  expect(named.map((row) => JSON.parse(row).title)).not.toContainEqual(expect.stringMatching(/zebrafinch/i))
  expect((await verifyStore(app, true)).problems).toEqual([])
  await sound(world)
})

it('what follows goes along where somebody answered; notes stand side by side', () => {
  const user = { role: 'user' as const }
  const reply = { role: 'assistant' as const }
  expect(goesWith([user, reply, user], false)).toBe(true)
  expect(goesWith([user, user, user], true)).toBe(false)
  expect(goesWith([user], true)).toBe(true)
  expect(goesWith([user], false)).toBe(false)
})

function fail(): never {
  throw new Error('it is not there')
}
