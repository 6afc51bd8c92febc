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
    this.current = read(await this.ports.store.preferences.get(KEY))
  }

  /** Another program may have saved something else. */
  reload(): Promise<void> {
    return this.writing.runExclusive(async () => {
      const before = JSON.stringify(this.current)
      await this.load()
      if (JSON.stringify(this.current) !== before)
        this.ports.bus.tell({ type: 'settings.changed', settings: this.get() })
    })
  }

  get(): Settings {
    return { ...this.current, ...this.overrides }
  }

  /** A change that could not be written does not apply. */
  set(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings> {
    const { store, bus, clock } = this.ports
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    return this.writing.runExclusive(async () => {
      const checked = settingsSchema.parse({ ...this.current, ...given })
      const patch = Object.fromEntries(Object.entries(checked).filter(([key]) => key in given))
      // What another program of this person saved meanwhile stays.
      this.current = read(await store.preferences.merge(KEY, patch, clock.now()))
      bus.tell({ type: 'settings.changed', settings: this.get() })
      return this.get()
    })
  }
}

function read(value: unknown): Settings {
  const saved = savedSettings.parse(value)
  const known = Object.entries(settingsSchema.shape).flatMap(([key, field]) => {
    const one = field.safeParse(saved[key])
    return one.success ? [[key, one.data] as const] : []
  })
  return settingsSchema.parse(Object.fromEntries(known))
}
