/** A person's acts on memories as operations of the log: what is written and the sentence of the receipt. Pure. */
import type { Actor, OperationKind } from '@shared/domain'
import type { MemoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'
import { cutGraphemes } from '../../language/graphemes'
import type { NewMemory, RegisterField, RegisterWrite, StoredMemory } from '../../store/types'
import { contentWrites, type Reading } from './facts'

export interface MemoryDraft {
  kind: OperationKind
  actor: Actor
  sentence: string
  buckets: []
  creates: []
  createsMemories?: NewMemory[]
  writes: RegisterWrite[]
}

export interface MemoryEdit {
  content?: string | undefined
  category?: MemoryCategory | undefined
  done?: boolean | undefined
  /** Null: follows what is found in it. */
  sensitive?: boolean | null | undefined
}

const EXCERPT = 80

/** The beginning of what it says, in quotes. */
export const quoted = (text: string): string => `“${cutGraphemes(text.replace(/\s+/gu, ' ').trim(), EXCERPT)}”`

const draftOf = (kind: OperationKind, sentence: string, writes: RegisterWrite[]): MemoryDraft => ({
  kind,
  actor: 'person',
  sentence,
  buckets: [],
  creates: [],
  writes,
})

const write = (memory: Pick<StoredMemory, 'id'>, field: RegisterField, after: string | null): RegisterWrite => ({
  entity: 'memory',
  entityId: memory.id,
  field,
  after,
})

export const planAdd = (memory: NewMemory): MemoryDraft => ({
  ...draftOf('add_memory', `You added ${quoted(memory.content)} to your memories.`, []),
  createsMemories: [memory],
})

/** Many at once, as one act. */
export const planAddAll = (memories: NewMemory[], sentence: string): MemoryDraft => ({
  ...draftOf('add_memory', sentence, []),
  createsMemories: memories,
})

/** “Remember …”, said in the talk. */
export const planAsked = (memory: NewMemory): MemoryDraft => ({
  ...draftOf('add_memory', `Remembered ${quoted(memory.content)}: you asked for it.`, []),
  actor: 'segment',
  createsMemories: [memory],
})

/** Null if nothing of it would change anything. */
export function planEdit(memory: StoredMemory, edit: MemoryEdit, reading: Reading): MemoryDraft | null {
  const { content, category, done, sensitive } = edit
  const writes: RegisterWrite[] = []
  const said: string[] = []
  const name = quoted(memory.content)
  if (content !== undefined && content !== memory.content) {
    writes.push(...contentWrites(memory.id, content, reading))
    said.push(`You changed ${name} to ${quoted(content)}.`)
  }
  if (category !== undefined && category !== memory.category) {
    writes.push(write(memory, 'category', category))
    said.push(`You made ${name} ${CATEGORY_NAMES[category]}.`)
  }
  if (done !== undefined && done !== memory.done) {
    writes.push(write(memory, 'done', String(done)))
    said.push(done ? `You marked ${name} as done.` : `You opened ${name} again.`)
  }
  if (sensitive !== undefined && sensitive !== memory.sensitive) {
    writes.push(write(memory, 'sensitive', sensitive === null ? null : String(sensitive)))
    said.push(SENSITIVE_SENTENCES[`${sensitive}`](name))
  }
  return writes.length === 0 ? null : draftOf('edit_memory', said.join(' '), writes)
}

const CATEGORY_NAMES: Readonly<Record<MemoryCategory, string>> = {
  preference: 'a preference',
  task: 'a task',
  insight: 'an insight',
  fact: 'a fact',
  chitchat: 'small talk',
}

const SENSITIVE_SENTENCES = {
  true: (name: string) => `You marked ${name} as sensitive.`,
  false: (name: string) => `You marked ${name} as not sensitive.`,
  null: (name: string) => `Whether ${name} is sensitive follows from what it says again.`,
} as const

/** Later words say that it is done (02, Memory entries). */
export const planDone = (memory: StoredMemory): MemoryDraft => ({
  ...draftOf('edit_memory', `${quoted(memory.content)} is done: you said so.`, [write(memory, 'done', 'true')]),
  actor: 'segment',
})

/** Entries that hold no more. */
export interface Ending {
  ids: readonly MemoryId[]
  /** The later statement that takes their place; null: there is none. */
  by: MemoryId | null
  /** When they ceased to hold, milliseconds. */
  at: number
  /** What the person said; null: their day is past. */
  why: string | null
}

/** What was taken back, replaced, cancelled or is past ends: kept for the history, out of file and recall (07-settled). */
export function planEnd(memories: readonly StoredMemory[], { by, at, why }: Ending): MemoryDraft | null {
  const standing = memories.filter((m) => m.endedAt === null && m.forgottenAt === null)
  if (standing.length === 0) return null
  const names = standing.map((m) => quoted(m.content)).join(', ')
  const verb = standing.length === 1 ? 'holds' : 'hold'
  const sentence =
    why === null ? `Ended ${names}: its day is past.` : `${names} ${verb} no more: you said ${quoted(why)}.`
  return {
    ...draftOf('end_memory', sentence, [
      ...standing.map((m) => write(m, 'ended_at', new Date(at).toISOString())),
      ...(by === null ? [] : standing.map((m) => write(m, 'superseded_by', by))),
    ]),
    actor: 'segment',
  }
}

/** @param at milliseconds */
export function planPin(memory: StoredMemory, pinned: boolean, at: number): MemoryDraft | null {
  if (memory.pinned === pinned) return null
  const name = quoted(memory.content)
  return pinned
    ? draftOf('pin_memory', `You pinned ${name}.`, [write(memory, 'pinned_at', new Date(at).toISOString())])
    : draftOf('unpin_memory', `You unpinned ${name}.`, [write(memory, 'pinned_at', null)])
}

/** @param at milliseconds */
export function planForget(memory: StoredMemory, at: number): MemoryDraft | null {
  if (memory.forgottenAt !== null) return null
  const sentence = `You had ${quoted(memory.content)} forgotten.`
  return draftOf('forget_memory', sentence, [write(memory, 'forgotten_at', new Date(at).toISOString())])
}
