import { z } from 'zod'
import type { IsoTime } from '../domain'
import { nothing, request } from './request'

/** What is known of newer versions without looking. */
export interface UpdatesState {
  /** The version that runs. */
  version: string
  /** Where the person said newer ones lie. Main alone knows the folder's path by itself; this is for reading. */
  place: { kind: 'folder' | 'address'; shown: string } | null
  /** False: this build knows no key that newer versions are signed with. */
  canBelieve: boolean
}

/** What lies there, its signature checked. */
export interface FoundRelease {
  version: string
  isNewer: boolean
  published: IsoTime
  /** Markdown. */
  notes: string
  /** What is for this computer; null: nothing. */
  file: { name: string; sizeBytes: number } | null
  /** The file was read and is the one that was signed. False where it lies elsewhere: `updates.check` does it once it is here. */
  isChecked: boolean
}

export const updateRequests = {
  'updates.state': request<UpdatesState>()(nothing),
  /** Opens a dialog; null if the person cancelled. */
  'updates.chooseFolder': request<UpdatesState | null>()(nothing),
  'updates.setAddress': request<UpdatesState>()(z.object({ address: z.string().trim().min(1).max(500) })),
  'updates.forget': request<UpdatesState>()(nothing),
  /** Reads what lies there, now. Nothing else ever does. */
  'updates.look': request<FoundRelease>()(nothing),
  /** Shows the file in its folder, or asks to open its address in the browser. */
  'updates.get': request<null>()(nothing),
  /** Opens a dialog for a file that was fetched, and says whether it is the one that was signed; null if the person cancelled. */
  'updates.check': request<{ name: string; version: string } | null>()(nothing),
}
