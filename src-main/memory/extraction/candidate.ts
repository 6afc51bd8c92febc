import type { MessageId } from '@shared/ids'
import type { MemoryCategory, MemorySource, Reflection } from '@shared/memory'

/** What may be learned from a segment, before it is looked up whether it is known. */
export interface Candidate {
  category: MemoryCategory
  content: string
  source: Extract<MemorySource, 'pattern' | 'model' | 'assistant'>
  explicit: boolean
  /** Of its source (07-settled, Signals). */
  confidence: number
  /** 0 to 1: how much of it will be needed, as far as its source can tell. */
  relevanceScore: number
  /** Oldest first. */
  sourceMessageIds: MessageId[]
  reflection: Reflection | null
  /** When it was said, milliseconds. */
  at: number
  /** Who said it, as the import keeps it; `user` for the person of this profile. */
  author: string
  /** Kept only if something that stands says the contrary (`patterns.ts`). */
  onlyAsContrary?: true
}

export const CONFIDENCE = { confirmed: 1, pattern: 0.8, model: 0.7, assistant: 0.4 } as const

/** How likely a thing of this kind is needed again; “remember …” is certain. */
export function relevanceOf(category: MemoryCategory, explicit: boolean): number {
  return explicit ? 1 : { preference: 0.9, task: 0.8, fact: 0.7, insight: 0.7, chitchat: 0.2 }[category]
}
