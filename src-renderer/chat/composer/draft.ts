import type { BucketId } from '@shared/ids'
import { create } from 'zustand'

/** One draft for the whole conversation and one for each bucket's thread. */
export type Thread = BucketId | 'everything'

const KEY = 'catchment.drafts'
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

interface Drafts {
  texts: Record<string, string>
  /** Long pasted texts, kept beside what is typed: a field that holds megabytes can no longer be typed in. */
  pasted: Record<string, readonly string[]>
  /** The bucket chosen for the next message in the whole conversation; null lets it file itself. */
  target: BucketId | null
  /** False: nothing of the next message is to be learned. */
  learn: boolean
  /** Counts the times something else than typing changed the text, so that the field can take the focus. */
  put: number
  write: (thread: Thread, text: string) => void
  /** Puts a text into the composer as if it had been typed, and moves the focus there. */
  fill: (thread: Thread, text: string) => void
  paste: (thread: Thread, text: string) => void
  dropPaste: (thread: Thread, index: number) => void
  clear: (thread: Thread) => void
  /** Puts a command away that was done, wherever it is still written. */
  settle: (line: string) => void
  setTarget: (target: BucketId | null) => void
  setLearn: (learn: boolean) => void
}

let saving: ReturnType<typeof setTimeout> | undefined

/** Writes the drafts down now; typing only asks for it a moment later. */
export function saveDrafts(): void {
  clearTimeout(saving)
  const texts = Object.fromEntries(Object.entries(useDrafts.getState().texts).filter(([, text]) => text !== ''))
  try {
    localStorage.setItem(KEY, JSON.stringify(texts))
  } catch {
    localStorage.removeItem(KEY) // too long to be kept: no draft is better than an old one that comes back
  }
  // without an answer the browser writes its storage a little later by itself
  void window.catchment?.request('app.keepDrafts', undefined).catch(() => undefined)
}

export const useDrafts = create<Drafts>()((set) => {
  const change = (thread: Thread, text: string): void => {
    set(({ texts }) => ({ texts: { ...texts, [thread]: text } }))
    clearTimeout(saving)
    saving = setTimeout(saveDrafts, SAVE_AFTER_MS)
  }
  return {
    texts: readDrafts(localStorage.getItem(KEY)),
    pasted: {},
    target: null,
    learn: true,
    put: 0,
    write: change,
    fill: (thread, text) => {
      change(thread, text)
      set(({ put }) => ({ put: put + 1 }))
    },
    paste: (thread, text) =>
      set(({ pasted }) => ({ pasted: { ...pasted, [thread]: [...(pasted[thread] ?? []), text] } })),
    dropPaste: (thread, index) =>
      set(({ pasted }) => ({
        pasted: { ...pasted, [thread]: (pasted[thread] ?? []).filter((_, at) => at !== index) },
      })),
    clear: (thread) => {
      change(thread, '')
      set(({ pasted }) => ({ pasted: { ...pasted, [thread]: [] } }))
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
  useDrafts.setState({ texts: readDrafts(localStorage.getItem(KEY)), pasted: {}, target: null })
}

/** What is sent: the typed text and the long pasted ones, each a paragraph of its own. */
export const wholeText = (text: string, pasted: readonly string[]): string =>
  [text.trim(), ...pasted].filter((part) => part !== '').join('\n\n')
