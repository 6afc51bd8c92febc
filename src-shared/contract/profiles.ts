import { z } from 'zod'
import type { IsoTime } from '../domain'
import { bucketId, type JobId, type ProfileId, profileId } from '../ids'
import type { HeldView } from './erasing'
import { request } from './request'

/** A name as a person writes it: one line, told apart from others whatever its case. */
export const profileName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}/\\]+$/u)

export interface ProfileView {
  id: ProfileId
  name: string
  /** The one whose conversation is open. */
  current: boolean
  /** Messages of the person and the assistant. */
  messages: number
  createdAt: IsoTime
}

export interface ProfilesState {
  /** By name. On a shared server only the person's own. */
  profiles: ProfileView[]
  /** The server the store lies on, in words (“catchment on db.example.org”); null: this computer. */
  server: string | null
  /** Why no profile can be made or switched to here, in one sentence; null if they can. */
  fixed: string | null
}

/** What a person is told before the one irreversible act (07-settled, Erase). */
export interface DeletionView {
  profile: ProfileView
  /** Why it cannot be deleted, in one sentence; null if it can. */
  refusal: string | null
  /** When backups will have dropped it, in one sentence. */
  backups: string
}

export const EXPORT_FORMATS = ['jsonl', 'markdown'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Under which heads an export for reading stands. */
export const MARKDOWN_ORDERS = ['day', 'bucket', 'segment'] as const
export type MarkdownOrder = (typeof MARKDOWN_ORDERS)[number]

export const profileRequests = {
  'profiles.list': request<ProfilesState>()(z.undefined()),
  /** Makes an empty profile; the current one stays open. `conflict` if the name is taken. */
  'profiles.create': request<ProfileView>()(z.object({ name: profileName })),
  /** Ends the current profile in order and opens another; answers when that is open, after `profile.changed` was told. */
  'profiles.switch': request<ProfileView>()(z.object({ profileId })),
  /** What deleting it would mean: to be shown before `profiles.delete`. */
  'profiles.deletion': request<DeletionView>()(z.object({ profileId })),
  /**
   * Irreversible. `name` is what the person typed and must be the profile's name. Deleting the current one opens another
   * first. `dropBackups`: every backup is dropped at once, after a new one was made without it. `conflict` if the name differs
   * or it is the last profile.
   */
  'profiles.delete': request<HeldView>()(z.object({ profileId, name: z.string().max(60), dropBackups: z.boolean() })),
  /**
   * Opens a save dialog in the main process and writes there, as a job of kind `export`. Without `profileId` the current
   * profile, without `bucketId` all of it. `by`: of Markdown, under days if left out. Null if the person cancelled.
   */
  'profiles.export': request<{ jobId: JobId } | null>()(
    z.object({
      profileId: profileId.optional(),
      bucketId: bucketId.optional(),
      format: z.enum(EXPORT_FORMATS),
      by: z.enum(MARKDOWN_ORDERS).optional(),
    }),
  ),
}

export type ProfileEvent =
  /** Another profile is open: nothing the window knows holds any more, every cache begins anew. */
  | { type: 'profile.changed'; profile: { id: ProfileId; name: string } }
  /** A profile was made or deleted. */
  | { type: 'profiles.changed' }
