import type { HttpTiming } from './http-file'

export type DownloadPhase = 'fetching' | 'unpacking' | 'converting' | 'checking'

export interface DownloadProgress {
  modelId: string
  phase: DownloadPhase
  /** Where from, in words for a person: “the hub”, “the npm registry”, “PyPI”, “a file”. */
  from: string
  /** Of this phase; for `fetching` in bytes over the network. */
  doneBytes: number
  totalBytes: number
}

export interface EnsureOptions {
  cacheDir: string
  /** At most five times a second, and at the end of each phase. */
  onProgress?: (progress: DownloadProgress) => void
  signal?: AbortSignal
  /** Nothing is fetched: what is not there stays missing. */
  offline?: boolean
  /** Archives whose content is converted stay in the cache, so that a changed conversion needs no second download. */
  keepPackages?: boolean
  /** For tests: another hub address, impatience. */
  hub?: string
  timing?: HttpTiming
}
