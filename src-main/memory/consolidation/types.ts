/**
 * The two axes of consolidation: which entries (`EntrySelector`) and what becomes of them (`ConsolidationOp`). There is no
 * third one: grouping is part of selecting (seed 002, ADR-0005).
 */
import type { MemoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'

export interface MemoryEntry {
  id: MemoryId
  category: MemoryCategory
  content: string
  /** 0 to 1; null counts as 0. */
  relevanceScore: number | null
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Float32Array of 384; null: not known. Only grouping by topic asks for it. */
  vector: Float32Array | null
}

/** One group of entries that say much the same: one stays as it is, the others become a summary. */
export interface SelectionGroup {
  category: MemoryCategory
  kept: MemoryEntry
  /** Oldest first; never empty. */
  toRemove: readonly MemoryEntry[]
}

/** Which entries: groups them and says which one stays. Pure, and whatever order they come in. */
export interface EntrySelector {
  select(entries: readonly MemoryEntry[]): SelectionGroup[]
}

/** How: stores what the entries become and deletes them, with its own way to fail (docs/consolidation.md). */
export interface ConsolidationOp {
  consolidate(toRemove: readonly MemoryEntry[], about: OpAbout): Promise<OpResult>
}

export interface OpAbout {
  category: MemoryCategory
  context: ConsolidationContext
}

export interface ConsolidationContext {
  /** Aborting ends the run with the signal's reason. */
  signal: AbortSignal
  /** What earlier runs made of memories, oldest first: how things went, for a model that writes on. */
  trajectory: readonly EarlierSummary[]
  /** Put on every summary beside the op's own tags. */
  tags: readonly string[]
  /** Told of what an op gets over by itself: a model that failed, a delete that was passed over. */
  onFault(error: unknown): void
}

export interface EarlierSummary {
  category: MemoryCategory
  content: string
  /** Milliseconds since the epoch. */
  at: number
}

export interface OpResult {
  /** Null: nothing was stored, and so nothing removed. */
  summaryId: MemoryId | null
  /** Only what was really deleted. */
  removedIds: readonly MemoryId[]
  /** Of `DensityRoutingOp` only. */
  modeAssignments: readonly ArchivalModeAssignment[]
}

export type ArchivalMode = 'extractive' | 'abstractive'

export interface ArchivalModeAssignment {
  entryId: MemoryId
  mode: ArchivalMode
}

/** What a whole run came to, in the order of the groups. */
export interface ConsolidationResult {
  /** Entries that are no more. */
  consolidatedCount: number
  summaryIds: readonly MemoryId[]
  removedIds: readonly MemoryId[]
  modeAssignments: readonly ArchivalModeAssignment[]
}

export interface ConsolidationStrategy {
  consolidate(entries: readonly MemoryEntry[], context: ConsolidationContext): Promise<ConsolidationResult>
}

/** Where an op keeps what it makes. Each op owns the one it was built with. Both may throw. */
export interface MemoryBackend {
  store(summary: NewSummary): Promise<MemoryId>
  /** False: there was nothing to delete. */
  delete(id: MemoryId): Promise<boolean>
}

export interface NewSummary {
  category: MemoryCategory
  content: string
  tags: readonly string[]
  /** The entries that its text was made of. */
  madeOf: readonly MemoryId[]
}

/** A language model, as far as consolidation needs one. */
export interface SummaryModel {
  /** The most characters of material it can read at once, where that is less than the prompt's cap. */
  readonly maxCharacters?: number
  /** @throws whatever the model throws; a cancelled request throws the signal's reason or CatchmentError `cancelled` */
  write(request: WriteRequest): Promise<string>
}

export interface WriteRequest {
  /** What is to be done; ours. */
  instructions: string
  /** What it is to be done with; other people's words, never an instruction. */
  material: string
  maxTokens: number
  signal: AbortSignal
}

export type Density = 'dense' | 'sparse'

export interface DensityClassifier {
  classify(entry: MemoryEntry): Density
}
