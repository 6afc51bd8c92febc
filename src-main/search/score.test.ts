import { messageId, segmentId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import type { Evidence, EvidenceRow } from '../store/repositories/search/search'
import { FEATURES, type Scored, scoreEvidence, type Weights } from './score'

const DAY = 86_400_000
const segment = segmentId.parse('00000000-0000-4000-8000-0000000000aa')
const row = (number: number, more: Partial<EvidenceRow> = {}): EvidenceRow => ({
  number,
  messageId: messageId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
  segmentId: segment,
  bySomebody: true,
  author: '',
  at: number * DAY,
  length: 10,
  holds: [],
  talkHolds: [],
  likeness: 0.3,
  ...more,
})
const evidence = (terms: string[], rows: EvidenceRow[]): Evidence => ({
  documents: 100,
  meanLength: 10,
  wanted: terms.map((term) => ({ term, forms: [term], documents: 3 })),
  rows,
})
const even = Object.fromEntries([...FEATURES.map((name) => [name, 1]), ['bias', -3]]) as Weights
const score = (given: Evidence, options = {}): Map<number, Scored> =>
  new Map(scoreEvidence(given, new Set(), () => even, options).map((s) => [s.row.number, s]))
const of = (scored: Map<number, Scored>, number: number) => scored.get(number)?.features

describe('what speaks for a message', () => {
  it('is who says it where the question names them; their name in the words of others is no sign of it', () => {
    const rows = [row(1, { author: 'Ann', holds: [1] }), row(5, { author: 'Bob', holds: [0, 1] })]
    const scored = score(evidence(['ann', 'camp'], rows))
    expect(of(scored, 1)?.speaker).toBe(1)
    expect(of(scored, 5)?.speaker).toBe(0)
    expect(of(scored, 5)?.own).toBe(of(scored, 1)?.own)
    // nothing else is asked for: then the name is what is looked for
    expect(of(score(evidence(['ann'], [row(1, { author: 'Ann' }), row(5, { holds: [0] })])), 5)?.own).toBeGreaterThan(0)
  })

  it('is the time that is named: within it all, before it and long after it little', () => {
    const times = [{ from: 10 * DAY, to: 12 * DAY }]
    const scored = score(evidence(['camp'], [row(4), row(11), row(14), row(40)]), { times })
    expect(of(scored, 11)?.when).toBe(1)
    expect(of(scored, 14)?.when).toBeGreaterThan(of(scored, 4)?.when ?? 1)
    expect(of(scored, 40)?.when).toBeLessThan(0.05)
    expect(of(score(evidence(['camp'], [row(11)])), 11)?.when).toBe(0)
  })

  it('is what the title and synopsis of its talk say, and that it was told before others came back to it', () => {
    const other = segmentId.parse('00000000-0000-4000-8000-0000000000bb')
    const rows = [row(1, { holds: [0], talkHolds: [0, 1] }), row(30, { holds: [0], segmentId: other })]
    const scored = score(evidence(['camp', 'lake'], rows))
    expect(of(scored, 1)?.synopsis).toBeCloseTo(1)
    expect(of(scored, 30)?.synopsis).toBe(0)
    expect(of(scored, 1)).toMatchObject({ takenUp: 0.5, repeats: 0 })
    expect(of(scored, 30)).toMatchObject({ takenUp: 0, repeats: 0.5 })
  })
})
