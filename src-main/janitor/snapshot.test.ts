import { describe, expect, it } from 'vitest'
import { planPromotion } from './operations/promotion'
import { pairKey } from './pairs'
import { advance } from './snapshot'
import { planConsolidation } from './testing/consolidation'
import { id, snapshotOf } from './testing/samples'

describe('the state after planned acts', () => {
  it('is that of a merge: counts and returns add, the times are the earlier and the later', () => {
    const before = snapshotOf(
      [
        { id: 'a_001', messages: 9, returns: 2, created: 10, idle: 4, newestSeq: 5 },
        { id: 'b_001', messages: 4, returns: 1, created: 20, idle: 2, newestSeq: 9, priority: 'low' },
      ],
      { alike: { 'a_001 b_001': 0.95 } },
    )
    const { buckets, topics } = advance(before, planConsolidation(before))
    const [a, b] = [before.buckets.get(id('a_001')), before.buckets.get(id('b_001'))]
    expect([...buckets.values()]).toEqual([
      { ...a, messages: 13, returns: 3, newestSeq: 9, createdAt: b?.createdAt, lastActive: b?.lastActive },
    ])
    expect([...topics.profiles.keys()]).toEqual(['a_001'])
  })

  it('is that of a promotion: the new bucket has everything of the old one, and what was refused stays refused', () => {
    const name = { id: id('tax_001'), title: 'Tax', description: 'd' }
    const before = snapshotOf(
      [
        { id: 'ephemeral_001', status: 'ephemeral', messages: 7, returns: 1, priority: 'high', created: 3 },
        { id: 'b_001' },
      ],
      { names: new Map([[id('ephemeral_001'), name]]), refused: [['b_001', 'ephemeral_001']] },
    )
    const after = advance(before, planPromotion(before))
    const old = before.buckets.get(id('ephemeral_001'))
    expect(after.buckets.has(id('ephemeral_001'))).toBe(false)
    expect(after.buckets.get(name.id)).toMatchObject({
      ...name,
      status: 'active',
      messages: 7,
      returns: 1,
      priority: 'high',
      createdAt: old?.createdAt,
      lastActive: old?.lastActive,
    })
    expect(after.topics.profiles.get(name.id)).toMatchObject({ id: 'tax_001', title: 'Tax', messages: 7 })
    expect(after.refusals.pairs).toEqual(new Set([pairKey(id('b_001'), name.id)]))
    expect(before.buckets.has(id('ephemeral_001'))).toBe(true)
  })
})
