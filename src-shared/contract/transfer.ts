/** What an import says of itself: before (a dry look), while it runs, and at its end. */
import { z } from 'zod'
import type { IsoTime } from '../domain'
import { bucketId, type JobId, jobId, memoryId, messageId, segmentId } from '../ids'
import { nothing, request } from './request'

/** Something that does not come along, in words, and how often it was met. */
export interface LeftOut {
  what: string
  count: number
}

export interface ImportCounts {
  /** Messages handed out. */
  read: number
  /** Messages on other branches (edited questions, answers asked for again): kept beside those that are shown. */
  beside: number
  /** Messages left out on purpose. */
  skipped: number
  /** Rows, messages, conversations or files that could not be understood. */
  failed: number
  /** Why, for the first of them. */
  reasons: string[]
  /** Everything that was left out on purpose. */
  leftOut: LeftOut[]
}

export interface ImportSummary extends ImportCounts {
  /** Messages that are in the store now and were not before. */
  new: number
  /** Messages that were there with other words, and have the file's now; or were shown, and are on another branch now. */
  updated: number
  /** Of the messages on other branches, those that were not here before. */
  newBeside: number
  /** Conversations with at least one message. */
  conversations: number
  /** Which programs wrote it, as a person calls them. */
  programs: string[]
  /** Who speaks in it beside the assistant, in the order of the file. */
  speakers: string[]
}

/** A name in the file that is not the assistant's. */
export interface Speaker {
  name: string
  messages: number
}

/** What a file holds, looked through without storing anything. */
export interface ImportPreview extends ImportCounts {
  name: string
  programs: string[]
  conversations: number
  from: IsoTime | null
  to: IsoTime | null
  /** Those beside the assistant, most talkative first. More than one: the person is asked which of them they are. */
  speakers: Speaker[]
  /** Messages that are in the store already. */
  known: number
  /** Why it ends before its end, if it is broken. */
  broken: string | null
}

/** A file or folder that a person chose or dropped; the path itself stays in the main process. */
const token = z.uuid()

/** What a file is put behind, or opened with; null: nothing. */
export const passphrase = z.string().min(1).max(1000).nullable()

export interface ChosenFile {
  token: string
  /** Its name, without its folder. */
  name: string
}

/** How an import ended. */
export interface ImportResult {
  jobId: JobId
  name: string
  /** What was taken in, also if it broke off; null if nothing was. */
  summary: ImportSummary | null
  /** Why it did not come to its end; null if it did. */
  error: string | null
}

/**
 * What is copied or saved by itself: a bucket, a segment, the whole talk a segment is part of (all of a conversation that
 * was brought along; of what was typed here the segment), a message, what stands on another branch at a message's place (by the id of any
 * message of it), or a memory.
 */
const portion = z.union([
  z.object({ bucketId }),
  z.object({ segmentId }),
  z.object({ talkOf: segmentId }),
  z.object({ bucketIds: z.array(bucketId).min(1).max(2_000) }),
  z.object({ messageIds: z.array(messageId).min(1).max(10_000) }),
  z.object({ messageId, onBranch: z.uuid() }),
  z.object({ messageId }),
  z.object({ memoryId }),
])
export type Portion = z.infer<typeof portion>

export const transferRequests = {
  /** Opens a dialog in the main process. Null if the person cancelled. */
  'transfer.choose': request<ChosenFile | null>()(z.object({ what: z.enum(['file', 'folder']) })),
  /**
   * Opens a file that is behind a passphrase; answers what to import in its place. `wrong_passphrase`, or `import_broken` for
   * one that was cut off or changed.
   */
  'transfer.open': request<ChosenFile>()(z.object({ token, passphrase: z.string().min(1).max(1000) })),
  /**
   * Looks through what was chosen and stores nothing. `import_broken` with a sentence if nothing in it can be imported,
   * `wrong_passphrase` for a file that has to be opened first.
   */
  'transfer.preview': request<ImportPreview>()(z.object({ token })),
  /** `me`: which of the speakers are the person; the others keep their names, and nothing is learned from them. Null: not asked. */
  'transfer.start': request<{ jobId: JobId }>()(
    z.object({ token, me: z.array(z.string().max(200)).max(100).nullable() }),
  ),
  /** The import that ended last, until it is closed: it is there after a restart as well. Null while one is under way. */
  'transfer.last': request<ImportResult | null>()(nothing),
  /** The person has read how the last import ended. */
  'transfer.closeLast': request<null>()(nothing),
  /** Asks where to, and writes the whole profile into one archive as a job. Null if the person cancelled. */
  'transfer.archive': request<{ jobId: JobId } | null>()(z.object({ passphrase })),
  /** Shows the file that an export wrote in the system's own window. `not_found` if there is none. */
  'transfer.showInFolder': request<null>()(z.object({ jobId })),
  /** A part of what was said as Markdown, for the clipboard. `not_found` if nothing is left of it. */
  'transfer.text': request<{ text: string }>()(portion),
  /** The same into a file that the person is asked for. Null if they cancelled. */
  'transfer.save': request<{ jobId: JobId } | null>()(portion),
}
