/** What an import says of itself: before (a dry look), while it runs, and at its end. */
import type { IsoTime } from '../domain'

/** Something that does not come along, in words, and how often it was met. */
export interface LeftOut {
  what: string
  count: number
}

export interface ImportCounts {
  /** Messages handed out. */
  read: number
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
  /** Messages that were there with other words, and have the file's now. */
  updated: number
  /** Conversations with at least one message. */
  conversations: number
  /** Which programs wrote it, as a person calls them. */
  programs: string[]
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
