import { type Settings, settingsSchema } from '@shared/contract/settings'
import type { Store } from '../store/protocol'
import type { EventBus } from './bus'
import type { Clock } from './clock'

const KEY = 'settings'

/** The person's settings: in memory, written through to the store. */
export class SettingsService {
  private current: Settings = settingsSchema.parse({})

  constructor(
    private readonly ports: { store: Store; bus: EventBus; clock: Clock },
    /** Values that this run sets without storing them (the command line's, a test's). */
    private readonly overrides: Partial<Settings> = {},
  ) {}

  async load(): Promise<void> {
    const saved = settingsSchema.partial().safeParse((await this.ports.store.preferences.get(KEY)) ?? {})
    this.current = settingsSchema.parse({ ...(saved.success ? saved.data : {}) })
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
