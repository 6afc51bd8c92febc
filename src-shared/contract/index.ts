/** The whole contract between window and main: one map from request name to its schema and answer, one union of events. */
import type { z } from 'zod'
import { type AppEvent, appRequests } from './app'
import { attachmentRequests } from './attachments'
import { type BackupEvent, backupRequests } from './backups'
import { type BucketEvent, bucketRequests } from './buckets'
import { type ConversationEvent, conversationRequests } from './conversation'
import { type DesktopEvent, desktopRequests } from './desktop'
import { type ErasingEvent, erasingRequests } from './erasing'
import type { Result } from './errors'
import { healthRequests } from './health'
import { type HeartbeatEvent, heartbeatRequests } from './heartbeat'
import { type MemoryEvent, memoryFileRequests, memoryRequests } from './memory'
import { jobRequests, type ModelEvent, modelRequests } from './models'
import { type PassingEvent, passingRequests } from './passing'
import { type ProfileEvent, profileRequests } from './profiles'
import { type ReceiptEvent, receiptRequests } from './receipts'
import type { RequestSpec } from './request'
import { searchRequests } from './search'
import { type SegmentEvent, segmentRequests } from './segments'
import { type SettingsEvent, settingsRequests } from './settings'
import { type ChosenFile, transferRequests } from './transfer'
import { updateRequests } from './updates'

export const contract = {
  ...appRequests,
  ...attachmentRequests,
  ...backupRequests,
  ...bucketRequests,
  ...conversationRequests,
  ...desktopRequests,
  ...erasingRequests,
  ...healthRequests,
  ...heartbeatRequests,
  ...jobRequests,
  ...memoryFileRequests,
  ...memoryRequests,
  ...modelRequests,
  ...passingRequests,
  ...profileRequests,
  ...receiptRequests,
  ...searchRequests,
  ...segmentRequests,
  ...settingsRequests,
  ...transferRequests,
  ...updateRequests,
}

export type RequestName = keyof typeof contract
export type RequestInput<N extends RequestName> = z.input<(typeof contract)[N]['input']>
/** The input after zod parsed it: defaults filled in, ids branded. */
export type ParsedInput<N extends RequestName> = z.output<(typeof contract)[N]['input']>
export type RequestOutput<N extends RequestName> =
  (typeof contract)[N] extends RequestSpec<z.ZodType, infer Output> ? Output : never

export type AppWideEvent =
  | AppEvent
  | BackupEvent
  | BucketEvent
  | ConversationEvent
  | DesktopEvent
  | ErasingEvent
  | HeartbeatEvent
  | MemoryEvent
  | ModelEvent
  | PassingEvent
  | ProfileEvent
  | ReceiptEvent
  | SegmentEvent
  | SettingsEvent

/** What preload puts on `window.catchment`: one way to ask, one way to listen. */
export interface Bridge {
  request<N extends RequestName>(name: N, input: RequestInput<N>): Promise<Result<RequestOutput<N>>>
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppWideEvent) => void): () => void
  /** Hands a file that was dropped on the window to main, which alone learns its path. */
  dropped(file: File): Promise<Result<ChosenFile>>
}
