import type { BucketId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
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
    await eventually(() => expect(world.app.jobs.list()).toMatchObject([{ kind: 'reembed', state: 'done' }]))
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
    await eventually(() => expect(world.app.jobs.list()).toMatchObject([{ kind: 'reembed', state: 'done' }]))
    expect(await missing(world)).toEqual([])
    const late = world.app.desk.shelf.of(bucket)
    await world.app.desk.rebuild()
    expect(world.app.desk.shelf.of(bucket)).toEqual(late)
  })

  it('whoever makes a vector late, the bucket counts its message', async () => {
    const world = await open()
    const server = await chatWith(world, { answer: () => 'Potash and a dry summer for the tomatoes.' })
    ending.push(() => server.close())
    const stop = world.app.bus.on('turn.finished', () => world.host.goMissing(true))
    const { userMessage } = await say(world, 'What do tomatoes need in the garden?')
    await world.app.desk.lock.waitForUnlock()
    expect(await missing(world)).toHaveLength(1)
    stop()
    world.host.goMissing(false)
    // the next turn judges the stretch again, and reads what lacks its vector for that
    await say(world, 'And what do tomatoes need in dry soil?')
    await world.app.desk.lock.waitForUnlock()
    expect(await missing(world)).toEqual([])
    expect(await world.app.desk.differingProfiles()).toBe(0)
    if (userMessage.segmentId) await world.app.desk.judgeSegment(userMessage.segmentId)
    expect(await world.app.desk.differingProfiles()).toBe(0)
  })

  it('buckets are made anew by the next start where a kill came between vectors and buckets', async () => {
    const world = await open()
    world.host.goMissing(true)
    for (let i = 0; i < 65; i++) await say(world, `Tomatoes need potash, part ${i}.`, {})
    const { userMessage } = await say(world, 'Tomatoes need water.')
    const { bucketId } = await world.app.buckets.moveMessage(userMessage.id, { newTitle: 'Allotment' })
    world.host.goMissing(false)
    // as if the process ended right before the last step
    vi.spyOn(world.app.desk, 'rebuild').mockRejectedValue(new Error('killed'))
    await reembedIfNeeded(world.app)
    await eventually(() => expect(world.app.jobs.list()).toMatchObject([{ kind: 'reembed', state: 'failed' }]))
    expect(await missing(world)).toEqual([])
    const next = await world.reopen()
    ending.push(() => next.close())
    expect(await reembedIfNeeded(next.app)).toBe(true)
    await eventually(() => expect(next.app.jobs.list()).toMatchObject([{ kind: 'reembed', state: 'done' }]))
    expect(next.app.desk.shelf.of(bucketId)?.messages).toBe(1)
    expect(await next.app.desk.differingProfiles()).toBe(0)
    expect(await reembedIfNeeded(next.app)).toBe(false)
  })

  it('fails visibly without a model, and goes on where it was at the next start', async () => {
    const world = await open()
    world.host.goMissing(true)
    await say(world, 'Tomatoes need potash.')
    await reembedIfNeeded(world.app)
    await eventually(() =>
      expect(world.app.jobs.list()).toMatchObject([
        { state: 'failed', error: expect.stringContaining('not installed') },
      ]),
    )
    const next = await world.reopen()
    ending.push(() => next.close())
    expect(await reembedIfNeeded(next.app)).toBe(true)
    await eventually(async () => expect(await missing(next)).toEqual([]))
  })
})
