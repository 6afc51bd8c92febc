import type { ReceiptView } from '@shared/domain'
import { operationId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { pairKey } from './pairs'
import { collectRefusals, isTakenBack, type RefusalSources } from './refusals'
import { id, NOON } from './testing/samples'

const entry = (over: Partial<Omit<ReceiptView, 'buckets'>> & { buckets: string[] }): ReceiptView => ({
  id: operationId.parse('00000000-0000-7000-8000-000000000001'),
  ts: new Date(NOON).toISOString(),
  kind: 'consolidate',
  actor: 'janitor',
  sentence: '',
  undone: false,
  undoneAt: over.undone ? new Date(NOON).toISOString() : null,
  messagesMoved: 0,
  similarity: null,
  ...over,
  buckets: over.buckets.map(id),
})
const collect = (over: Partial<RefusalSources>) =>
  collectRefusals({ log: [], undoneMerges: [], dismissed: [], end: (x) => x, ...over })
const pair = (a: string, b: string) => pairKey(id(a), id(b))

describe('what a person said no to', () => {
  it('is every undone merge and every dismissed suggestion, either way round', () => {
    const { pairs } = collect({ undoneMerges: [[id('b_001'), id('a_001')]], dismissed: [[id('c_001'), id('d_001')]] })
    expect([...pairs].sort()).toEqual([pair('a_001', 'b_001'), pair('d_001', 'c_001')])
  })

  it('is every pair of a group whose merge was undone, but not of one that stands', () => {
    const buckets = ['b_001', 'c_001', 'a_001']
    expect(collect({ log: [entry({ buckets })] }).pairs.size).toBe(0)
    expect([...collect({ log: [entry({ buckets, undone: true })] }).pairs].sort()).toEqual([
      pair('a_001', 'b_001'),
      pair('a_001', 'c_001'),
      pair('b_001', 'c_001'),
    ])
  })

  it.each(['move_message', 'split'] as const)('is what a person took apart by %s, as long as that stands', (kind) => {
    const buckets = ['a_001', 'b_001']
    expect(collect({ log: [entry({ kind, actor: 'person', buckets })] }).pairs).toEqual(
      new Set([pair('a_001', 'b_001')]),
    )
    expect(collect({ log: [entry({ kind, actor: 'person', buckets, undone: true })] }).pairs.size).toBe(0)
    expect(collect({ log: [entry({ kind, actor: 'classifier', buckets })] }).pairs.size).toBe(0)
  })

  it('holds for the bucket that one of them was merged into since, and ends where both are one', () => {
    const end = (x: ReturnType<typeof id>) => (x === id('b_001') ? id('z_001') : x)
    const { pairs } = collect({
      undoneMerges: [[id('a_001'), id('b_001')]],
      dismissed: [[id('b_001'), id('z_001')]],
      end,
    })
    expect(pairs).toEqual(new Set([pair('a_001', 'z_001')]))
  })

  it('is also a single act that was taken back, with its time', () => {
    const refusals = collect({ log: [entry({ kind: 'boost', buckets: ['a_001'], undone: true })] })
    expect(isTakenBack(refusals, id('a_001'), ['boost'])).toBe(true)
    expect(isTakenBack(refusals, id('a_001'), ['boost'], NOON)).toBe(true)
    expect(isTakenBack(refusals, id('a_001'), ['boost'], NOON + 1)).toBe(false)
    expect(isTakenBack(refusals, id('a_001'), ['promote'])).toBe(false)
    expect(isTakenBack(refusals, id('b_001'), ['boost'])).toBe(false)
  })
})
