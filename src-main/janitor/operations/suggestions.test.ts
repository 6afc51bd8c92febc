import type { BucketId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../runtime/slices'
import { mergesOf } from '../apply'
import { pairKey } from '../pairs'
import { advance } from '../snapshot'
import { planConsolidation } from '../testing/consolidation'
import { id, judged, shuffled, snapshotOf } from '../testing/samples'
import type { JanitorSnapshot } from '../types'
import { planEphemeralArchival } from './ephemeral-archival'
import { judgeLikeness } from './likeness'
import { planSuggestions } from './suggestions'

/** What a pass over these buckets would propose, after its merges. */
function propose(snapshot: JanitorSnapshot, except: [string, string][] = []) {
  const likeness = atOnce(judgeLikeness(snapshot))
  const merges = planConsolidation(snapshot)
  const merged = advance(snapshot, merges)
  const filed = planEphemeralArchival(merged)
  const ends = new Map(mergesOf([...merges, ...filed]))
  const end = (b: BucketId): BucketId => ends.get(ends.get(b) ?? b) ?? ends.get(b) ?? b
  return planSuggestions({
    snapshot: advance(merged, filed),
    likeness,
    end,
    except: new Set(except.map(([a, b]) => pairKey(id(a), id(b)))),
  })
}
const two = [
  { id: 'a_001', title: 'Cats', messages: 20 },
  { id: 'b_001', title: 'Pets' },
]
const pairs = (list: ReturnType<typeof propose>) => list.map((s) => `${s.source} > ${s.target}`)

describe('suggestions', () => {
  it('proposes the weaker into the stronger between the two thresholds, with the evidence', () => {
    const snapshot = snapshotOf(two, {
      alike: { 'a_001 b_001': 0.879 },
      terms: { a_001: ['fur', 'vet'], b_001: ['vet', 'fur'] },
    })
    expect(propose(snapshot)).toEqual([
      {
        kind: 'merge',
        source: 'b_001',
        target: 'a_001',
        similarity: 0.879,
        sentence: '“Pets” and “Cats” may be one topic: both are about fur, vet (0.87).',
      },
    ])
  })

  it('begins at 0.85, and leaves to the merges what reaches 0.90', () => {
    expect(propose(snapshotOf(two, { alike: { 'a_001 b_001': 0.85 } }))).toHaveLength(1)
    expect(propose(snapshotOf(two, { alike: { 'a_001 b_001': 0.849 } }))).toEqual([])
    expect(propose(snapshotOf(two, { alike: { 'a_001 b_001': 0.9 } }))).toEqual([])
  })

  it('proposes what it may not merge: two buckets that are both a person’s', () => {
    const snapshot = snapshotOf(
      [
        { id: 'a_001', pinned: true, messages: 3 },
        { id: 'b_001', shapedBy: 'person', messages: 30 },
      ],
      { alike: { 'a_001 b_001': 0.97 } },
    )
    expect(planConsolidation(snapshot)).toEqual([])
    expect(pairs(propose(snapshot))).toEqual(['b_001 > a_001'])
  })

  it('never proposes again what was refused or proposed already', () => {
    const alike = { 'a_001 b_001': 0.87 }
    expect(propose(snapshotOf(two, { alike, refused: [['b_001', 'a_001']] }))).toEqual([])
    expect(propose(snapshotOf(two, { alike }), [['b_001', 'a_001']])).toEqual([])
    expect(propose(judged(snapshotOf(two, { alike })))).toEqual([])
  })

  it('speaks of the buckets as the pass leaves them, and only if everything in both is alike', () => {
    const three = [{ id: 'a_001', messages: 20 }, { id: 'b_001' }, { id: 'c_001' }]
    const alike = { 'a_001 b_001': 0.95, 'b_001 c_001': 0.87 }
    expect(pairs(propose(snapshotOf(three, { alike: { ...alike, 'a_001 c_001': 0.86 } })))).toEqual(['c_001 > a_001'])
    expect(propose(snapshotOf(three, { alike: { ...alike, 'a_001 c_001': 0.4 } }))).toEqual([])
  })

  it('never proposes what a model held apart, nor a bucket that took such a one in', () => {
    const three = [{ id: 'a_001', messages: 20 }, { id: 'b_001' }, { id: 'c_001' }]
    const alike = { 'a_001 b_001': 0.95, 'b_001 c_001': 0.87, 'a_001 c_001': 0.86 }
    expect(propose(snapshotOf(three, { alike }), [['c_001', 'b_001']])).toEqual([])
    expect(propose(snapshotOf(three, { alike }))).toHaveLength(1)
  })

  it('does not stand in for a merge that could not be made this time', () => {
    const snapshot = snapshotOf(two, { alike: { 'a_001 b_001': 0.95 } })
    const likeness = atOnce(judgeLikeness(snapshot))
    expect(planSuggestions({ snapshot, likeness, end: (b) => b, except: new Set() })).toEqual([])
  })

  it('leaves filed-away one-offs in peace', () => {
    const snapshot = snapshotOf([{ id: 'a_001' }, { id: 'ephemeral_001', status: 'ephemeral', messages: 2 }], {
      alike: { 'a_001 ephemeral_001': 0.87 },
    })
    expect(planEphemeralArchival(snapshot)).toHaveLength(1)
    expect(propose(snapshot)).toEqual([])
  })

  it('comes out the same in whatever order the buckets are listed', () => {
    const many = ['a_001', 'b_001', 'c_001', 'd_001'].map((name) => ({ id: name }))
    const alike = { 'a_001 b_001': 0.87, 'b_001 c_001': 0.86, 'c_001 d_001': 0.87 }
    const snapshot = snapshotOf(many, { alike })
    expect(pairs(propose(snapshot))).toEqual(['b_001 > a_001', 'd_001 > c_001', 'c_001 > b_001'])
    for (let seed = 0; seed < 10; seed++) expect(propose(shuffled(snapshot, seed))).toEqual(propose(snapshot))
  })
})
