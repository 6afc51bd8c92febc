import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { endProfile } from './ending'
import { chatWith, openTestApp, say } from './testing/app'
import { createUpkeep } from './upkeep'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

describe('the end of an open profile', () => {
  // Less than the two minutes a model is given.
  it('does not wait for a model that is being asked to summarise; the segment is due again', async () => {
    const world = await openTestApp(test)
    const upkeep = createUpkeep(world.app)
    await say(world, 'Our dog Rex needs a new lead.')
    await say(world, 'The red lead fits the dog Rex.')
    const server = await chatWith(world, { abilities: ['title'] })
    server.behave({ kind: 'silent' })
    world.clock.advance(2 * HOUR)
    const looked = upkeep.look()
    await expect.poll(() => server.received.length).toBeGreaterThan(0)
    await endProfile(world.app, upkeep, Promise.resolve())
    await looked
    expect(await world.store.segments.newest(1)).toMatchObject([{ status: 'active', attempts: 0 }])
    expect((await world.store.verification.run()).problems).toEqual([])
    await server.close()
  }, 100_000)
})
