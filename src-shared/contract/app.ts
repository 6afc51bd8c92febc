import { z } from 'zod'
import type { IsoTime } from '../domain'
import type { JobId } from '../ids'
import type { BackupView } from './backups'
import type { Failure } from './errors'
import { nothing, request } from './request'
import type { ImportSummary } from './transfer'

export interface AppState {
  version: string
  platform: string
  /** Set if the store could not be opened; then every other request fails with `unavailable`. */
  storeFailure: Failure | null
  /** The newest good backup of a store that could not be opened because it is damaged. */
  restorable: BackupView | null
  profile: string
  messages: number
  firstMessageAt: IsoTime | null
  timeZone: string
}

export const appRequests = {
  'app.state': request<AppState>()(nothing),
  /** Nothing, or `store_damaged` in words: what the store knows of and has lost. Asked once after a start. */
  'app.whole': request<null>()(nothing),
  /** Opens a file dialog in the main process and imports the chosen file. Null if the person cancelled. */
  'transfer.import': request<{ jobId: JobId } | null>()(nothing),
  /** What was typed and not sent is on disk: the browser's own storage waits for seconds, and a crash does not. */
  'app.keepDrafts': request<null>()(nothing),
  /** Asks the person, then opens the link in their browser. http and https only. */
  'app.openLink': request<null>()(z.object({ url: z.url({ protocol: /^https?$/ }) })),
}

export type AppEvent =
  | { type: 'app.notice'; level: 'info' | 'error'; message: string }
  | { type: 'import.finished'; summary: ImportSummary; whole: boolean }
  /** Upkeep begins, and ends, to file what an import left unfiled: what comes into buckets in between came with the import. */
  | { type: 'import.filing'; active: boolean }
  /** Anything may be otherwise: another program wrote much, or the connection to the server was away. */
  | { type: 'store.refreshed' }
  /** A store of an older version is brought up to date before anything can be asked of it; `share` of the step is done, 0 to 1. */
  | { type: 'store.updating'; step: 'backup' | 'schema' | 'search'; share: number | null }
