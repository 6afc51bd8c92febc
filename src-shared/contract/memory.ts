import { z } from 'zod'
import type { IsoTime, MessageView, ReceiptView } from '../domain'
import { type ContextId, type MemoryId, memoryId, type OperationId } from '../ids'
import { type CompressionLevel, MEMORY_CATEGORIES, type MemoryCategory, type MemoryView } from '../memory'
import type { HeldView } from './erasing'
import { nothing, request } from './request'

/** What a person's act on a memory came to; undone and redone like every other entry of the log (`receipts.undo`). */
export interface MemoryAct {
  /** Null if there was nothing to do. */
  operationId: OperationId | null
  /** What was done, for a person. */
  sentence: string
  memory: MemoryView
}

export interface MemoryList {
  /** Best first: pinned, then by value. */
  memories: MemoryView[]
  /** Of all pages: how many fit the query. */
  total: number
  /** Standing entries of each category, whatever the query. */
  counts: Record<MemoryCategory, number>
}

/** One length of a memory, from its full text down to keywords. */
export interface MemoryLevel {
  id: ContextId
  level: CompressionLevel
  content: string
  tokens: number
  madeFrom: ContextId | null
  /** Its tokens over those of the level it was made from; null for the full text. */
  ratio: number | null
}

/** A memory with everything a person may ask of it. */
export interface MemoryDetail {
  memory: MemoryView
  /** The messages it comes from, oldest first; those that are gone are left out. */
  sources: MessageView[]
  /** One sentence for each signal: what it is and why. */
  why: string[]
  levels: MemoryLevel[]
  /** Entries that it stands for, if it is a summary. */
  standsFor: MemoryView[]
  /** What was done with it, newest first. */
  history: ReceiptView[]
}

export interface MemoryFileSection {
  heading: string
  tokens: number
  budget: number
  lines: number
}

/** The memory file as it is on the disk, and what it came to. */
export interface MemoryFileView {
  content: string
  tokens: number
  maxTokens: number
  sections: MemoryFileSection[]
  version: number
  writtenAt: IsoTime | null
  /** What happened to the file that a person should know: it was rebuilt because it was gone, an edit could not be read… */
  notice: string | null
  /** The entries that stand in it as it was written last, and at which length. */
  places: Record<MemoryId, CompressionLevel>
  metrics: MemoryMetrics
}

/** The bounded document's metric queries (seed 004). */
export interface MemoryMetrics {
  utilisationPercent: number
  lastCompaction: IsoTime | null
  tiers: { tier: 'KEEP' | 'SUMMARIZE' | 'ARCHIVE'; count: number; averageScore: number }[]
  storedEntries: number
  fileEntries: number
}

export const memoryRequests = {
  'memories.list': request<MemoryList>()(
    z.object({
      category: z.enum(MEMORY_CATEGORIES).optional(),
      /** Words in the content. */
      filter: z.string().max(200).optional(),
      /** Forgotten ones instead of those that stand. */
      forgotten: z.boolean().default(false),
      /** Those that hold no more instead. */
      ended: z.boolean().default(false),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(100),
    }),
  ),
  /** Opened by a person: counts as an access (07-settled, Signals). */
  'memories.open': request<MemoryDetail>()(z.object({ memoryId })),
  'memories.add': request<MemoryAct>()(
    z.object({ category: z.enum(MEMORY_CATEGORIES), content: z.string().trim().min(1).max(20_000) }),
  ),
  'memories.edit': request<MemoryAct>()(
    z.object({
      memoryId,
      content: z.string().trim().min(1).max(20_000).optional(),
      category: z.enum(MEMORY_CATEGORIES).optional(),
      done: z.boolean().optional(),
      /** Null: follows what was found in it. */
      sensitive: z.boolean().nullable().optional(),
    }),
  ),
  'memories.pin': request<MemoryAct>()(z.object({ memoryId, pinned: z.boolean() })),
  /** Hides at once and leaves a tombstone; undone by name (`receipts.undo`). */
  'memories.forget': request<MemoryAct>()(z.object({ memoryId })),
  /** The one irreversible act. `dropBackups`: every backup is dropped at once, after a new one was made without it. */
  'memories.erase': request<HeldView>()(z.object({ memoryId, dropBackups: z.boolean() })),
}

export const memoryFileRequests = {
  'memoryFile.read': request<MemoryFileView>()(nothing),
  /** What the person wrote into the file, as a whole; read back into the store line by line. */
  'memoryFile.write': request<MemoryFileView>()(z.object({ content: z.string().max(1_000_000) })),
  'memoryFile.rebuild': request<MemoryFileView>()(nothing),
}

export type MemoryEvent =
  | { type: 'memories.changed'; memories: MemoryView[]; removed: MemoryView['id'][] }
  | { type: 'memoryFile.changed'; tokens: number; maxTokens: number; notice: string | null }
