/** The entry a summary becomes: what it inherits of the entries it stands for (02, Consolidation). Pure. */
import type { PiiKind } from '@shared/memory'
import type { NewMemory, RegisterWrite, StoredMemory } from '../../store/types'
import type { RecordedSummary } from './recorder'

/** @param read what is read from its content */
export function mergedMemory(
  { id, summary }: RecordedSummary,
  parts: readonly StoredMemory[],
  read: { tokenCount: number; piiKinds: PiiKind[] },
): NewMemory {
  const oldestFirst = [...parts].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  const relevances = parts.flatMap((part) => part.relevanceScore ?? [])
  const accesses = parts.flatMap((part) => (part.lastAccessed === null ? [] : [Date.parse(part.lastAccessed)]))
  const [segment, ...otherSegments] = new Set(parts.map((part) => part.segmentId))
  return {
    id,
    category: summary.category,
    content: summary.content,
    tokenCount: read.tokenCount,
    // Personal data in what it stands for makes it personal too, however it words it.
    piiKinds: [...new Set([...read.piiKinds, ...parts.flatMap((part) => part.piiKinds)])],
    sourceMessageIds: [...new Set(oldestFirst.flatMap((part) => part.sourceMessageIds))],
    segmentId: otherSegments.length === 0 ? (segment ?? null) : null,
    source: 'consolidation',
    done: parts.every((part) => part.done),
    relevanceScore: relevances.length === 0 ? null : Math.max(...relevances),
    // It is as sure as the least sure of what it says.
    confidence: Math.min(...parts.map((part) => part.confidence)),
    tags: [...summary.tags],
    at: Math.min(...parts.map((part) => Date.parse(part.createdAt))),
    accessCount: parts.reduce((sum, part) => sum + part.accessCount, 0),
    lastAccessed: accesses.length === 0 ? null : Math.max(...accesses),
  }
}

/** Hides the parts behind it; a person's mark on one of them holds for the whole. */
export function mergeWrites({ id }: RecordedSummary, parts: readonly StoredMemory[]): RegisterWrite[] {
  const hide = parts.map(
    (part): RegisterWrite => ({ entity: 'memory', entityId: part.id, field: 'superseded_by', after: id }),
  )
  const marked = parts.some((part) => part.sensitive === true)
  return marked ? [...hide, { entity: 'memory', entityId: id, field: 'sensitive', after: 'true' }] : hide
}
