import { type AttachedFile, attachedFile } from '@shared/attached-file'
import type { BucketId } from '@shared/ids'
import { type Attachment, withAttachments } from '@shared/text/attachments'
import { create } from 'zustand'

/** One draft for the whole conversation and one for each bucket's thread. */
export type Thread = BucketId | 'everything'

const KEY = 'catchment.drafts'
/** Apart from what is typed: megabytes are not written again with every key. */
const PASTED_KEY = 'catchment.drafts.pasted'
const SAVE_AFTER_MS = 250

/** Drafts as they were stored. What is not a text by name is left out. */
export function readDrafts(stored: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      ),
    )
  } catch {
    return {} // a draft that cannot be read is lost; the composer still has to work
  }
}

/** Beside what is typed: a long pasted text, or a file with its name. */
export type Beside = string | Attachment

const isBeside = (value: unknown): value is Beside =>
  typeof value === 'string' ||
  (typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'text' in value &&
    typeof value.name === 'string' &&
    (typeof value.text === 'string' || (value.text === null && 'file' in value)) &&
    (!('file' in value) || attachedFile.safeParse(value.file).success))

/** What stood beside the drafts as it was stored, by thread. What is not a list of such is left out. */
export function readPasted(stored: string | null): Record<string, readonly Beside[]> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, Beside[]] =>
          Array.isArray(entry[1]) && entry[1].length > 0 && entry[1].every(isBeside),
      ),
    )
  } catch {
    return {}
  }
}

interface Drafts {
  texts: Record<string, string>
  /** Long pasted texts and files, kept beside what is typed: a field that holds megabytes can no longer be typed in. */
  pasted: Record<string, readonly Beside[]>
  /** Files that are being read, by thread: nothing is sent before they are beside it. */
  reading: Record<string, number>
  /** The bucket chosen for the next message in the whole conversation; null lets it file itself. */
  target: BucketId | null
  /** False: nothing of the next message is to be learned. */
  learn: boolean
  /** Counts the times something else than typing changed the text, so that the field can take the focus. */
  put: number
  write: (thread: Thread, text: string) => void
  /** Puts a text into the composer as if it had been typed, and moves the focus there. */
  fill: (thread: Thread, text: string) => void
  paste: (thread: Thread, part: Beside) => void
  /** A file is being read; what it returns says that it was. */
  beginReading: (thread: Thread) => () => void
  dropPaste: (thread: Thread, index: number) => void
  clear: (thread: Thread) => void
  /** Puts a command away that was done, wherever it is still written. */
  settle: (line: string) => void
  setTarget: (target: BucketId | null) => void
  setLearn: (learn: boolean) => void
}

let saving: ReturnType<typeof setTimeout> | undefined
/** What of the pasted texts is stored already. */
let storedPasted: Record<string, readonly Beside[]> | null = null

/** Writes the drafts down now; typing only asks for it a moment later. */
export function saveDrafts(): void {
  clearTimeout(saving)
  const texts = Object.fromEntries(Object.entries(useDrafts.getState().texts).filter(([, text]) => text !== ''))
  try {
    localStorage.setItem(KEY, JSON.stringify(texts))
  } catch {
    localStorage.removeItem(KEY) // too long to be kept: no draft is better than an old one that comes back
  }
  savePasted()
  // without an answer the browser writes its storage a little later by itself
  void window.catchment?.request('app.keepDrafts', undefined).catch(() => undefined)
}

function savePasted(): void {
  const { pasted } = useDrafts.getState()
  if (pasted === storedPasted) return
  storedPasted = pasted
  const held = Object.fromEntries(Object.entries(pasted).filter(([, parts]) => parts.length > 0))
  try {
    if (Object.keys(held).length === 0) localStorage.removeItem(PASTED_KEY)
    else localStorage.setItem(PASTED_KEY, JSON.stringify(held))
  } catch {
    localStorage.removeItem(PASTED_KEY) // more than the browser keeps: what is typed is kept all the same
  }
}

export const useDrafts = create<Drafts>()((set, get) => {
  const change = (thread: Thread, text: string): void => {
    set(({ texts }) => ({ texts: { ...texts, [thread]: text } }))
    clearTimeout(saving)
    saving = setTimeout(saveDrafts, SAVE_AFTER_MS)
  }
  const changePasted = (thread: Thread, next: (parts: readonly Beside[]) => readonly Beside[]): void => {
    const { pasted } = get()
    const before = pasted[thread] ?? []
    const after = next(before)
    if (before.length === 0 && after.length === 0) return
    set({ pasted: { ...pasted, [thread]: after } })
    clearTimeout(saving)
    saving = setTimeout(saveDrafts, SAVE_AFTER_MS)
  }
  return {
    texts: readDrafts(localStorage.getItem(KEY)),
    pasted: readPasted(localStorage.getItem(PASTED_KEY)),
    reading: {},
    target: null,
    learn: true,
    put: 0,
    write: change,
    fill: (thread, text) => {
      change(thread, text)
      set(({ put }) => ({ put: put + 1 }))
    },
    paste: (thread, text) => changePasted(thread, (parts) => [...parts, text]),
    beginReading: (thread) => {
      const count = (by: number): void =>
        set(({ reading }) => ({ reading: { ...reading, [thread]: Math.max(0, (reading[thread] ?? 0) + by) } }))
      count(1)
      return () => count(-1)
    },
    dropPaste: (thread, index) => changePasted(thread, (parts) => parts.filter((_, at) => at !== index)),
    clear: (thread) => {
      change(thread, '')
      changePasted(thread, () => [])
    },
    settle: (line) => {
      set(({ texts }) => ({
        texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trimEnd() !== line)),
      }))
      saveDrafts()
    },
    setTarget: (target) => set({ target }),
    setLearn: (learn) => set({ learn }),
  }
})

/** Takes up the drafts that are stored now: another profile was opened. What was not stored yet is let go. */
export function adoptDrafts(): void {
  clearTimeout(saving)
  useDrafts.setState({
    texts: readDrafts(localStorage.getItem(KEY)),
    pasted: readPasted(localStorage.getItem(PASTED_KEY)),
    target: null,
  })
}

/** What is sent: the typed text and the long pasted ones, each a paragraph of its own, then the files. */
export const wholeText = (text: string, beside: readonly Beside[]): string =>
  withAttachments(
    [text.trim(), ...beside.filter((part) => typeof part === 'string')].filter((part) => part !== '').join('\n\n'),
    beside.filter((part) => typeof part !== 'string'),
  )

/** The files of what is sent. */
export const filesBeside = (beside: readonly Beside[]): AttachedFile[] =>
  beside.flatMap((part) => (typeof part !== 'string' && part.file ? [part.file] : []))
