import { describe, expect, it } from 'vitest'
import { aBucket, at } from '../testing/samples'
import { rankActions, rankBuckets } from './rank'

const ids = (typed: string) =>
  rankBuckets(
    [
      aBucket('a_001', { title: 'All about bread', lastActive: at(9) }),
      aBucket('b_001', { title: 'Bread', lastActive: at(1) }),
      aBucket('c_001', { title: 'Rye bread', lastActive: at(2), pinned: true }),
      aBucket('d_001', { title: 'Bread, merged away', status: 'merged' }),
    ],
    typed,
  ).map((bucket) => bucket.id)

describe('the palette', () => {
  it('puts buckets first that begin with what was typed, then pinned, then recent ones', () => {
    expect(ids('bread')).toEqual(['b_001', 'c_001', 'a_001'])
    expect(ids('')).toEqual(['c_001', 'a_001', 'b_001'])
  })
  it('shows a few buckets at first and at most forty on typing', () => {
    const many = Array.from({ length: 2000 }, (_, n) => aBucket(`t_${n}`, { title: `topic ${n}` }))
    expect(rankBuckets(many, '')).toHaveLength(5)
    expect(rankBuckets(many, 'topic')).toHaveLength(40)
  })
  it('finds actions by any of their words', () => {
    const actions = ['Import an export', 'Show receipts', 'Settings', 'Show manifest'].map((label) => ({ label }))
    expect(rankActions(actions, 'show').map((one) => one.label)).toEqual(['Show receipts', 'Show manifest'])
    expect(rankActions(actions, 'manif sho').map((one) => one.label)).toEqual(['Show manifest'])
    expect(rankActions(actions, '')).toHaveLength(4)
  })
})
