import type { ModelsPersistence } from './ports'
import { parseStoredModels, type StoredModels } from './stored-models'

/** What the model service keeps between runs, in memory and saved. */
export class StoredState {
  #saving: Promise<void> = Promise.resolve()

  private constructor(
    private readonly persistence: ModelsPersistence,
    private current: StoredModels,
  ) {}

  /** Throws a ZodError if what was saved cannot be read: it is not overwritten. */
  static async open(persistence: ModelsPersistence): Promise<StoredState> {
    return new StoredState(persistence, parseStoredModels(await persistence.load()))
  }

  get value(): StoredModels {
    return this.current
  }

  /** Changes it at once and resolves when it is saved; one save after the other, each of the newest state. */
  update(change: (stored: StoredModels) => StoredModels): Promise<void> {
    this.current = change(this.current)
    const saving = this.#saving.catch(() => undefined).then(() => this.persistence.save(this.current))
    this.#saving = saving
    return saving
  }

  /** When nothing is being saved any more; a failed save was reported to who caused it. */
  async settled(): Promise<void> {
    await this.#saving.catch(() => undefined)
  }
}
