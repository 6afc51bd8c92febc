/** Filed-away one-offs that a talk takes up again, through the whole product (07-settled, `misc_conversations_…`). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, say, type TestApp } from '../app/testing/app'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

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

const ONE_OFF = 'When do the tomatoes in the garden need potash and water?'
const AGAIN = [
  'The tomatoes in the garden need potash, water and sun.',
  'How much potash and water do tomatoes in the garden need?',
  'Tomatoes in the garden: water or potash first?',
  'Do tomatoes in the garden need more water than potash?',
]
const OTHER = [
  'The tax office wants my income tax return with receipts.',
  'Which receipts does the tax office want for the income tax return?',
  'When is the income tax return due at the tax office?',
  'Does the tax office want receipts for the home office?',
]

const talk = async (texts: readonly string[]): Promise<void> => {
  for (const text of texts) {
    await say(world, text)
    world.clock.advance(60_000)
  }
  world.clock.advance(2 * HOUR)
  await world.app.segments.checkTimeouts()
  await world.app.segments.idle()
}
const bucketOf = async (text: string): Promise<string | null> =>
  (await world.store.messages.newest(200)).find((m) => m.text === text)?.bucketId ?? null
const taken = async () =>
  (await world.store.operations.list({ actors: ['segment'], limit: 100 })).filter(({ kind }) => kind === 'refile')

it('goes along with a receipt, can be taken back, and is not taken along a second time', {
  timeout: 240_000,
}, async () => {
  await talk(OTHER)
  await talk([ONE_OFF])
  world.clock.advance(30 * HOUR)
  await world.app.janitor.tidy({ dryRun: false })
  const day = await bucketOf(ONE_OFF)
  expect(day).toMatch(/^misc_conversations_/u)

  await talk(AGAIN)
  const garden = await bucketOf(AGAIN[0] ?? '')
  expect(garden).not.toBe(day)
  expect(await bucketOf(ONE_OFF)).toBe(garden)
  expect((await world.store.buckets.list({ merged: false })).find(({ id }) => id === garden)?.status).toBe('active')
  const [receipt, ...more] = await taken()
  expect(more).toEqual([])
  expect(receipt?.sentence).toContain('took it up again')

  await world.app.operations.undo(receipt?.id as never)
  expect(await bucketOf(ONE_OFF)).toBe(day)
  expect(await bucketOf(AGAIN[0] ?? '')).toBe(garden)

  await talk(AGAIN.map((text) => `${text} And the slugs?`))
  expect(await bucketOf(ONE_OFF)).toBe(day)
})
