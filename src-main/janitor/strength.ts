import type { Priority } from '@shared/domain'
import type { StoredBucket } from '../store/types'

/** A person's explicit word: such a bucket is never merged away or renamed by automation (07-settled, Who decides). */
export const isHandsOff = (bucket: StoredBucket): boolean => bucket.pinned || bucket.shapedBy === 'person'

const RANK: Record<Priority, number> = { high: 2, normal: 1, low: 0 }

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Sorts the bucket that keeps its name first (02-janitor-memory, consolidation): pinned, higher priority, starred, more
 * messages, older, smaller id. Buckets a person shaped come before all that are not, since they can only be merged into.
 * A total order: the outcome never depends on how buckets are listed.
 */
export function byStrength(a: StoredBucket, b: StoredBucket): number {
  return (
    Number(isHandsOff(b)) - Number(isHandsOff(a)) ||
    Number(b.pinned) - Number(a.pinned) ||
    RANK[b.priority] - RANK[a.priority] ||
    Number(b.starred) - Number(a.starred) ||
    b.messages - a.messages ||
    text(a.createdAt, b.createdAt) ||
    text(a.id, b.id)
  )
}

export const higherPriority = (a: Priority, b: Priority): Priority => (RANK[a] >= RANK[b] ? a : b)
