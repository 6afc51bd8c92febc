import { messageId, type SegmentId, segmentId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import type { EvidenceRow } from '../store/repositories/search/search'
import { retellings } from './retelling'

const talk = (n: number): SegmentId => segmentId.parse(`00000000-0000-4000-8000-0000000000a${n}`)
const row = (
  number: number,
  segment: SegmentId | null,
  holds: number[],
  more: Partial<EvidenceRow> = {},
): EvidenceRow => ({
  number,
  messageId: messageId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
  segmentId: segment,
  bySomebody: true,
  author: '',
  at: number,
  length: 10,
  holds,
  talkHolds: [],
  likeness: null,
  ...more,
})

describe('what is told and come back to', () => {
  it('is taken up by what says the same later in another talk, and repeats what was said before', () => {
    const [first, second] = retellings([row(1, talk(1), [0, 1]), row(9, talk(2), [0, 2])], [3, 1, 1])
    expect(first).toEqual({ takenUp: 0.6, repeats: 0 })
    expect(second).toEqual({ takenUp: 0, repeats: 0.6 })
  })

  it('goes by when it was said, not by when it was stored: an old talk may be imported late', () => {
    const [late, early] = retellings([row(1, talk(1), [0], { at: 90 }), row(9, talk(2), [0], { at: 10 })], [1])
    expect(late?.repeats).toBe(1)
    expect(early?.takenUp).toBe(1)
  })

  it('is nothing within one talk, by the assistant, by a neighbour that was not found, or without a word in common', () => {
    const none = { takenUp: 0, repeats: 0 }
    expect(retellings([row(1, talk(1), [0]), row(2, talk(1), [0])], [1, 1])).toEqual([none, none])
    expect(retellings([row(1, talk(1), [0]), row(2, talk(2), [1])], [1, 1])).toEqual([none, none])
    const said = [
      row(1, talk(1), [0]),
      row(5, talk(2), [0], { bySomebody: false }),
      row(9, talk(3), [0], { messageId: null }),
    ]
    expect(retellings(said, [1])[0]).toEqual(none)
    // the assistant may come back to what a person told
    expect(retellings(said, [1])[1]).toEqual({ takenUp: 0, repeats: 1 })
  })

  it('knows the last of 32 words', () => {
    const worth = Array.from({ length: 32 }, () => 1)
    expect(retellings([row(1, talk(1), [31]), row(2, talk(2), [31])], worth)[0]?.takenUp).toBeCloseTo(1 / 32)
  })
})
