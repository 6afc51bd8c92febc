/** The seed's example timelines, what survives a restart, and clocks that jump, in the whole product (seed 003). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp } from '../app/testing/app'
import { createUpkeep } from '../app/upkeep'
import { SimulatedClock } from '../runtime/clock'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

const MINUTE = 60_000
let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const TEXT = 'Debugging the parser of the invoice importer, line by line.'
const statuses = async ({ store }: TestApp) => (await store.segments.newest(10)).map((s) => [s.status, s.messages])
const open = (iso: string, timeZone = 'UTC') =>
  openTestApp(test, { clock: new SimulatedClock(Date.parse(iso)), timeZone })

describe('the example timeline', () => {
  it('goes from the first message to the manifest of the afternoon', async () => {
    const world = await open('2026-01-05T08:00:00Z')
    const events: string[] = []
    for (const name of ['segment.timeout', 'segment.collapsed', 'manifest.updated'] as const)
      world.app.bus.on(name, () => void events.push(name))
    const upkeep = createUpkeep(world.app)
    await say(world, TEXT)
    expect(await statuses(world)).toEqual([])
    world.clock.advance(MINUTE)
    await say(world, TEXT)
    expect(await statuses(world)).toEqual([['active', 2]])
    expect(await world.app.manifest.render()).toMatch(/└─ Today\n {3}└─ \[8:00am - Active\]/)
    world.clock.set(Date.parse('2026-01-05T11:35:00Z'))
    await upkeep.wake()
    await world.app.segments.idle()
    expect(events).toEqual(['segment.timeout', 'segment.collapsed', 'manifest.updated'])
    const [morning] = await world.store.segments.newest(1)
    expect(morning).toMatchObject({ status: 'collapsed', domainBlocksUpdated: true, summarisedBy: 'extractive' })
    world.clock.set(Date.parse('2026-01-05T15:00:00Z'))
    await say(world, TEXT)
    world.clock.advance(MINUTE)
    await say(world, TEXT)
    expect(await statuses(world)).toEqual([
      ['active', 2],
      ['collapsed', 2],
    ])
    const manifest = await world.app.manifest.render()
    expect(manifest).toMatch(/\[3:00pm - Active\] .+\n {3}└─ \[8:00am - 8:01am\] .+$/)
    expect(manifest).toContain(morning?.title)
    await world.close()
  })

  it('resumes the same segment after a restart, and closes it by the times in the store whenever that is looked at', async () => {
    let world = await open('2026-01-05T14:00:00Z')
    await say(world, TEXT)
    world.clock.advance(MINUTE / 2)
    await say(world, TEXT)
    const [before] = await world.store.segments.newest(1)
    world.crash()
    world = await world.reopen()
    world.clock.set(Date.parse('2026-01-05T14:30:00Z'))
    await say(world, TEXT)
    expect(await world.store.segments.newest(1)).toMatchObject([
      { id: before?.id, status: 'active', messages: 3, startedAt: before?.startedAt },
    ])
    world.clock.advance(59 * MINUTE)
    await createUpkeep(world.app).wake()
    expect(await statuses(world)).toEqual([['active', 3]])
    world.crash()
    // Nobody was there when the hour was over.
    world = await world.reopen()
    world.clock.advance(9 * HOUR)
    await createUpkeep(world.app).wake()
    expect(await statuses(world)).toEqual([['collapsed', 3]])
    expect((await world.store.messages.overview()).messages).toBe(3)
    await world.close()
  })
})

describe('the look at timeouts', () => {
  it('is at start-up and every five minutes, and oftener where the silence is set shorter', async () => {
    const world = await open('2026-01-05T08:00:00Z')
    await say(world, TEXT)
    await say(world, TEXT)
    const upkeep = createUpkeep(world.app)
    const lookAt = async (iso: string) => {
      world.clock.set(Date.parse(iso))
      await upkeep.look()
      return (await statuses(world))[0]?.[0]
    }
    expect(await lookAt('2026-01-05T08:57:00Z')).toBe('active')
    expect(await lookAt('2026-01-05T09:01:00Z')).toBe('active')
    expect(await lookAt('2026-01-05T09:02:00Z')).toBe('collapsed')
    await say(world, TEXT)
    await say(world, TEXT)
    await world.app.settings.set({ segmentTimeoutMinutes: 2 })
    expect(await lookAt('2026-01-05T09:03:30Z')).toBe('active')
    expect(await lookAt('2026-01-05T09:04:31Z')).toBe('collapsed')
    await world.close()
  })
})

describe('the state diagram', () => {
  it('is gone through from created to archived, with a restart in every state; neighbours keep to their own messages', async () => {
    let world = await open('2026-01-05T08:00:00Z')
    const states: string[] = []
    const step = async () => {
      const [first] = (await world.store.segments.newest(10)).reverse()
      states.push(first?.status ?? 'created')
      world.crash()
      world = await world.reopen()
    }
    await say(world, TEXT)
    await step()
    world.clock.advance(MINUTE)
    await say(world, TEXT)
    await step()
    world.clock.advance(2 * HOUR)
    const [morning] = await world.store.segments.newest(1)
    if (!morning) throw new Error('there is no segment')
    await world.store.segments.claim({ segmentId: morning.id, now: world.clock.now(), claimMs: 10 * MINUTE })
    await step()
    // The next talk begins before the first one is closed: its sentinel is where that one ends.
    await say(world, 'The sourdough bread needs a hotter oven.')
    world.clock.advance(MINUTE)
    await say(world, 'The rye bread of the sourdough was sour enough.')
    world.clock.advance(10 * MINUTE)
    await world.app.segments.checkTimeouts()
    await step()
    await world.app.segments.closeNow()
    const [bread, parser] = await world.store.segments.newest(2)
    expect(parser?.synopsis).toContain('parser')
    expect(parser?.synopsis).not.toMatch(/bread/)
    expect(bread?.synopsis).not.toContain('parser')
    for (const bucket of world.app.directory.visible())
      await world.app.buckets.command({ kind: 'archive', bucket: bucket.id })
    world.clock.advance(181 * 24 * HOUR)
    await world.app.segments.archive()
    await step()
    expect(states).toEqual(['created', 'active', 'collapsing', 'collapsed', 'archived'])
    await world.close()
  })
})

describe('a clock that jumps', () => {
  it.each([
    ['daylight saving begins', '2026-03-29T00:30:00Z', 'Europe/Berlin'],
    ['daylight saving ends', '2026-10-25T00:30:00Z', 'Europe/Berlin'],
    ['a year ends', '2026-12-31T23:30:00Z', 'Europe/Berlin'],
  ])('changes nothing of the hour when %s', async (_, iso, zone) => {
    const world = await open(iso, zone)
    await say(world, TEXT)
    await say(world, TEXT)
    world.clock.advance(59 * MINUTE)
    await world.app.segments.checkTimeouts()
    expect(await statuses(world)).toEqual([['active', 2]])
    // Two messages of one instant are kept a millisecond apart.
    world.clock.advance(MINUTE + 1)
    await world.app.segments.checkTimeouts()
    expect(await statuses(world)).toEqual([['collapsed', 2]])
    await world.close()
  })

  it('closes at once after sleep what fell silent in it, in whatever zone the computer wakes', async () => {
    let world = await open('2026-01-05T20:00:00Z', 'Europe/Lisbon')
    await say(world, TEXT)
    await say(world, TEXT)
    const upkeep = createUpkeep(world.app)
    await upkeep.look()
    world.crash()
    world = await world.reopen({ timeZone: 'Asia/Tokyo' })
    world.clock.advance(8 * HOUR)
    await createUpkeep(world.app).wake()
    expect(await statuses(world)).toEqual([['collapsed', 2]])
    expect((await world.app.manifest.tree({ depth: 5 })).groups.map((g) => [g.date, g.label])).toEqual([
      ['2026-01-06', 'Today'],
    ])
    await world.close()
  })

  it('goes by the threshold of the hour where one is set', async () => {
    const clock = new SimulatedClock(Date.parse('2026-01-05T20:30:00Z'))
    const world = await openTestApp(test, { clock, timeZone: 'UTC', overrides: { segmentNightMinutes: 240 } })
    await say(world, TEXT)
    await say(world, TEXT)
    clock.set(Date.parse('2026-01-05T23:30:00Z'))
    await world.app.segments.checkTimeouts()
    expect(await statuses(world)).toEqual([['active', 2]])
    clock.set(Date.parse('2026-01-06T00:31:00Z'))
    await world.app.segments.checkTimeouts()
    expect(await statuses(world)).toEqual([['collapsed', 2]])
    await world.close()
  })
})

describe('the manifest’s pages', () => {
  it('filter by text, bucket and local date, and follow each other, archived ones included', async () => {
    const world = await open('2026-01-05T08:00:00Z', 'Asia/Tokyo')
    for (const text of [TEXT, 'The sourdough bread needs a hotter oven.', '100 % rye bread, and 5_000 loaves.']) {
      await say(world, text)
      await say(world, text)
      await world.app.segments.closeNow()
      world.clock.advance(8 * HOUR)
    }
    const all = await world.store.segments.newest(10)
    const [third, second, first] = all
    const find = async (query: Partial<Parameters<typeof world.app.manifest.tree>[0]>) => {
      const { groups, total } = await world.app.manifest.tree({ depth: 10, ...query })
      return [...groups.flatMap((g) => g.segments.map((s) => s.id)), total]
    }
    expect(await find({})).toEqual([third?.id, second?.id, first?.id, 3])
    expect(await find({ depth: 1 })).toEqual([third?.id, 3])
    expect(await find({ depth: 1, before: third?.id })).toEqual([second?.id, 3])
    expect(await find({ filter: 'SOURDOUGH' })).toEqual([second?.id, 1])
    // Never a pattern.
    expect(await find({ filter: '0 %' })).toEqual([third?.id, 1])
    expect(await find({ filter: 'o_e' })).toEqual([0])
    expect(await find({ bucketId: first?.buckets[0] })).toContain(first?.id)
    // 8:00, 16:00 and 24:00 UTC are 17:00, 1:00 and 9:00 in Tokyo.
    expect(await find({ from: '2026-01-06' })).toEqual([third?.id, second?.id, 2])
    expect(await find({ to: '2026-01-05' })).toEqual([first?.id, 1])
    await world.close()
  })
})
