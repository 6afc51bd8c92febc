import type { AppWideEvent } from '@shared/contract'
import { defaultSettings, settingsRequests } from '@shared/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forwardToWindow } from '../runtime/bus'
import { SimulatedClock } from '../runtime/clock'
import { createTestBus } from '../runtime/testing/bus'
import type { Store } from '../store/protocol'
import { START } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { SettingsService } from './settings'

let test: TestStore
let profile = 0
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

async function open(store: Store, overrides = {}) {
  const bus = createTestBus()
  const events: AppWideEvent[] = []
  forwardToWindow(bus, (event) => events.push(event))
  const settings = new SettingsService({ store, bus, clock: new SimulatedClock(START) }, overrides)
  await settings.load()
  return { settings, events }
}
const fresh = () => test.as(`settings ${profile++}`)

describe('settings', () => {
  it('begin with the seeds’ defaults', async () => {
    const { settings } = await open(await fresh())
    expect(settings.get()).toEqual(defaultSettings)
    expect(defaultSettings).toMatchObject({
      segmentTimeoutMinutes: 60,
      rawWindowMessages: 15,
      manifestDepth: 30,
      sessionSummaries: 3,
      suggestThreshold: 0.85,
      consolidateThreshold: 0.9,
      janitorEveryHours: 6,
      ephemeralHours: 24,
      embeddingModel: 'multilingual-e5-small',
      chatModel: 'none',
    })
  })

  it('apply once they are written: what could not be written changes nothing and tells nobody', async () => {
    const store = await fresh()
    let full = true
    const failing: Store = {
      ...store,
      preferences: {
        ...store.preferences,
        get: (key) => store.preferences.get(key),
        merge: (key, patch, at) =>
          full ? Promise.reject(new Error('disk full')) : store.preferences.merge(key, patch, at),
      },
    }
    const { settings, events } = await open(failing)
    await expect(settings.set({ theme: 'dark' })).rejects.toThrow('disk full')
    expect(settings.get()).toEqual(defaultSettings)
    full = false
    // Two at once: neither is lost.
    await Promise.all([settings.set({ theme: 'dark' }), settings.set({ segmentTimeoutMinutes: 5 })])
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(events).toHaveLength(2)
    expect((await open(store)).settings.get()).toEqual({ ...defaultSettings, theme: 'dark', segmentTimeoutMinutes: 5 })
  })

  it('keep what is changed over a restart, and tell the window', async () => {
    const store = await fresh()
    const { settings, events } = await open(store)
    await settings.set({ segmentTimeoutMinutes: 5, theme: undefined })
    expect((await settings.set({ theme: 'dark' })).segmentTimeoutMinutes).toBe(5)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(events.at(-1)).toMatchObject({
      type: 'settings.changed',
      settings: { theme: 'dark', segmentTimeoutMinutes: 5 },
    })
    const again = await open(store)
    expect(again.settings.get()).toEqual({ ...defaultSettings, theme: 'dark', segmentTimeoutMinutes: 5 })
  })

  it('of one profile are not those of another', async () => {
    const { settings } = await open(await fresh())
    await settings.set({ theme: 'dark' })
    expect((await open(await fresh())).settings.get().theme).toBe('system')
  })

  it('refuse a value out of range and keep the old one', async () => {
    const store = await fresh()
    const { settings } = await open(store)
    await expect(settings.set({ segmentTimeoutMinutes: 0 })).rejects.toThrow()
    expect(settings.get().segmentTimeoutMinutes).toBe(60)
    expect((await open(store)).settings.get()).toEqual(defaultSettings)
  })

  it('that cannot be understood any more fall back to their defaults one by one', async () => {
    const store = await fresh()
    const saved = { theme: 'dark', segmentTimeoutMinutes: -3, chatModel: 7, somethingOld: true, rawWindowMessages: 20 }
    await store.preferences.set('settings', saved, START)
    expect((await open(store)).settings.get()).toEqual({ ...defaultSettings, theme: 'dark', rawWindowMessages: 20 })
    await store.preferences.set('settings', 'nonsense', START)
    expect((await open(store)).settings.get()).toEqual(defaultSettings)
  })

  it('can be set for one run without being stored', async () => {
    const store = await fresh()
    const { settings } = await open(store, { chatModel: 'other' })
    expect(settings.get().chatModel).toBe('other')
    await settings.set({ theme: 'light' })
    expect((await open(store)).settings.get()).toMatchObject({ chatModel: 'none', theme: 'light' })
  })

  it('are patched by name: what a patch does not name is not filled with its default', () => {
    expect(settingsRequests['settings.set'].input.parse({ theme: 'dark' })).toEqual({ theme: 'dark' })
    expect(settingsRequests['settings.set'].input.safeParse({ segmentTimeoutMinutes: 0 }).success).toBe(false)
  })
})
