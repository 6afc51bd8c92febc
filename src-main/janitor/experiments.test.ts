/** The life-change experiment on a real store: what it does, and that all of it can be taken back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../store/testing/store'
import { HOUR_MS, NOON } from './testing/samples'
import { createWorld, type World } from './testing/world'
import { DAY_MS } from './types'

let test: TestStore
let world: World
beforeAll(async () => {
  test = await createTestStore()
  world = createWorld(test.store, { settings: { experimentLifeChange: true } })
  // taxes, quiet for 31 days; some talk about bread meanwhile; then cars everywhere, with two topics around them
  for (let i = 0; i < 4; i++) await world.say('tax', 'tax_001', { at: NOON - (35 - i) * DAY_MS })
  for (let i = 0; i < 3; i++) await world.say('bread', 'bread_001', { at: NOON - (10 - i) * DAY_MS })
  const from = NOON - 20 * HOUR_MS
  for (let i = 0; i < 8; i++) await world.say('cars', 'cars_001', { at: from + i })
  await world.say('bread', 'bread_001', { at: from + 2 * HOUR_MS })
  for (let i = 0; i < 8; i++) await world.say('cars', 'cars_001', { at: from + 6 * HOUR_MS + i })
  await world.say('boats', 'boats_001', { at: from + 8 * HOUR_MS })
  for (let i = 0; i < 2; i++) await world.say('roads', 'roads_001', { at: from + 9 * HOUR_MS + i })
  world.clock.set(NOON)
})
afterAll(() => test.close())

it('a topic that takes over is noticed, grouped around, and what it leaves behind is archived; all can be undone', async () => {
  const before = await picture()
  const done = (await world.janitor.tidy({ dryRun: false })).lines
  expect(done.map((l) => l.sentence)).toEqual([
    'Raised “cars” to high priority: 16 messages in 1 day.',
    '“cars” may be a change in your life: 16 messages in 1 day, 80 % of what you talked about this week.',
    'Grouped “boats” and “roads” under “cars”: new topics about the same thing.',
    'Archived “tax”: untouched for 32 days, and “cars” took its place.',
  ])
  const cars = await world.bucket('cars_001')
  expect(cars).toMatchObject({ lifeChangeDetected: true, priority: 'high' })
  expect(cars?.velocity).toBeCloseTo(16 / (20 / 24), 1)
  expect(await world.bucket('boats_001')).toMatchObject({ parentBucketId: 'cars_001', status: 'active' })
  expect(await world.bucket('tax_001')).toMatchObject({ status: 'archived' })

  expect((await world.janitor.tidy({ dryRun: false })).lines).toEqual([])

  const acts = await world.store.operations.list({ actors: ['janitor'], limit: 10 })
  for (const act of [acts[2], acts[0], acts[3], acts[1]]) if (act) await world.undo(act.id)
  expect(await picture()).toEqual(before)
  expect((await world.janitor.tidy({ dryRun: false })).lines).toEqual([])
})

const picture = async () =>
  (await world.store.buckets.list({ merged: true })).map((b) =>
    [b.id, b.status, b.priority, b.messages, b.lifeChangeDetected, b.parentBucketId].join(' '),
  )
