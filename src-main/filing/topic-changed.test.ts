import { bucketId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp } from '../app/testing/app'
import { selectRawWindow } from '../conversation/raw-window'
import { filed, HOUR } from '../store/testing/samples'
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

const GARDEN = [
  'Tomatoes in the garden need potash, sun and water.',
  'When do the tomatoes in the garden need potash and water?',
  'How much water do tomatoes in the garden need in summer?',
  'Is potash good for tomatoes in the garden?',
]
const TAXES = [
  'The tax office wants my income tax return with receipts.',
  'Which receipts does the tax office want for the income tax return?',
  'When is the income tax return due at the tax office?',
  'Does the tax office want receipts for the home office?',
]

const close = async (): Promise<void> => {
  world.clock.advance(2 * HOUR)
  await world.app.segments.checkTimeouts()
}

describe('a mark that the topic changed', () => {
  it('is set where the talk comes to another bucket and nowhere else, and the next session’s raw window starts there', async () => {
    for (const texts of [GARDEN, TAXES]) {
      for (const text of texts) {
        await say(world, text)
        world.clock.advance(60_000)
      }
      world.clock.advance(25 * 60_000)
    }
    await close()
    const newest = (await world.store.messages.newest(25)).filter(({ role }) => role === 'user')
    const moves = newest.filter((message, i) => i > 0 && message.bucketId !== newest[i - 1]?.bucketId)
    expect(moves.length).toBeGreaterThan(0)
    expect(newest.filter(({ topicChanged }) => topicChanged)).toEqual(moves)
    expect(moves.map(({ text }) => text)).toContain(TAXES[0])
    expect(selectRawWindow(newest, 15)[0]?.text).toBe(moves[0]?.text)
  })

  it('is taken away when the whole is judged as one after all, but not where a model marked it in hindsight', async () => {
    const started = world.clock.now()
    for (const text of GARDEN) {
      await say(world, `${text} Slugs as well.`)
      world.clock.advance(60_000)
    }
    const said = (await world.store.messages.newest(25)).filter((m) => m.role === 'user' && Date.parse(m.ts) >= started)
    const [, second, third] = said
    if (!second || !third) throw new Error('nothing was said')
    const lies = bucketId.parse(second.bucketId)
    await world.store.filing.commit(
      filed(second.id, lies, world.clock.now(), { newBuckets: [], topicChanged: [second.id] }),
    )
    await world.store.messages.markBoundaries([third.shortId], 25)
    await close()
    const [two, three] = await world.store.messages.byIds([second.id, third.id])
    expect([two?.topicChanged, three?.topicChanged]).toEqual([false, true])
  })
})
