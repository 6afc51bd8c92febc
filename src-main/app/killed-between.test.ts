/** A kill between an act in the store and what filing makes of it: the next start makes it good (05-trust, Faults). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../store/testing/store'
import { openTestApp, say } from './testing/app'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

it('what filing knows of buckets whose messages were moved is that of now after the next start', async () => {
  const world = await openTestApp(test)
  const said = [
    await say(world, 'Tomatoes need potash in the garden.'),
    await say(world, 'The soil of the garden is dry.'),
    await say(world, 'Compost for the garden soil.'),
  ]
  const [first] = said
  if (!first) throw new Error('nothing was said')
  const { operationId } = await world.app.buckets.moveMessage(first.userMessage.id, { newTitle: 'Diary' })
  if (operationId === null) throw new Error('nothing was moved')
  expect(await world.app.desk.differingProfiles()).toBe(0)

  await world.store.operations.undo(operationId, world.clock.now())
  world.crash()
  const next = await world.reopen()
  await next.app.recover()
  expect(await next.app.desk.differingProfiles()).toBe(0)
  expect((await next.store.verification.run(true)).problems).toEqual([])
  await next.close()
})
