import { CatchmentError } from '@shared/contract/errors'
import { loadCatalog } from './catalog'
import { ensureModel } from './ensure'
import type { DownloadProgress } from './types'

export interface FetchDefaults {
  cacheDir: string
  offline: boolean
  /** One line of text for a person. */
  log: (line: string) => void
  /** At most five times a second. */
  onProgress?: (progress: DownloadProgress) => void
  signal?: AbortSignal
  keepPackages?: boolean
}

export interface FetchedModel {
  id: string
  state: 'present' | 'fetched' | 'missing'
  /** Why it is missing; null otherwise. */
  reason: string | null
}

/**
 * Fetches the models that setup installs (the catalog's `default`). One that cannot be had is logged in one line and does
 * not stop the next; cancelling and a full disk do (CatchmentError `cancelled`, `disk_full`).
 */
export async function fetchDefaultModels({ log, ...options }: FetchDefaults): Promise<FetchedModel[]> {
  const outcomes: FetchedModel[] = []
  for (const entry of loadCatalog().filter((model) => model.default)) {
    let state: FetchedModel['state'] = 'present'
    const onProgress = (progress: DownloadProgress): void => {
      state = 'fetched'
      options.onProgress?.(progress)
    }
    try {
      await ensureModel(entry, { ...options, onProgress })
      log(`${entry.title}: ${state === 'present' ? 'here' : 'fetched'}`)
      outcomes.push({ id: entry.id, state, reason: null })
    } catch (error) {
      if (!(error instanceof CatchmentError && error.code === 'model_missing')) throw error
      log(error.message)
      outcomes.push({ id: entry.id, state: 'missing', reason: error.message })
    }
  }
  return outcomes
}
