/** What compression needs of the rest of the product, and what it gives. */
import type { MemoryLevel } from '@shared/contract/memory'
import type { ContextId, MemoryId, SegmentId } from '@shared/ids'
import type { AccessTier } from '@shared/memory'
import type { Clock } from '../../runtime/clock'
import type { ContextOwner, StoredContext } from '../../store/context-types'
import type { Store } from '../../store/protocol'
import type { StoredMemory, StoredMessage } from '../../store/types'
import type { DerivedLevel } from './bounds'

export interface CompressionPorts {
  store: Pick<Store, 'contexts' | 'memories' | 'messages' | 'segments'>
  clock: Clock
  /** True if the text holds personal data: its levels are SENSITIVE then. */
  holdsPersonalData(text: string): boolean | Promise<boolean>
  /**
   * The model that may be shown a text of this tier, if there is one that is to be asked. Without it summaries are quotations.
   */
  writer(tier: AccessTier): LevelWriter | null
  onFault(error: unknown): void
}

/** A summary in a model's words; empty: it cannot read so much. Throws what the model throws. */
export type LevelWriter = (request: { text: string; maxTokens: number; signal: AbortSignal }) => Promise<string>

export interface Compression {
  /**
   * All levels of a memory, longest first; what is missing or was made of other words is made. Counts as read. Empty for one
   * that is not there.
   */
  ofMemory(id: MemoryId): Promise<MemoryLevel[]>
  /** All levels of a segment, likewise. Empty for one that has no messages. */
  ofSegment(segment: SegmentId): Promise<MemoryLevel[]>
  /** One level of an owner. Counts as read. Null if its owner is gone. */
  level(owner: ContextOwner, level: DerivedLevel): Promise<StoredContext | null>
  /** From a level to everything it was made from. Null for one that is not there. */
  trace(id: ContextId): Promise<LevelTrace | null>
  /** One nightly pass: levels that expired go, segments that cooled get theirs, long memories a better summary. */
  cool(signal?: AbortSignal): Promise<CoolingResult>
  /** Ends a pass under way; what it did by then stands. */
  close(): Promise<void>
}

export interface LevelTrace {
  /** This level and the longer ones, up to the full text. */
  path: StoredContext[]
  /** The full text: a memory, or a segment's messages, oldest first. */
  full: { kind: 'memory'; memory: StoredMemory } | { kind: 'segment'; messages: StoredMessage[] }
}

export interface CoolingResult {
  expired: number
  segments: number
  /** Summaries in a model's words. */
  written: number
}
