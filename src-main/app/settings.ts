import { type Settings, settingsSchema } from '@shared/contract/settings'
import { z } from 'zod'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'

const KEY = 'settings'
const savedSettings = z.record(z.string(), z.unknown()).catch({})

/** The person's settings: in memory, written through to the store. */
export class SettingsService {
  private current: Settings = settingsSchema.parse({})

  constructor(
    private readonly ports: { store: Store; bus: EventBus; clock: Clock },
    /** Values that this run sets without storing them (the command line's, a test's). */
    private readonly overrides: Partial<Settings> = {},
  ) {}

  /** What was saved; a single value that this version does not understand falls back to its default, the others stay. */
  async load(): Promise<void> {
    const saved = savedSettings.parse(await this.ports.store.preferences.get(KEY))
    const known = Object.entries(settingsSchema.shape).flatMap(([key, field]) => {
      const value = field.safeParse(saved[key])
      return value.success ? [[key, value.data] as const] : []
    })
    this.current = settingsSchema.parse(Object.fromEntries(known))
  }

  get(): Settings {
    return { ...this.current, ...this.overrides }
  }

  async set(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings> {
    const { store, bus, clock } = this.ports
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    this.current = settingsSchema.parse({ ...this.current, ...given })
    await store.preferences.set(KEY, this.current, clock.now())
    bus.tell({ type: 'settings.changed', settings: this.get() })
    return this.get()
  }
}
