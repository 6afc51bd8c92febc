import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store/protocol'
import { say } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createManifest } from './manifest-service'
import { HOUR, MINUTE, openSegments, START } from './testing/fixture'

let test: TestStore
let profile = 0
let store: Store

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  store = await test.as(`profile ${profile++}`)
})
afterAll(() => test.close())

async function open() {
  const segments = await openSegments(store)
  const here = { timeZone: 'UTC', locale: 'en-US' }
  const manifest = createManifest({
    store,
    clock: segments.clock,
    bus: segments.bus,
    settings: () => ({ manifestDepth: 30, manifestTitleLength: 60, segmentTimeoutMinutes: 60 }),
    place: () => ({ ...here }),
    directory: segments.directory,
  })
  return { ...segments, manifest, here }
}

async function talk(at: number, bucket: string) {
  await say(store, `Let us talk about ${bucket}.`, at, bucket)
  await say(store, `There is more to say about ${bucket}.`, at + MINUTE, bucket)
}

describe('the manifest of a store', () => {
  it('shows the running segment as Active under its buckets’ titles, and its own title once it collapsed', async () => {
    const { manifest, service, clock, directory } = await open()
    await talk(START, 'dogs_001')
    await directory.load()
    clock.set(START + 2 * MINUTE)
    expect(await manifest.render()).toContain('[8:00am - Active] dogs_001')
    clock.set(START + 2 * HOUR)
    expect(await manifest.render()).toContain('[8:00am - 8:01am] dogs_001')
    await service.checkTimeouts()
    const { groups } = await manifest.tree({ depth: 30 })
    expect(groups[0]?.segments[0]).toMatchObject({ status: 'collapsed', buckets: ['dogs_001'] })
    expect(await manifest.render()).toContain(groups[0]?.segments[0]?.title)
  })

  it('calls yesterday Yesterday after midnight, without anything having happened', async () => {
    const { manifest, clock } = await open()
    await talk(START, 'dogs_001')
    clock.set(START + 3 * HOUR)
    expect(await manifest.render()).toContain('Today')
    clock.set(START + 16 * HOUR)
    const text = await manifest.render()
    expect(text).toContain('Yesterday')
    expect(text).not.toContain('Today')
  })

  it('follows the reader to another time zone', async () => {
    const { manifest, clock, here } = await open()
    await talk(START, 'dogs_001')
    clock.set(START + 2 * HOUR)
    expect(await manifest.render()).toContain('8:00am')
    here.timeZone = 'Asia/Tokyo'
    expect(await manifest.render()).toContain('5:00pm')
  })

  it('is read anew after the bus told of a change, and kept until then', async () => {
    const { manifest, clock, bus } = await open()
    await talk(START, 'dogs_001')
    clock.set(START + 2 * MINUTE)
    const messages = async () => (await manifest.tree({ depth: 30 })).groups[0]?.segments[0]?.messages
    expect(await messages()).toBe(2)
    await say(store, 'One more, and nobody told.', START + 2 * MINUTE, 'dogs_001')
    expect(await messages()).toBe(2)
    bus.tell({ type: 'manifest.changed' })
    expect(await messages()).toBe(3)
  })

  it('says the same in the prompt and in the window, to any depth, zone and locale, and reads the store once for both', async () => {
    const { clock, bus, here, directory } = await open()
    for (let i = 0; i < 3; i++) await talk(START + i * 20 * HOUR, `topic${i}_001`)
    await directory.load()
    clock.set(START + 70 * HOUR)
    let reads = 0
    const { segmentViews } = store
    const counted: Store = {
      ...store,
      segmentViews: {
        ...segmentViews,
        page: (query) => {
          reads += 1
          return segmentViews.page(query)
        },
        bucketsOf: (ids) => segmentViews.bucketsOf(ids),
      },
    }
    let manifestDepth = 30
    const manifest = createManifest({
      store: counted,
      clock,
      bus,
      settings: () => ({ manifestDepth, manifestTitleLength: 60, segmentTimeoutMinutes: 60 }),
      place: () => ({ ...here }),
      directory,
    })
    for (const [depth, timeZone, locale] of [
      [30, 'UTC', 'en-US'],
      [2, 'UTC', 'en-US'],
      [2, 'Pacific/Auckland', 'de-DE'],
    ] as const) {
      manifestDepth = depth
      Object.assign(here, { timeZone, locale })
      const { groups } = await manifest.tree({ depth })
      expect((await manifest.forPrompt()).groups).toEqual(groups)
      const text = await manifest.render()
      for (const { label, segments } of groups) {
        expect(text).toContain(label)
        for (const { title } of segments) expect(text).toContain(title)
      }
      expect(groups.flatMap((g) => g.segments)).toHaveLength(Math.min(depth, 3))
    }
    // Two depths, each once with the archived ones and once without: a zone and a locale only change how they are grouped.
    expect(reads).toBe(4)
    manifest.close()
  })

  it('finds segments by title or synopsis and is cut at its depth, newest kept', async () => {
    const { manifest, service, clock } = await open()
    for (let i = 0; i < 4; i++) await talk(START + i * 3 * HOUR, `topic${i}_001`)
    clock.set(START + 24 * HOUR)
    await service.checkTimeouts()
    const two = await manifest.tree({ depth: 2 })
    expect(two.total).toBe(4)
    expect(two.groups.flatMap((g) => g.segments.flatMap((s) => s.buckets))).toEqual(['topic3_001', 'topic2_001'])
    const found = await manifest.tree({ depth: 30, filter: 'topic1' })
    expect(found.groups.flatMap((g) => g.segments.flatMap((s) => s.buckets))).toEqual(['topic1_001'])
  })
})
