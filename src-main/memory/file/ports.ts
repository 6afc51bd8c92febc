/** What the memory file needs of the rest of the product. */
import type { MemoryMetrics } from '@shared/contract/memory'
import type { MemoryId } from '@shared/ids'
import type { MemoryCategory, MemoryView } from '@shared/memory'
import type { Clock } from '../../runtime/clock'
import type { MemoryManifest } from '../../store/repositories/memories/memory-file'
import type { Budgets, Compress, RecentTalk } from './types'

/** The entries, as a person acts on them: each act is an operation with a receipt. */
export interface EntryPort {
  /** Every entry that stands: not forgotten, not summed up by another. */
  standing(): Promise<MemoryView[]>
  /** Of them those that can stand in the file: of each kind the best, as many as are looked at. */
  forFile(most: Readonly<Record<MemoryCategory, number>>): Promise<MemoryView[]>
  /**
   * Adds the person's own words, as explicit as “remember …”.
   * @returns null if there was nothing to add
   * @throws CatchmentError if it may not be
   */
  add(entry: { category: MemoryCategory; content: string; done: boolean }): Promise<MemoryId | null>
  /**
   * Adds many of the person's own words as one act with one receipt; what stands already is not added twice.
   * @returns for each, in its order, the entry it became or that says it already
   */
  addAll(
    entries: readonly { category: MemoryCategory; content: string; done: boolean }[],
    sentence: string,
  ): Promise<MemoryId[]>
  /** @throws CatchmentError `not_found` */
  edit(id: MemoryId, changes: { content?: string; category?: MemoryCategory; done?: boolean }): Promise<void>
  /** @throws CatchmentError `not_found` */
  forget(id: MemoryId): Promise<void>
  /** Those the store does not hold at all any more: erased for good. */
  erased(ids: readonly MemoryId[]): Promise<MemoryId[]>
}

export interface MemoryFilePorts {
  /** Of the profile (`profiles/folder`). It need not be there. */
  folder: string
  clock: Clock
  entries: EntryPort
  /** Closed segments, newest first, at most `limit`. */
  recent(limit: number): Promise<RecentTalk[]>
  compress: Compress
  /** What the sections may hold. */
  budgets(): Budgets
  store: {
    manifest(): Promise<MemoryManifest | null>
    saveManifest(manifest: MemoryManifest): Promise<void>
    metrics(): Promise<MemoryMetrics>
  }
  /** The file changed, or there is something to tell of it. */
  changed(news: { tokens: number; maxTokens: number; notice: string | null }): void
  /** What went wrong while nobody waited for it. */
  onFault(error: unknown): void
}
