/** One-offs that share a mood, a form of asking or a sitting with a bucket, and not its topic, do not join it (issue of the kind: all ended in one). */
import type { BucketId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { openTestApp, say, type TestApp } from './testing/app'

let test: TestStore
let world: TestApp
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(() => world.close())
afterAll(() => test.close())

const INVENTORY = [
  'The MySQL inventory tables need an index on the article number.',
  'Which index suits the MySQL inventory tables of the warehouse?',
  'The inventory in MySQL counts the warehouse articles twice.',
  'How do I lock the MySQL inventory rows of one article?',
]
const ONE_OFFS = [
  'I could murder some dark chocolate tonight.',
  'The dentist moved my appointment to Thursday.',
  'A plumber has to look at the dripping tap.',
  'Note to myself: PostgreSQL seventeen was released.',
]

const MINUTE = 60_000
const close = async (): Promise<void> => {
  world.clock.advance(2 * HOUR)
  await world.app.segments.checkTimeouts()
  await world.app.segments.idle()
}
const whereLies = async (text: string): Promise<BucketId | null> =>
  (await world.store.messages.newest(100)).find((m) => m.text === text)?.bucketId ?? null

async function expectApart(): Promise<void> {
  const inventory = await whereLies(INVENTORY[0] ?? '')
  for (let pass = 0; pass < 3; pass++) {
    const homes = await Promise.all(ONE_OFFS.map(whereLies))
    for (const [i, home] of homes.entries()) expect([ONE_OFFS[i], home]).not.toEqual([ONE_OFFS[i], inventory])
    // Filed away they lie together by day, never with a topic.
    world.clock.advance(26 * HOUR)
    await world.app.janitor.tidy({ dryRun: false })
  }
  for (const text of INVENTORY) expect([text, await whereLies(text)]).toEqual([text, inventory])
}

describe('one-offs that share only a mood with a bucket', { timeout: 240_000 }, () => {
  it('stay out of it when each is said in a sitting of its own', async () => {
    world = await openTestApp(test)
    for (const [i, text] of INVENTORY.entries()) {
      await say(world, text)
      world.clock.advance(MINUTE)
      await close()
      await say(world, ONE_OFFS[i] ?? '')
      await close()
    }
    await expectApart()
  })

  it('stay out of it when all is said in one sitting', async () => {
    world = await openTestApp(test)
    for (const text of [...INVENTORY, ...ONE_OFFS]) {
      await say(world, text)
      world.clock.advance(2 * MINUTE)
    }
    await close()
    await expectApart()
  })
})
