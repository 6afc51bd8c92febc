import { bucketId, operationId } from '@shared/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wordVector } from '../models/testing/word-host'
import { createTestStore, type TestStore } from '../store/testing/store'
import { openTestApp, say, type TestApp } from './testing/app'

let test: TestStore
let world: TestApp
beforeAll(async () => {
  test = await createTestStore()
  world = await openTestApp(test)
})
afterAll(async () => {
  await world.close()
  await test.close()
})

const DAY = 86_400_000
const GARDEN = [
  'Tomatoes in the garden need potash',
  'Water for the tomatoes in the garden',
  'Garden tomatoes and potash again',
]
const TRAINS = ['Night trains run to Lisbon', 'Trains to Lisbon have beds at night', 'Which night trains go to Lisbon']

it('a bucket that has become two topics is offered for division with both parts named; taken, it is a split with a receipt', async () => {
  const { app, store, clock } = world
  const first = await say(world, 'Tomatoes in the garden need potash and water')
  const mixed = bucketId.parse((await app.buckets.moveMessage(first.userMessage.id, { newTitle: 'Diary' })).bucketId)
  for (let day = 0; day < 8; day++) {
    clock.advance(DAY)
    for (const text of day % 2 ? TRAINS : GARDEN) await say(world, text, { bucketId: mixed })
    clock.advance(DAY / 4)
    await app.segments.checkTimeouts()
  }
  await app.janitor.tidy({ dryRun: false })
  const [offer] = await store.janitor.openSuggestions()
  expect(offer).toMatchObject({ kind: 'divide', source: mixed, target: null })
  expect(offer?.parts?.[0]).toMatch(/tomato|garden|potash/i)
  expect(offer?.parts?.[1]).toMatch(/train|lisbon|night/i)

  const proposal = await app.buckets.proposeSplit(mixed)
  expect(proposal.refused).toBeNull()
  for (const { text, side } of proposal.division) expect([text, side]).toEqual([text, /lisbon/i.test(text) ? 1 : 0])

  const sides = Object.fromEntries(proposal.division.map((d) => [d.messageId, d.side]))
  const done = await app.buckets.command({ kind: 'split', source: mixed, targets: proposal.titles, division: sides })
  const parts = app.directory.visible().filter((b) => b.messages > 0)
  expect(parts.map((b) => b.messages).sort((a, b) => a - b)).toEqual([12, 13])
  for (const part of parts) {
    expect(part.summary).not.toBe('')
    expect(/lisbon/i.test(part.summary) && /tomato/i.test(part.summary)).toBe(false)
  }
  // What was divided is not offered again, nor is a part of it.
  expect(await store.janitor.openSuggestions()).toEqual([])
  await app.operations.undo(operationId.parse(done.operationId))
  expect(app.directory.resolve(mixed)).toMatchObject({ messages: 25, title: 'Diary' })
  await app.janitor.tidy({ dryRun: false })
  expect((await store.janitor.openSuggestions()).filter((s) => s.kind === 'divide')).toHaveLength(1)
  const [again] = await store.janitor.openSuggestions()
  if (again) await store.janitor.decideSuggestion(again.id, 'dismissed', clock.now())
  await say(world, GARDEN[0] ?? '', { bucketId: mixed })
  await app.janitor.tidy({ dryRun: false })
  expect(await store.janitor.openSuggestions()).toEqual([])
  expect((await store.verification.run()).problems).toEqual([])
}, 300_000)

it('messages are divided by their whole vectors, less what all texts of the person have in common', async () => {
  const { app } = await openTestApp(test)
  for (const text of [...GARDEN, ...TRAINS]) await say({ app }, text)
  const background = app.desk.background()
  const [first] = app.directory.visible().filter((b) => b.messages > 0)
  const messages = await app.desk.dividing.messages(bucketId.parse(first?.id))
  expect(messages.length).toBeGreaterThan(0)
  const texts = new Map((await app.store.messages.newest(20)).map((m) => [m.id, m.text]))
  for (const { id, vector } of messages) {
    const whole = wordVector(texts.get(id) ?? '')
    for (const [i, v] of vector.entries()) expect(v).toBeCloseTo((whole[i] ?? 0) - (background[i] ?? 0), 3)
  }
  await app.close()
}, 300_000)

it('what was merged by hand is divided again under the names it had', async () => {
  const { app } = await openTestApp(test)
  const named = async (texts: readonly string[], newTitle: string) => {
    const first = await say({ app }, texts[0] ?? '')
    const bucket = bucketId.parse((await app.buckets.moveMessage(first.userMessage.id, { newTitle })).bucketId)
    for (const text of texts.slice(1)) await say({ app }, text, { bucketId: bucket })
    return bucket
  }
  const garden = await named(GARDEN, 'Tomatoes and potash')
  const trains = await named(TRAINS, 'Night trains')
  await app.buckets.command({ kind: 'mv', source: garden, target: trains })
  await app.buckets.command({ kind: 'rename', bucket: trains, title: 'Both of them' })
  await app.buckets.command({ kind: 'split', source: trains, targets: ['Tomatoes and potash', 'Night trains'] })
  const living = app.directory.visible().filter((b) => b.messages > 0)
  expect(living.map(({ title }) => title).sort()).toEqual(['Night trains', 'Tomatoes and potash'])
  await app.close()
}, 300_000)
