import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp } from '../app/testing/app'
import { selectRawWindow } from '../conversation/raw-window'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { topicModelFor } from './boundary/fitted'
import { topicBoundaries } from './boundary/topic-boundaries'

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

describe('topic boundaries in a talk without pauses', () => {
  it('are marked when the segment closes, and the next session’s raw window starts at the first of them', async () => {
    for (const text of [...GARDEN, ...TAXES]) {
      await say(world, text)
      world.clock.advance(60_000)
    }
    world.clock.advance(2 * HOUR)
    await world.app.segments.checkTimeouts()
    const [segment] = await world.store.segments.newest(1)
    if (!segment) throw new Error('there is no segment')
    const { modelId } = world.app.models.embedder
    const stored = await world.store.messages.ofSegmentWithVectors(segment.id, modelId)
    const turns = await world.app.desk.reader.read(stored)
    const model = topicModelFor(modelId)
    if (!model) throw new Error('the test’s embedding model has a boundary model')
    const found = topicBoundaries(model, turns).map((i) => turns[i]?.id)
    const newest = (await world.store.messages.newest(25)).filter(({ role }) => role === 'user')
    const marked = newest.filter(({ topicChanged }) => topicChanged)
    expect(marked.map(({ id }) => id)).toEqual(expect.arrayContaining(found))
    expect(marked.map(({ text }) => text)).toContain(TAXES[0])
    expect(selectRawWindow(newest, 15)[0]?.text).toBe(marked[0]?.text)
  })
})
