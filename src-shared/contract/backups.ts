import { z } from 'zod'
import type { IsoTime } from '../domain'
import { nothing, request } from './request'
import { passphrase } from './transfer'

export const RESTORE_MODES = ['replace', 'merge'] as const
export type RestoreMode = (typeof RESTORE_MODES)[number]

export interface BackupView {
  id: string
  ts: IsoTime
  /** Of all profiles. */
  messages: number
  buckets: number
  newest: IsoTime | null
  /** It was opened in another process and found to hold what the store held. */
  verified: boolean
  /** Why it does not count. */
  failure: string | null
  reason: 'daily' | 'asked' | 'migration' | 'import' | 'restore' | 'bulk' | 'erase'
  /** What it added to the backups before it. */
  addedBytes: number
}

export interface BackupsState {
  /** Newest first. */
  backups: BackupView[]
  /** The folder they lie in, for a person to read. */
  place: string
  isDefaultPlace: boolean
  /** All of them together. */
  bytes: number
  /** Why none can be made here; null: they can. */
  elsewhere: string | null
}

export interface OnlyOneSideView {
  messages: number
  from: IsoTime | null
  to: IsoTime | null
  buckets: { title: string; messages: number }[]
}

/** What a rescue brought back. */
export interface RescueView {
  /** Of persons and the assistant, in all profiles. */
  messages: number
  /** Rows that could not be read, by table; at least so many. */
  lost: { table: string; rows: number }[]
  /** What had lost its counterpart and was mended, in words. */
  mended: string[]
  /** Where the damaged database lies now. */
  setAside: string
}

export interface RestorePreview {
  backup: BackupView
  /** What is here now and not in the backup; null if the store of today cannot be read. */
  here: OnlyOneSideView | null
  /** What the backup has and the store of today lacks. */
  there: OnlyOneSideView | null
}

const id = z.string().max(40)

export const backupRequests = {
  'backups.state': request<BackupsState>()(nothing),
  /** Makes one and verifies it; the newest one if nothing changed since. */
  'backups.make': request<BackupView>()(nothing),
  'backups.preview': request<RestorePreview>()(z.object({ id })),
  /** Replaces the whole store, or adds what it lacks. Afterwards the window begins anew. */
  'backups.restore': request<null>()(z.object({ id, mode: z.enum(RESTORE_MODES) })),
  /**
   * Reads what can be read of the damaged store into a new one, row by row, and puts that in its place; what was there is set
   * aside and kept. Afterwards the window begins anew. `store_corrupt` if nothing of it can be read.
   */
  'backups.rescue': request<RescueView>()(nothing),
  /** Asks where to, and writes one backup into one file to be kept elsewhere; false if the person cancelled. */
  'backups.saveCopy': request<boolean>()(z.object({ id, passphrase })),
  /** Asks for such a file. Null if the person cancelled. */
  'backups.chooseCopy': request<{ token: string; name: string; sealed: boolean } | null>()(nothing),
  /** Puts it among the backups. `wrong_passphrase`, `import_broken`, `conflict` if it is there already. */
  'backups.takeCopy': request<null>()(z.object({ token: z.uuid(), passphrase })),
  /** Opens a dialog in the main process; false if the person cancelled. */
  'backups.choosePlace': request<boolean>()(z.object({ reset: z.boolean() })),
}

export type BackupEvent = { type: 'backups.changed' }
