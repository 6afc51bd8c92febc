import { type Settings, settingsSchema } from '@shared/contract/settings'
import { Mutex } from 'async-mutex'
import { z } from 'zod'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'

const KEY = 'settings'
const savedSettings = z.record(z.string(), z.unknown()).catch({})

/** The person's settings: in memory, and written to the store before they apply. */
export class SettingsService {
  private current: Settings = settingsSchema.parse({})
  /** Each change is made on what the one before it left. */
  private readonly writing = new Mutex()

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

  /** A change that could not be written does not apply. */
  set(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings> {
    const { store, bus, clock } = this.ports
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    return this.writing.runExclusive(async () => {
      const changed = settingsSchema.parse({ ...this.current, ...given })
      await store.preferences.set(KEY, changed, clock.now())
      this.current = changed
      bus.tell({ type: 'settings.changed', settings: this.get() })
      return this.get()
    })
  }
}
