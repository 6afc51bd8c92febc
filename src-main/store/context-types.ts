/** Compression levels as they cross the worker's boundary (seed 004, CompressedContext). */
import type { IsoTime } from '@shared/domain'
import type { ContextId, MemoryId, SegmentId } from '@shared/ids'
import type { AccessTier, CompressionLevel, MemoryCategory } from '@shared/memory'

/** Whose levels they are. */
export type ContextOwner = { type: 'memory'; id: MemoryId } | { type: 'segment'; id: SegmentId }

export interface StoredContext {
  id: ContextId
  owner: ContextOwner
  level: CompressionLevel
  /** Empty for a segment's `full`: that is its messages. */
  content: string
  tokens: number
  contentType: MemoryCategory | 'segment'
  containsPii: boolean
  accessTier: AccessTier
  /** The next longer level there is; null of `full`. Following it always ends at `full`. */
  parentId: ContextId | null
  childIds: ContextId[]
  /** Its tokens over the parent's; null of `full`. */
  ratio: number | null
  /** Hash of the full text it was made from. */
  madeFrom: string
  createdAt: IsoTime
  /** Null: stays. */
  expiresAt: IsoTime | null
  lastAccessed: IsoTime | null
  accessCount: number
}

/** What the levels of one owner are made from. */
export interface ContextSource {
  owner: ContextOwner
  madeFrom: string
  contentType: MemoryCategory | 'segment'
  containsPii: boolean
  accessTier: AccessTier
}

export interface NewContext {
  level: CompressionLevel
  content: string
  tokens: number
  /** Milliseconds; null: stays. */
  expiresAt: number | null
}

/** A closed segment that has gone unused for so long that it should lie there at a shorter level. */
export interface CoolingSegment {
  segmentId: SegmentId
  level: Exclude<CompressionLevel, 'full'>
}
