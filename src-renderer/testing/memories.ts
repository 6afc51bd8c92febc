import { memoryId } from '@shared/ids'
import type { MemoryValue, MemoryView } from '@shared/memory'
import { at } from './samples'

export const aMemoryId = (n: number) => memoryId.parse(`00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`)

export const valued = (score: number): MemoryValue => ({
  signals: { retention: score, uniqueness: score, confidence: score, frequency: null, recency: null },
  score,
  tier: score >= 0.8 ? 'KEEP' : score >= 0.5 ? 'SUMMARIZE' : 'ARCHIVE',
  scoredAt: at(0),
})

export function aMemory(n: number, change: Partial<MemoryView> = {}): MemoryView {
  return {
    id: aMemoryId(n),
    category: 'fact',
    content: `memory ${n}`,
    sourceMessageIds: [],
    segmentId: null,
    source: 'pattern',
    explicit: false,
    done: false,
    reflection: null,
    relevanceScore: null,
    confidence: 0.8,
    containsPii: false,
    piiKinds: [],
    accessTier: 'PUBLIC',
    heat: 'HOT',
    pinned: false,
    supersededBy: null,
    endedAt: null,
    forgottenAt: null,
    createdAt: at(n),
    updatedAt: at(n),
    lastAccessed: null,
    accessCount: 0,
    value: null,
    tags: [],
    ...change,
  }
}
