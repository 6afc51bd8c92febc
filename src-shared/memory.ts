/** What both sides of the bridge know about memories: plain data, times as ISO 8601 strings in UTC (02, Memory entries). */
import type { IsoTime } from './domain'
import type { MemoryId, MessageId, SegmentId } from './ids'

export const MEMORY_CATEGORIES = ['preference', 'task', 'insight', 'fact', 'chitchat'] as const
export type MemoryCategory = (typeof MEMORY_CATEGORIES)[number]

/**
 * Where an entry's words come from: written by the person (in the window or in the file), matched in the person's words,
 * extracted by a model, taken from an assistant's words, or made of other entries.
 */
export type MemorySource = 'person' | 'pattern' | 'model' | 'assistant' | 'consolidation'

export type RetentionTier = 'KEEP' | 'SUMMARIZE' | 'ARCHIVE'
/** How long ago an entry was last needed: up to 7 days, 30, 180, longer (07-settled, Memory). */
export type HeatTier = 'HOT' | 'WARM' | 'COLD' | 'ARCHIVED'
/** `SENSITIVE` never goes to a model that is not on this machine, unless the person allows it. */
export type AccessTier = 'PUBLIC' | 'SENSITIVE'
export const COMPRESSION_LEVELS = ['full', 'summary', 'bullets', 'keywords'] as const
export type CompressionLevel = (typeof COMPRESSION_LEVELS)[number]

export type PiiKind = 'email' | 'phone' | 'address' | 'name' | 'card' | 'id'

/** What an insight may carry (seed 004, Reflection). */
export interface Reflection {
  context: string
  decision: string
  outcome: string
  lesson: string
}

/** The five signals, each 0 to 1; null: cannot be known yet, left out, the weights renormalised. */
export interface ValueSignals {
  retention: number
  uniqueness: number
  confidence: number
  frequency: number | null
  recency: number | null
}

export interface MemoryValue {
  signals: ValueSignals
  /** 0 to 1. */
  score: number
  tier: RetentionTier
  scoredAt: IsoTime
}

export interface MemoryView {
  id: MemoryId
  category: MemoryCategory
  content: string
  /** Oldest first; empty for what the person wrote themselves. */
  sourceMessageIds: MessageId[]
  segmentId: SegmentId | null
  source: MemorySource
  /** The person said “remember …”. */
  explicit: boolean
  /** Of a task. */
  done: boolean
  reflection: Reflection | null
  /** 0 to 1; null: nobody said. */
  relevanceScore: number | null
  confidence: number
  containsPii: boolean
  piiKinds: PiiKind[]
  accessTier: AccessTier
  heat: HeatTier
  pinned: boolean
  /** The summary that stands for it; of an entry that ended, the later statement that took its place. */
  supersededBy: MemoryId | null
  /** When what it says ceased to be so: taken back, replaced, cancelled or past. Null while it holds. */
  endedAt: IsoTime | null
  forgottenAt: IsoTime | null
  createdAt: IsoTime
  updatedAt: IsoTime
  lastAccessed: IsoTime | null
  accessCount: number
  /** Null until it is scored for the first time. */
  value: MemoryValue | null
  tags: string[]
}
