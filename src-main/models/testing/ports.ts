/** The model service's ports in memory, for tests. */
import { randomUUID } from 'node:crypto'
import { type JobId, jobId } from '@shared/ids'
import type { JobsPort, KeyFilePort, ModelSettings, ModelSettingsPort, ModelsPersistence, SecretsPort } from '../ports'
import type { StoredModels } from '../stored-models'

export interface TestJob {
  kind: string
  title: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  progress: number | null
  error: unknown
  /** Resolves when the job has ended, however. */
  ended: Promise<void>
}

/** Jobs that really run and can be looked at. */
export class TestJobs implements JobsPort {
  readonly all = new Map<JobId, TestJob>()
  readonly #controllers = new Map<JobId, AbortController>()

  start: JobsPort['start'] = (kind, title, work) => {
    const id = jobId.parse(randomUUID())
    const controller = new AbortController()
    const job: TestJob = { kind, title, state: 'running', progress: null, error: null, ended: Promise.resolve() }
    const report = (progress: number | null): void => {
      job.progress = progress
    }
    job.ended = work({ signal: controller.signal, report }).then(
      () => {
        job.state = 'done'
      },
      (error: unknown) => {
        job.state = controller.signal.aborted ? 'cancelled' : 'failed'
        job.error = error
      },
    )
    this.all.set(id, job)
    this.#controllers.set(id, controller)
    return id
  }

  cancel(id: JobId): void {
    this.#controllers.get(id)?.abort()
  }
}

export class TestSettings implements ModelSettingsPort {
  constructor(private settings: ModelSettings = { chatModel: 'none', embeddingModel: 'multilingual-e5-small' }) {}

  read(): ModelSettings {
    return this.settings
  }

  async write(patch: Partial<ModelSettings>): Promise<void> {
    this.settings = { ...this.settings, ...patch }
  }
}

export class TestPersistence implements ModelsPersistence {
  constructor(public saved: StoredModels | null = null) {}

  async load(): Promise<unknown> {
    return this.saved === null ? null : JSON.parse(JSON.stringify(this.saved))
  }

  async save(data: StoredModels): Promise<void> {
    this.saved = data
  }
}

/** Base64 in place of a keyring: enough to see that no key is stored as it is. */
export const testSecrets: SecretsPort = {
  available: () => true,
  encrypt: async (text) => Buffer.from(text).toString('base64'),
  decrypt: async (cipher) => Buffer.from(cipher, 'base64').toString(),
}

/** A key file in memory. */
export function testKeyFile(keys = new Map<string, string>()): KeyFilePort {
  return {
    read: async (id) => keys.get(id) ?? null,
    write: async (id, key) => void keys.set(id, key),
    remove: async (id) => void keys.delete(id),
  }
}
