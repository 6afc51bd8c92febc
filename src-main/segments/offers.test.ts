import { bucketId, messageId, segmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { StoredSegment } from '../store/types'
import { planOffers } from './offers'

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 5, 8)
const iso = (minutes: number) => new Date(START + minutes * MINUTE).toISOString()

const segment = (from: number, to: number, over: Partial<StoredSegment> = {}): StoredSegment => ({
  id: segmentId.parse(uuidv7()),
  sentinelId: messageId.parse(uuidv7()),
  conv: null,
  status: 'collapsed',
  title: `From ${from}`,
  synopsis: '',
  summarisedBy: 'extractive',
  startedAt: iso(from),
  endedAt: iso(to),
  messages: 3,
  buckets: [bucketId.parse('dogs_001')],
  toolsUsed: [],
  complexity: 1,
  named: false,
  titleFromExport: false,
  conversationTitle: null,
  collection: null,
  attempts: 0,
  domainBlocksUpdated: true,
  memoriesExtracted: false,
  resummarise: false,
  closing: false,
  ...over,
})
const bucket = (id: string) => ({ id: bucketId.parse(id === 'pups_001' ? 'dogs_001' : id), title: 'Dogs' })
const offers = (segments: StoredSegment[], apart: [StoredSegment, StoredSegment][] = []) =>
  planOffers({ segments, bucket, timeoutMs: 60 * MINUTE, apart: apart.map(([a, b]) => [a.id, b.id]) }).map((o) => [
    o.previousId,
    o.segmentId,
  ])

describe('offers to merge short neighbours', () => {
  it('are made for two of under four messages, under two thresholds apart, in one bucket, merges followed', () => {
    const [a, b] = [segment(0, 5), segment(124, 130, { buckets: [bucketId.parse('pups_001')] })]
    expect(offers([b, a])).toEqual([[a.id, b.id]])
  })

  it.each([
    ['too long a silence', segment(125, 130)],
    ['four messages', segment(100, 110, { messages: 4 })],
    ['another bucket', segment(100, 110, { buckets: [bucketId.parse('cats_001')] })],
    ['two buckets', segment(100, 110, { buckets: [bucketId.parse('dogs_001'), bucketId.parse('cats_001')] })],
    ['another conversation', segment(100, 110, { conv: 'an import' })],
    ['a segment that is going on', segment(100, 110, { status: 'active' })],
  ])('are not made across %s', (_, other) => {
    expect(offers([segment(0, 5), other])).toEqual([])
  })

  it('are not made again for a pair that a person keeps apart', () => {
    const [a, b] = [segment(0, 5), segment(100, 110)]
    expect(offers([a, b], [[b, a]])).toEqual([])
  })
})
