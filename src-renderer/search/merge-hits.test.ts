import type { SearchHit } from '@shared/contract/search'
import { messageId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { mergeHits } from './merge-hits'

const hit = (n: number, score = 0.5): SearchHit => {
  const id = messageId.parse(`01900000-0000-7000-8000-00000000000${n}`)
  return {
    kind: 'message',
    id,
    messageId: id,
    segmentId: null,
    bucketId: null,
    bucketTitle: null,
    ts: '2026-03-01T10:00:00.000Z',
    author: 'user',
    title: null,
    snippet: { text: `${n}`, highlights: [] },
    place: null,
    score,
  }
}
const order = (hits: readonly SearchHit[]) => hits.map((h) => Number(h.id.slice(-1)))

describe('an answer by meaning that joins one by words', () => {
  it('leaves what stands up to the chosen line where it is', () => {
    const merged = mergeHits([hit(1), hit(2), hit(3)], [hit(3, 0.9), hit(4, 0.8), hit(1, 0.4)], 2)
    expect(order(merged)).toEqual([1, 2, 3, 4])
    expect(merged[0]?.score).toBe(0.4)
  })

  it('is the whole answer where nothing stood there', () => {
    expect(order(mergeHits([], [hit(5), hit(2)], 1))).toEqual([5, 2])
  })

  it('drops what only the words found below the chosen line', () => {
    expect(order(mergeHits([hit(1), hit(2)], [hit(3)], 1))).toEqual([1, 3])
  })
})
