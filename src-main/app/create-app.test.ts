import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { chatWith, openTestApp, say } from './testing/app'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

describe('the composed product', () => {
  it('comes back as it was left: messages, buckets, settings, endpoint and abilities', async () => {
    const world = await openTestApp(test)
    const server = await chatWith(world, { abilities: ['tags'], answer: () => 'Yes.' })
    await say(world, 'Tomatoes need potash.')
    await world.app.settings.set({ segmentTimeoutMinutes: 30 })
    await world.app.close()
    const next = await world.reopen()
    expect(next.app.models.chat?.id).toBe(world.app.models.chat?.id)
    expect(next.app.models.can('tags')).toBe(true)
    expect(next.app.settings.get().segmentTimeoutMinutes).toBe(30)
    expect(next.app.directory.visible().map((b) => b.id)).toEqual(world.app.directory.visible().map((b) => b.id))
    expect(next.app.desk.statistics.frequency('potash')).toBe(1)
    expect((await say(next, 'And sun?')).reply?.text).toBe('Yes.')
    await next.close()
    await server.close()
  })

  it('mends at start what a crash left: replies under way and downstream work', async () => {
    const world = await openTestApp(test)
    await say(world, 'Tomatoes need potash.')
    await say(world, 'Tomatoes need sun.')
    world.clock.advance(2 * HOUR)
    const [segment] = await world.store.segments.newest(1)
    if (!segment) throw new Error('there is no segment')
    // As if the process had died between the collapse and what follows it.
    await world.app.desk.judgeSegment(segment.id)
    const claim = { segmentId: segment.id, now: world.clock.now(), claimMs: 1 }
    expect(await world.store.segments.claim(claim)).toBe(true)
    const next = await world.reopen()
    await next.app.recover()
    next.clock.advance(HOUR)
    await next.app.segments.checkTimeouts()
    expect(await next.store.segments.byId(segment.id)).toMatchObject({ status: 'collapsed', domainBlocksUpdated: true })
    await next.close()
    await world.close()
  })

  it('keeps the profiles of one store apart', async () => {
    const [ann, ben] = [await openTestApp(test), await openTestApp(test)]
    await say(ann, 'Ann’s tomatoes.')
    expect(await ben.store.messages.newest(10)).toEqual([])
    expect(ben.app.directory.all()).toEqual([])
    expect(ben.app.profileId).not.toBe(ann.app.profileId)
    await ann.close()
    await ben.close()
  })

  it('closes although its store has died under it', async () => {
    const world = await openTestApp(test)
    await say(world, 'Tomatoes need potash.')
    world.crash()
    await expect(world.app.conversation.send({ text: 'x' })).rejects.toMatchObject({ code: 'unavailable' })
    await world.close()
  })
})
