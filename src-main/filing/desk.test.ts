import { bucketId, type MessageId, operationId, type SegmentId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, told } from '../app/testing/app'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import type { StoredMessage } from '../store/types'
import { fileOf } from '../transfer/testing/exports'

const MINUTE = 60_000

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
const at = async (world: TestApp, id: MessageId): Promise<StoredMessage> => {
  const [message] = await world.store.messages.byIds([id])
  if (!message) throw new Error('the message is gone')
  return message
}
const talk = async (world: TestApp, ...texts: string[]): Promise<MessageId[]> => {
  const ids: MessageId[] = []
  for (const text of texts) {
    ids.push((await say(world, text)).userMessage.id)
    world.clock.advance(MINUTE)
  }
  return ids
}
const closeTalk = async (world: TestApp): Promise<SegmentId> => {
  world.clock.advance(2 * HOUR)
  await world.app.segments.checkTimeouts()
  const [segment] = await world.store.segments.newest(1)
  if (!segment) throw new Error('there is no segment')
  return segment.id
}
/** Memory and store say the same about every bucket. */
async function expectProfilesTrue(world: TestApp): Promise<void> {
  const { app, store } = world
  for (const bucket of app.directory.visible()) {
    const lying = await store.messages.ofBucket(bucket.id, { limit: 1000, newest: false })
    expect([bucket.id, app.desk.shelf.of(bucket.id)?.messages ?? 0]).toEqual([bucket.id, lying.length])
  }
  const again = await world.reopen()
  for (const profile of app.desk.shelf.all())
    expect(again.app.desk.shelf.of(profile.id)?.sum.slice(0, 8)).toEqual(profile.sum.slice(0, 8))
  await again.app.models.dispose()
}

describe('filing a turn', () => {
  it('gives every message a bucket at once, with grounds, and notes what it was like in words and vector', async () => {
    const world = await open()
    const [first] = await talk(world, 'Tomatoes in the garden need potash, sun and water.')
    const message = await at(world, first as MessageId)
    expect(message).toMatchObject({ filedBy: 'classifier', candidates: [], stretchId: first })
    expect(message.confidence).toBeGreaterThan(0)
    expect(world.app.desk.statistics.frequency('potash')).toBe(1)
    expect(world.app.directory.visible()).toMatchObject([{ status: 'ephemeral', messages: 1 }])
    world.clock.advance(2 * HOUR)
    const [again] = await talk(world, 'The tomatoes in the garden got potash and water.')
    const second = await at(world, again as MessageId)
    expect(second.candidates).toMatchObject([{ bucketId: message.bucketId, title: expect.any(String) }])
    expect(second.candidates[0]?.score).toBeGreaterThan(0)
    await expectProfilesTrue(world)
  })

  it('a one-off that comes up again becomes a topic with an id of its own; the old id leads there', async () => {
    const world = await open()
    const { userMessage, filed } = await say(world, 'Tomatoes in the garden need potash, sun and water.')
    expect(filed).toMatchObject({ isNewBucket: true, bucket: { status: 'ephemeral' } })
    world.clock.advance(MINUTE)
    const second = await say(world, 'When do the tomatoes in the garden need potash and water?')
    const [bucket] = world.app.directory.visible()
    expect(bucket).toMatchObject({ status: 'active', messages: 2 })
    expect(bucket?.id).not.toContain('ephemeral')
    expect(world.app.directory.resolve(bucketId.parse(userMessage.bucketId))?.id).toBe(bucket?.id)
    // What is answered and told is where it lies in the end.
    expect(second.userMessage.bucketId).toBe(bucket?.id)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(told(world, 'turn.finished').at(-1)?.userMessage.bucketId).toBe(bucket?.id)
    const [act] = await world.store.operations.list({ limit: 1 })
    expect(act).toMatchObject({ kind: 'promote', actor: 'classifier' })
    // Its reason can be checked: it is what was said.
    expect(act?.sentence).toContain('last “When do the tomatoes in the garden need potash and water?”')
    await world.app.operations.undo(operationId.parse(act?.id))
    expect(world.app.directory.get(bucketId.parse(userMessage.bucketId))).toMatchObject({
      status: 'ephemeral',
      messages: 2,
    })
    await expectProfilesTrue(world)
  })

  it('keeps the one-off that a person pinned or named when it becomes a topic', async () => {
    const world = await open()
    const { userMessage } = await say(world, 'Tomatoes in the garden need potash, sun and water.')
    await world.app.buckets.line(`rename ${userMessage.bucketId} "My allotment"`)
    await talk(world, 'When do the tomatoes in the garden need potash and water?')
    expect(world.app.directory.get(bucketId.parse(userMessage.bucketId))).toMatchObject({
      status: 'active',
      title: 'My allotment',
      shapedBy: 'person',
      mergedInto: null,
    })
  })

  it('says so if a judgement moves messages that were filed: an operation that can be taken back', async () => {
    const world = await open()
    await talk(world, 'Tomatoes in the garden need potash.', 'Tomatoes in the garden need water.')
    await closeTalk(world)
    const [moved] = await talk(world, 'Trains run at night to Lisbon.')
    const lies = (await at(world, moved as MessageId)).bucketId
    const garden = world.app.directory.visible().find((b) => b.id !== lies)
    const segment = (await world.store.segments.newest(1))[0]
    const judged = world.app.desk.said(
      await world.app.desk.reader.read(
        await world.store.messages.ofHomeWithVectors(bucketId.parse(lies), world.app.models.embedder.modelId),
      ),
      { id: bucketId.parse(garden?.id) },
      'model',
    )
    const result = await world.app.desk.store(judged)
    expect((await at(world, moved as MessageId)).bucketId).toBe(garden?.id)
    const receipt = await world.store.operations.byId(operationId.parse(result.refiled))
    expect(receipt).toMatchObject({ kind: 'refile', messagesMoved: 1, sentence: 'Filed where the model said.' })
    await expectProfilesTrue(world)
    await world.app.operations.undo(operationId.parse(result.refiled))
    expect((await at(world, moved as MessageId)).bucketId).toBe(lies)
    expect(segment).toBeDefined()
    await expectProfilesTrue(world)
  })
})

describe('the judgement at collapse', () => {
  it('files what was left unfiled and names every bucket the talk was filed in', async () => {
    const world = await open()
    world.host.goMissing(true)
    const ids = await talk(world, 'Tomatoes in the garden need potash.', 'Tomatoes in the garden need water.')
    expect((await at(world, ids[0] as MessageId)).bucketId).toBeNull()
    world.host.goMissing(false)
    const segment = await closeTalk(world)
    const stored = await world.store.segments.byId(segment)
    const lying = await Promise.all(ids.map(async (id) => (await at(world, id)).bucketId))
    expect(stored?.status).toBe('collapsed')
    expect(new Set(stored?.buckets)).toEqual(new Set(lying))
    await expectProfilesTrue(world)
  })

  it('judges by what it read while the model answered as by what it reads now, also where something was moved meanwhile', async () => {
    const world = await open()
    const { desk, models } = world.app
    const ids = await talk(
      world,
      'Tomatoes in the garden need potash, sun and water.',
      'The garden tomatoes got potash and more water.',
      'Which potash do the tomatoes in the garden want?',
    )
    const message = await at(world, ids[2] as MessageId)
    const [vector] = await models.embedder.embed([message.text], { kind: 'passage', priority: 'turn' })
    const question = desk.reader.turn(message, vector as Float32Array)
    const judged = async () => (await desk.judgeLive(message.segmentId, message, [question])).commit.assignments
    await desk.readAhead(message.segmentId, question)
    expect(await judged()).toEqual(await judged())
    await desk.readAhead(message.segmentId, question)
    await world.app.buckets.moveMessage(ids[1] as MessageId, { newTitle: 'Elsewhere' })
    const seen = await judged()
    expect(seen).toEqual(await judged())
    expect(seen.map((a) => a.messageId)).not.toContain(ids[1])
  })

  it('never moves what a person moved', async () => {
    const world = await open()
    const ids = await talk(world, 'Tomatoes in the garden need potash.', 'Tomatoes in the garden need water.')
    const { bucketId: elsewhere } = await world.app.buckets.moveMessage(ids[1] as MessageId, { newTitle: 'Elsewhere' })
    const segment = await closeTalk(world)
    expect(await at(world, ids[1] as MessageId)).toMatchObject({ bucketId: elsewhere, filedBy: 'person' })
    expect((await world.store.segments.byId(segment))?.buckets).toContain(elsewhere)
    expect(
      await world.app.desk.correct(segment, [
        { messageIds: ids, target: { kind: 'new', title: 'All of it', status: 'active' } },
      ]),
    ).toContain(elsewhere)
    expect((await at(world, ids[1] as MessageId)).bucketId).toBe(elsewhere)
    await expectProfilesTrue(world)
  })

  it('takes a model’s correction of a stretch, logged and undoable, into an existing bucket or a new one', async () => {
    const world = await open()
    const ids = await talk(world, 'Tomatoes in the garden need potash.', 'Tomatoes in the garden need water.')
    const segment = await closeTalk(world)
    const before = (await at(world, ids[0] as MessageId)).bucketId
    const buckets = await world.app.desk.correct(segment, [
      { messageIds: [ids[0] as MessageId], target: { kind: 'new', title: 'Potash', status: 'active' } },
    ])
    expect(buckets).toEqual(['potash_001', before])
    expect((await at(world, ids[0] as MessageId)).bucketId).toBe('potash_001')
    const [act] = await world.store.operations.list({ limit: 1 })
    expect(act).toMatchObject({ kind: 'refile', actor: 'segment' })
    await world.app.desk.correct(segment, [
      { messageIds: [ids[0] as MessageId], target: { kind: 'existing', bucketId: bucketId.parse(before) } },
    ])
    expect((await at(world, ids[0] as MessageId)).bucketId).toBe(before)
    expect((await world.store.verification.run()).problems).toEqual([])
    await expectProfilesTrue(world)
  })

  it('takes the correction of what the model’s own tag filed before it saw the whole, and may make a one-off of it', async () => {
    const world = await open()
    const server = await chatWith(world, { abilities: ['tags'], answer: () => '<mira:bucket_id="rockets_XXX" /> Yes.' })
    ending.push(() => server.close())
    const [own] = await talk(world, 'Tomatoes in the garden need potash.')
    const [other] = await talk(world, 'How long do eggs boil?')
    expect(await at(world, own as MessageId)).toMatchObject({ bucketId: 'rockets_001', filedBy: 'model' })
    const { segmentId } = await at(world, own as MessageId)
    await world.app.desk.correct(segmentId as SegmentId, [
      { messageIds: [other as MessageId], target: { kind: 'new', title: 'Boiling eggs', status: 'ephemeral' } },
    ])
    const eggs = bucketId.parse((await at(world, other as MessageId)).bucketId)
    expect(eggs).toMatch(/^ephemeral_/)
    expect(world.app.directory.get(eggs)).toMatchObject({ status: 'ephemeral', title: 'Boiling eggs', messages: 1 })
    expect((await at(world, own as MessageId)).bucketId).toBe('rockets_001')
    await expectProfilesTrue(world)
  })

  it('leaves no topic with nothing in it: what is emptied leads on, and comes back when the move is undone', async () => {
    const world = await open()
    const ids = await talk(world, 'Tomatoes in the garden need potash.', 'Tomatoes in the garden need water.')
    const segment = await closeTalk(world)
    const before = bucketId.parse((await at(world, ids[0] as MessageId)).bucketId)
    await world.app.desk.correct(segment, [
      { messageIds: ids, target: { kind: 'new', title: 'Allotment', status: 'active' } },
    ])
    expect(world.app.directory.visible()).toMatchObject([{ id: 'allotment_001', messages: 2 }])
    expect(world.app.directory.resolve(before)?.id).toBe('allotment_001')
    const [act] = await world.store.operations.list({ limit: 1 })
    await world.app.operations.undo(operationId.parse(act?.id))
    expect(world.app.directory.visible()).toMatchObject([{ id: before, messages: 2 }])
    await world.app.operations.redo(operationId.parse(act?.id))
    expect(world.app.directory.visible()).toMatchObject([{ id: 'allotment_001', messages: 2 }])
    expect((await world.store.verification.run()).problems).toEqual([])
    await expectProfilesTrue(world)
  })

  it('empties what a person named and leaves it all the same', async () => {
    const world = await open()
    const ids = await talk(world, 'Tomatoes in the garden need potash.', 'Tomatoes in the garden need water.')
    const segment = await closeTalk(world)
    const mine = bucketId.parse((await at(world, ids[0] as MessageId)).bucketId)
    await world.app.buckets.line(`rename ${mine} "Mine"`)
    await world.app.desk.correct(segment, [
      { messageIds: ids, target: { kind: 'new', title: 'Allotment', status: 'active' } },
    ])
    expect(world.app.directory.get(mine)).toMatchObject({ title: 'Mine', messages: 0, mergedInto: null })
  })

  it('improves the title of a young bucket with a receipt, but not one a person undid, named or pinned', async () => {
    const world = await open()
    const renames = async () =>
      (await world.store.operations.list({ limit: 100 })).filter((o) => o.kind === 'rename' && o.actor === 'segment')
    await talk(world, 'Potash for the tomatoes in the garden?', 'The tomatoes in the garden need water.')
    await closeTalk(world)
    const [topic] = world.app.directory.visible()
    await world.app.buckets.line(`rename ${topic?.id} "Mine"`)
    const count = (await renames()).length
    await talk(world, 'Slugs eat the tomatoes in the garden.', 'Slugs and snails in the garden, tomatoes again.')
    await closeTalk(world)
    expect(await renames()).toHaveLength(count)
    expect(world.app.directory.resolve(bucketId.parse(topic?.id))?.title).toBe('Mine')
  })
})

describe('without an embedding model', () => {
  it('commands and moves still work, and what is known of the buckets stays', async () => {
    const world = await open()
    const [known] = await talk(world, 'Tomatoes in the garden need potash.')
    world.host.goMissing(true)
    const [unfiled] = await talk(world, 'Written while the model was gone.')
    expect((await at(world, unfiled as MessageId)).bucketId).toBeNull()
    const moved = await world.app.buckets.moveMessage(unfiled as MessageId, { newTitle: 'Notes' })
    expect(await at(world, unfiled as MessageId)).toMatchObject({ bucketId: moved.bucketId, filedBy: 'person' })
    const garden = (await at(world, known as MessageId)).bucketId
    await world.app.buckets.line(`mv ${moved.bucketId} ${garden}`)
    await world.app.operations.undo(operationId.parse(moved.operationId))
    expect((await at(world, unfiled as MessageId)).bucketId).toBeNull()
    expect(world.log.filter((l) => l.level === 50)).toEqual([])
    expect((await world.store.verification.run()).problems).toEqual([])
  })

  it('a person’s thread and a model’s tag are followed all the same', async () => {
    const world = await open()
    const { userMessage } = await say(world, 'Tomatoes in the garden need potash.')
    const garden = bucketId.parse(userMessage.bucketId)
    world.host.goMissing(true)
    const said = await say(world, 'More of it.', { bucketId: garden })
    expect(said.userMessage).toMatchObject({ bucketId: garden, filedBy: 'person' })
    const server = await chatWith(world, { abilities: ['tags'], answer: () => '<mira:bucket_id="rockets_XXX" /> Yes.' })
    ending.push(() => server.close())
    const tagged = await say(world, 'Rockets now.')
    expect(tagged.userMessage).toMatchObject({ bucketId: 'rockets_001', filedBy: 'model' })
    expect((await world.store.verification.run()).problems).toEqual([])
  })
})

it('names no bucket after somebody who speaks', async () => {
  const world = await open()
  const rows = ['Caroline, the tomatoes need potash.', 'Caroline says tomatoes need potash and sun.'].map((text, i) =>
    JSON.stringify({ conv: 'c', id: `${i}`, ts: `2026-01-04T10:0${i}:00Z`, author: i ? 'Melanie' : 'Caroline', text }),
  )
  const importer = { format: 'jsonl', signal: new AbortController().signal, report: () => undefined } as const
  await world.app.imports.run(await fileOf(rows.join('\n'), 'a.jsonl'), importer)
  for (const bucket of world.app.directory.visible()) expect(bucket.title).not.toMatch(/caroline|melanie/i)
  expect((await world.store.messages.newest(2)).map((m) => m.filedBy)).toEqual(['import', 'import'])
})
