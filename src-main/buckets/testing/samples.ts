/** Buckets as plain data, for tests of pure decisions. */

import { bucket as idOf } from '../../store/testing/samples'
import type { StoredBucket } from '../../store/types'

/** An active bucket of two messages that automation made. */
export function bucketOf(id: string, over: Partial<StoredBucket> = {}): StoredBucket {
  const status = over.status ?? 'active'
  return {
    id: idOf(id),
    title: id,
    description: '',
    status,
    ownStatus: status === 'merged' ? 'active' : status,
    priority: 'normal',
    pinned: false,
    starred: false,
    messages: 2,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastActive: '2026-01-05T00:00:00.000Z',
    mergedInto: null,
    ownMergedInto: null,
    shapedBy: 'automation',
    summary: '',
    newestSeq: 1,
    returns: 0,
    summaryStale: false,
    lastSummarizedCount: 0,
    returnFrequency: 0,
    lifeChangeDetected: false,
    velocity: 0,
    parentBucketId: null,
    ...over,
  }
}

/** The same, merged into another. */
export const mergedInto = (target: string, id: string, over: Partial<StoredBucket> = {}): StoredBucket =>
  bucketOf(id, { status: 'merged', mergedInto: idOf(target), ownMergedInto: idOf(target), messages: 0, ...over })
