/** What the model service needs of the rest of the product; each entry point (window, command line, tests) brings its own. */
import type { JobView } from '@shared/contract/models'
import type { JobId } from '@shared/ids'
import type { StoredModels } from './stored-models'

export interface ModelSettings {
  /** `none`, a catalog id or an endpoint's id. */
  chatModel: string
  embeddingModel: string
}

export interface ModelSettingsPort {
  read(): ModelSettings
  write(patch: Partial<ModelSettings>): Promise<void>
}

/** The operating system's keyring. Both may throw; a key that cannot be read is asked for again. */
export interface SecretsPort {
  /** False where the system has none: a key lies in a file then, if the person agrees. */
  available(): boolean
  encrypt(text: string): Promise<string>
  decrypt(cipher: string): Promise<string>
}

/** Keys in a file that only its owner reads (`key-file.ts`), for a system without a keyring. */
export interface KeyFilePort {
  /** Null if there is no such key. */
  read(endpointId: string): Promise<string | null>
  write(endpointId: string, key: string): Promise<void>
  remove(endpointId: string): Promise<void>
}

/** Endpoints, confirmed hosts and measured abilities, outside the store: they belong to the machine, not to a profile. */
export interface ModelsPersistence {
  /** What was saved last, unchecked; null if nothing was. */
  load(): Promise<unknown>
  save(data: StoredModels): Promise<void>
}

interface JobHandle {
  signal: AbortSignal
  /** 0 to 1, null if it cannot be known. */
  report(progress: number | null, detail: string): void
}

/** The list of long-running work that a person sees and can cancel. */
export interface JobsPort {
  /** Runs `work`; its failure becomes the job's, never an unhandled rejection. */
  start(kind: JobView['kind'], title: string, work: (job: JobHandle) => Promise<void>): JobId
  cancel(jobId: JobId): void
}
