import type { BucketId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestStore, type TestStore } from '../store/testing/store'
import { reembedIfNeeded } from './reembed'
import { chatWith, openTestApp, say, type TestApp } from './testing/app'

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
const missing = ({ app, store }: TestApp) => store.messages.withoutVector(app.models.embedder.modelId, 100)

describe('reading messages anew', () => {
  it('does nothing where nothing is missing', async () => {
    const world = await open()
    await say(world, 'Tomatoes need potash.')
    expect(await reembedIfNeeded(world.app)).toBe(false)
    expect(world.app.jobs.list()).toEqual([])
  })

  it('gives vectors to what was written while there was no model, and the buckets know of it', async () => {
    const world = await open()
    world.host.goMissing(true)
    const { userMessage } = await say(world, 'Tomatoes need potash.')
    const { bucketId } = await world.app.buckets.moveMessage(userMessage.id, { newTitle: 'Allotment' })
    expect(await missing(world)).toHaveLength(1)
    world.host.goMissing(false)
    expect(await reembedIfNeeded(world.app)).toBe(true)
    await vi.waitFor(() => expect(world.app.jobs.list()).toMatchObject([{ kind: 'reembed', state: 'done' }]))
    expect(await missing(world)).toEqual([])
    expect(world.app.desk.shelf.of(bucketId)?.messages).toBe(1)
  })

  it('makes good what a process left unread that ended right after a reply', async () => {
    const world = await open()
    const server = await chatWith(world, { answer: () => 'Potash and a dry summer.' })
    ending.push(() => server.close())
    // the question's vector is made before the model is asked, the reply's after the commit
    world.app.bus.on('turn.finished', () => world.host.goMissing(true))
    const { userMessage, reply } = await say(world, 'What do tomatoes need?')
    await world.app.desk.lock.waitForUnlock()
    expect((await missing(world)).map((m) => m.id)).toEqual([reply?.id])
    const bucket = userMessage.bucketId as BucketId
    expect(reply?.bucketId).toBe(bucket)
    expect(world.app.desk.shelf.of(bucket)?.messages).toBe(1)
    world.host.goMissing(false)
    await reembedIfNeeded(world.app)
    await vi.waitFor(() => expect(world.app.jobs.list()).toMatchObject([{ kind: 'reembed', state: 'done' }]))
    expect(await missing(world)).toEqual([])
    const late = world.app.desk.shelf.of(bucket)
    await world.app.desk.rebuild()
    expect(world.app.desk.shelf.of(bucket)).toEqual(late)
  })

  it('fails visibly without a model, and goes on where it was at the next start', async () => {
    const world = await open()
    world.host.goMissing(true)
    await say(world, 'Tomatoes need potash.')
    await reembedIfNeeded(world.app)
    await vi.waitFor(() =>
      expect(world.app.jobs.list()).toMatchObject([
        { state: 'failed', error: expect.stringContaining('not installed') },
      ]),
    )
    const next = await world.reopen()
    ending.push(() => next.close())
    expect(await reembedIfNeeded(next.app)).toBe(true)
    await vi.waitFor(async () => expect(await missing(next)).toEqual([]))
  })
})
