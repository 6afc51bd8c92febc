import type { CommandAnswer } from '@shared/contract/buckets'
import { type BucketId, bucketId, type MessageId, messageId, operationId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, told } from '../app/testing/app'
import { HOUR, newMessage } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { BucketIds } from './ids'

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

const id = (text: string): BucketId => bucketId.parse(text)

interface World extends TestApp {
  /** Says something straight into a bucket of this title, which comes into being if there is none. */
  into(title: string, text: string): Promise<MessageId>
  line(text: string): Promise<CommandAnswer>
  /** Everything a person can see, and what of it can be taken back. */
  picture(): Promise<unknown>
}

async function open(): Promise<World> {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  const { buckets } = world.app
  return {
    ...world,
    async into(title, text) {
      const { userMessage } = await say(world, text)
      const { bucketId: at } = await buckets.moveMessage(userMessage.id, { newTitle: title })
      expect(at).not.toBeNull()
      return userMessage.id
    },
    line: (text) => buckets.line(text),
    async picture() {
      const messages = (await world.store.messages.newest(500)).map((m) => [
        m.id,
        m.bucketId,
        m.homeBucketId,
        m.filedBy,
      ])
      const kept = world.app.directory
        .all()
        .map(({ id: at, title, status, pinned, priority, messages: n, mergedInto }) =>
          [at, title, status, pinned, priority, n, mergedInto].join(' '),
        )
      return { messages, buckets: kept.sort() }
    },
  }
}

/** Two buckets with two messages each, and a third. */
async function openWithTopics(): Promise<World> {
  const world = await open()
  await world.into('Rex', 'How does a puppy learn to sit and stay?')
  await world.into('Rex', 'The puppy chews shoes, what helps?')
  await world.into('Allotment', 'Tomatoes need potash and sun.')
  await world.into('Allotment', 'Water tomatoes in the morning.')
  await world.into('Rails', 'Night trains to Lisbon.')
  return world
}

describe('a command that changes much', () => {
  it('is planned anew behind the backup before it: what is archived meanwhile wakes as what was archived before', async () => {
    const world = await openWithTopics()
    const messages = Array.from({ length: 101 }, (_, i) =>
      newMessage(`Bees, note ${i}.`, world.clock.now() + i, { conv: 'bees' }),
    )
    await world.store.turns.importSegment({ conv: 'bees', messages, vectors: null, terms: [] })
    const { handle } = world.app
    const { backup } = handle
    let copies = 0
    handle.backup = async (options) => {
      copies += 1
      handle.backup = backup
      await world.line('archive allotment_001')
      return backup(options)
    }
    const into = { bucketId: id('allotment_001') }
    await world.app.buckets.moveMessages(
      messages.map((message) => message.id),
      into,
      false,
    )
    expect(copies).toBe(1)
    expect(world.app.directory.resolve(into.bucketId)).toMatchObject({ messages: 103, status: 'active' })
  })
})

describe('every command that changes something', () => {
  const lines = [
    'mv rex_001 allotment_001',
    'merge rex_001 allotment_001 "Home and garden"',
    'merge rex_001 allotment_001 allotment_001',
    'split allotment_001 Potash "Morning water"',
    'pin rails_001',
    'archive rails_001',
    'rename rails_001 "鉄道 the Night Trains"',
  ]
  it('is logged with a sentence, can be taken back, put back, and taken back again', async () => {
    const world = await openWithTopics()
    const { operations } = world.app
    for (const line of lines) {
      const before = await world.picture()
      const { operationId: done, sentence } = await world.line(line)
      const after = await world.picture()
      expect([line, after]).not.toEqual([line, before])
      const receipt = await world.store.operations.byId(operationId.parse(done))
      expect(receipt).toMatchObject({ actor: 'person', sentence, undone: false })
      expect(await operations.undo(operationId.parse(done))).toMatchObject({ id: done, undone: true })
      // A bucket that came into being with the act is no longer shown.
      expect([line, await world.picture()]).toEqual([line, before])
      expect(await operations.redo(operationId.parse(done))).toMatchObject({ id: done, undone: false })
      expect([line, await world.picture()]).toEqual([line, after])
      await operations.undo(operationId.parse(done))
      expect([line, await world.picture()]).toEqual([line, before])
    }
    expect((await world.store.verification.run()).problems).toEqual([])
    await expect(operations.undo(operationId.parse(uuidv7()))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('can be taken back after a restart and after more was said', async () => {
    const world = await openWithTopics()
    const merged = await world.line('mv rex_001 allotment_001')
    const { userMessage } = await say(world, 'The puppy digs in the tomatoes.', { bucketId: id('allotment_001') })
    await world.close()
    ending = []
    const next = await world.reopen()
    ending.push(() => next.close())
    expect(next.app.directory.get(id('rex_001'))?.mergedInto).toBe('allotment_001')
    await next.app.operations.undo(operationId.parse(merged.operationId))
    expect(next.app.directory.get(id('rex_001'))).toMatchObject({ status: 'active', messages: 2 })
    expect(next.app.directory.get(id('allotment_001'))).toMatchObject({ messages: 3 })
    const [later] = await next.store.messages.byIds([userMessage.id])
    expect(later?.bucketId).toBe('allotment_001')
  })

  it('tells the window exactly what changed', async () => {
    const world = await openWithTopics()
    await settled()
    world.events.length = 0
    await world.line('mv rex_001 allotment_001')
    await settled()
    const changed = told(world, 'buckets.changed')
    expect(changed.flatMap((e) => e.buckets).find((b) => b.id === 'allotment_001')).toMatchObject({ messages: 4 })
    expect(changed.flatMap((e) => e.removed)).toContain('rex_001')
    expect(told(world, 'receipts.changed')).toMatchObject([{ receipts: [{ kind: 'mv', messagesMoved: 2 }] }])
    expect(told(world, 'messages.changed').flatMap((e) => e.messageIds)).toHaveLength(2)
  })
})

describe('commands in any script and under old names', () => {
  it('find buckets by title, by made-up suffix and by ids that were merged away', async () => {
    const world = await open()
    await world.into('犬の散歩', '公園を三十分歩きました。')
    await world.into('Всё о собаках', 'Он учится сидеть.')
    expect((await world.line('pin 犬の散歩')).bucketId).toBe('犬の散歩_001')
    expect((await world.line('mv "Всё о собаках" 犬の散歩_XXX')).bucketId).toBe('犬の散歩_001')
    expect((await world.line('show всё_о_собаках_001')).bucketId).toBe('犬の散歩_001')
    expect(await world.app.buckets.show(id('всё_о_собаках_001'))).toMatchObject({
      bucket: { id: '犬の散歩_001', messages: 2 },
      formerIds: ['всё_о_собаках_001'],
      newest: [{ text: '公園を三十分歩きました。' }, { text: 'Он учится сидеть.' }],
    })
  })

  it('are refused with a code and a sentence, and change nothing', async () => {
    const world = await openWithTopics()
    const before = await world.picture()
    for (const [line, code] of [
      ['mv nowhere_001 allotment_001', 'not_found'],
      ['mv allotment_001 allotment_001', 'conflict'],
      ['frobnicate allotment_001', 'bad_request'],
      ['mv allotment_001', 'bad_request'],
    ] as const)
      await expect(world.line(line)).rejects.toMatchObject({ code })
    await expect(world.app.buckets.show(id('nowhere_001'))).rejects.toMatchObject({ code: 'not_found' })
    expect(await world.picture()).toEqual(before)
  })
})

describe('a preview', () => {
  it('shows both sides with samples and what would move, changes nothing and uses up no id', async () => {
    const world = await openWithTopics()
    const before = await world.picture()
    const { buckets } = world.app
    for (let i = 0; i < 3; i++) {
      const preview = await buckets.preview({ kind: 'merge', sources: ['rex_001', 'allotment_001'], target: 'Home' })
      expect(preview).toMatchObject({ messagesMoved: 4, refused: null, division: [] })
      expect(preview.sides).toMatchObject([
        { bucketId: 'rex_001', title: 'Rex', messages: 2, samples: [{}, {}] },
        { bucketId: 'allotment_001', messages: 2 },
        { bucketId: null, title: 'Home', messages: 0, lastActive: null, samples: [] },
      ])
      expect(preview.sides[0]?.samples[0]).toBe('How does a puppy learn to sit and stay?')
    }
    expect(await world.picture()).toEqual(before)
    expect(
      (await buckets.command({ kind: 'merge', sources: ['rex_001', 'allotment_001'], target: 'Home' })).bucketId,
    ).toBe('home_001')
    expect(await buckets.preview({ kind: 'mv', source: 'nowhere_001', target: 'home_001' })).toMatchObject({
      refused: 'There is no bucket “nowhere_001”.',
      messagesMoved: 0,
    })
  })

  it('of a split proposes a division by likeness, which a person may correct message by message', async () => {
    const world = await open()
    const dog = await world.into('Mixed', 'The puppy sits and the puppy stays.')
    const tomato = await world.into('Mixed', 'The tomatoes want potash, tomatoes want sun.')
    const dog2 = await world.into('Mixed', 'A puppy stays where a puppy sits.')
    await world.into('Rex', 'The puppy learns to sit, the puppy stays.')
    const split = { kind: 'split', source: 'mixed_001', targets: ['mixed_001', 'rex_001'] } as const
    const { buckets } = world.app
    const command = { ...split, targets: [...split.targets] as [string, string] }
    const preview = await buckets.preview(command)
    const proposed = new Map(preview.division.map((d) => [d.messageId, d.side]))
    expect([proposed.get(dog2), proposed.get(tomato)]).toEqual([1, 0])
    expect(preview.messagesMoved).toBe([...proposed.values()].filter((side) => side === 1).length)
    const outsider = messageId.parse(uuidv7())
    await buckets.command({ ...command, division: { [dog]: 0, [dog2]: 1, [tomato]: 1, [outsider]: 1 } })
    const at = new Map((await world.store.messages.byIds([dog, dog2, tomato])).map((m) => [m.id, m.bucketId]))
    expect([at.get(dog), at.get(dog2), at.get(tomato)]).toEqual(['mixed_001', 'rex_001', 'rex_001'])
    expect((await world.store.verification.run()).problems).toEqual([])
  })
})

describe('a message that a person moves', () => {
  it('is theirs for good: locked where they put it, with a receipt that can be undone', async () => {
    const world = await open()
    const { userMessage } = await say(world, 'Tomatoes need potash.')
    const origin = userMessage.bucketId
    const { operationId: done, bucketId: into } = await world.app.buckets.moveMessage(userMessage.id, {
      newTitle: 'Allotment',
    })
    const [moved] = await world.store.messages.byIds([userMessage.id])
    expect(moved).toMatchObject({ bucketId: into, filedBy: 'person' })
    expect(world.app.directory.get(into)).toMatchObject({ title: 'Allotment', status: 'active', shapedBy: 'person' })
    await world.app.operations.undo(operationId.parse(done))
    const [back] = await world.store.messages.byIds([userMessage.id])
    expect(back).toMatchObject({ bucketId: origin, filedBy: 'classifier' })
    expect(world.app.directory.get(into)).toBeNull()
  })

  it('does not make the bucket theirs, wakes it if it was archived, and is not logged twice', async () => {
    const world = await openWithTopics()
    const { userMessage } = await say(world, 'Something about nothing.')
    const other = await world.into('Elsewhere', 'Quite another thing.')
    const own = id(world.app.directory.resolve(id(userMessage.bucketId ?? ''))?.id ?? '')
    await world.line(`archive ${own}`)
    await world.app.buckets.moveMessage(other, { bucketId: own })
    expect(world.app.directory.get(own)).toMatchObject({ status: 'active', shapedBy: 'automation', messages: 2 })
    const count = (await world.store.operations.list({ limit: 500 })).length
    const again = await world.app.buckets.moveMessage(other, { bucketId: own })
    expect(again).toMatchObject({ operationId: null, bucketId: own })
    expect(await world.store.operations.list({ limit: 500 })).toHaveLength(count)
  })

  it('goes into the bucket of that title if there is one, and never among filed-away one-offs', async () => {
    const world = await openWithTopics()
    const moved = await world.into('allotment', 'Beans, too.')
    expect((await world.store.messages.byIds([moved]))[0]?.bucketId).toBe('allotment_001')
    world.clock.advance(2 * HOUR)
    await say(world, 'What does sesquipedalian mean?')
    world.clock.advance(30 * HOUR)
    await world.app.segments.checkTimeouts()
    await world.app.janitor.tidy({ dryRun: false })
    const misc = world.app.directory.visible().find((b) => b.id.startsWith('misc_'))
    await expect(world.app.buckets.moveMessage(moved, { bucketId: id(misc?.id ?? '') })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(world.app.buckets.moveMessage(moved, { bucketId: id('nowhere_001') })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(world.app.buckets.moveMessage(messageId.parse(uuidv7()), { newTitle: 'X' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const [segment] = await world.store.segments.newest(1)
    await expect(
      world.app.buckets.moveMessage(messageId.parse(segment?.sentinelId), { newTitle: 'X' }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('opening and pinning', () => {
  it('opening counts as activity and wakes an archived bucket, with a receipt; not filed-away one-offs', async () => {
    const world = await openWithTopics()
    await world.line('archive rails_001')
    world.clock.advance(30 * HOUR)
    await world.app.buckets.show(id('rails_001'))
    const trains = world.app.directory.get(id('rails_001'))
    expect(trains).toMatchObject({ status: 'active', lastActive: new Date(world.clock.now()).toISOString() })
    const [receipt] = await world.store.operations.list({ limit: 1 })
    expect(receipt).toMatchObject({ kind: 'reactivate', actor: 'person' })
    await say(world, 'What does sesquipedalian mean?')
    world.clock.advance(30 * HOUR)
    await world.app.segments.checkTimeouts()
    await world.app.janitor.tidy({ dryRun: false })
    const misc = world.app.directory.visible().find((b) => b.id.startsWith('misc_'))
    await world.app.buckets.show(id(misc?.id ?? ''))
    expect(world.app.directory.get(id(misc?.id ?? ''))?.status).toBe('archived')
  })

  it('a pin is at once PRIMARY for the model, sets the time of last activity, and lasts over a restart', async () => {
    const world = await openWithTopics()
    await world.store.buckets.setSummary({
      id: id('rails_001'),
      summary: '• the night train leaves at 21:43',
      lastMessageId: null,
      count: 1,
    })
    await world.app.directory.load()
    const server = await chatWith(world, { answer: () => 'At 21:43.' })
    ending.push(() => server.close())
    await say(world, 'Hello.', { recall: false })
    world.clock.advance(60_000)
    await world.line('pin rails_001')
    expect(world.app.directory.get(id('rails_001'))?.lastActive).toBe(new Date(world.clock.now()).toISOString())
    await say(world, 'When does it leave?', { recall: false })
    const prompt = server.received.at(-1)?.messages.at(-1)?.content ?? ''
    expect(prompt).toContain('=== PRIMARY CONTEXT')
    expect(prompt).toContain('the night train leaves at 21:43')
    const next = await world.reopen()
    ending.push(() => next.close())
    expect(next.app.directory.get(id('rails_001'))?.pinned).toBe(true)
    const view = await next.app.session.view(world.clock.now() + 9 * 24 * HOUR)
    expect(view.sections.find((s) => s.name === 'background' || s.name === 'primary')?.text).toContain('rails_001')
  })
})

describe('ids', () => {
  it('are a slug and a number that is never given twice, also after an undo and a merge', async () => {
    const world = await open()
    const first = await world.into('Dog Breeds', 'A beagle?')
    const made = await world.app.buckets.moveMessage(first, { newTitle: 'dog  BREEDS' })
    expect(made.bucketId).toBe('dog_breeds_001')
    const other = await world.into('Cats', 'A cat.')
    const { operationId: done } = await world.app.buckets.moveMessage(other, { newTitle: 'Cats & dogs' })
    await world.app.operations.undo(operationId.parse(done))
    expect((await world.app.buckets.moveMessage(other, { newTitle: 'Cats & dogs' })).bucketId).toBe('cats_dogs_002')
    const next = await world.reopen()
    ending.push(() => next.close())
    const ids = new BucketIds(next.store)
    expect(await ids.free('Cats & dogs')).toBe('cats_dogs_003')
    const given = await Promise.all(Array.from({ length: 5 }, () => ids.next('Dog breeds')))
    expect(given).toEqual([2, 3, 4, 5, 6].map((n) => `dog_breeds_00${n}`))
    expect(await ids.next('Dog')).toBe('dog_001')
    expect(await ids.next('🐕🐕')).toBe('topic_001')
    expect(await ids.next('散歩')).toBe('散歩_001')
  })
})

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('messages moved by hand', () => {
  it('go as one act, each with its question and answer, unless told otherwise', async () => {
    const world = await open()
    const server = await chatWith(world, { answer: () => 'In the morning.' })
    ending.push(() => server.close())
    const first = await say(world, 'When are tomatoes watered?')
    const second = await say(world, 'And when are they fed?')
    const { buckets } = world.app
    const reply = messageId.parse(first.reply?.id)
    const at = async () => new Map((await world.store.messages.newest(10)).map((m) => [m.id, m.bucketId]))
    const moved = await buckets.moveMessages([reply], { newTitle: 'Allotment' }, true)
    expect(moved.sentence).toMatch(/and 1 more to “Allotment”\.$/)
    expect((await at()).get(first.userMessage.id)).toBe(moved.bucketId)
    expect((await at()).get(reply)).toBe(moved.bucketId)
    expect((await at()).get(second.userMessage.id)).not.toBe(moved.bucketId)
    await world.app.operations.undo(operationId.parse(moved.operationId))
    expect((await at()).get(reply)).not.toBe(moved.bucketId)
    const alone = await buckets.moveMessages([reply, second.userMessage.id], { newTitle: 'Allotment' }, false)
    expect([...(await at()).values()].filter((bucket) => bucket === alone.bucketId)).toHaveLength(2)
  })
})
