import { bucketId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import type { RegisterWrite } from '../store/types'
import { changedAgain, changedBy, isBulk, type Planned } from './bulk'

const moves = (n: number): RegisterWrite[] =>
  Array.from({ length: n }, (_, i) => [
    { entity: 'message' as const, entityId: `m${i}`, field: 'home_bucket_id' as const, after: 'b_001' },
    { entity: 'message' as const, entityId: `m${i}`, field: 'filed_by' as const, after: 'person' },
  ]).flat()
const merge = (bucket: string): RegisterWrite => ({
  entity: 'bucket',
  entityId: bucket,
  field: 'own_merged_into',
  after: 'b_001',
})
const held = (bucket: string): number => (bucket === bucketId.parse('big_001') ? 500 : 3)

const isMuch = (acts: Planned[]): boolean => isBulk(acts.map((act) => changedBy(act, held)))
const none = (n: number): Planned[] => Array.from({ length: n }, () => ({ writes: [] }))

describe('a bulk operation', () => {
  it('changes more than a hundred messages, each counted once however many registers of it are written', () => {
    expect(isMuch([{ writes: moves(100) }])).toBe(false)
    expect(isMuch([{ writes: moves(101) }])).toBe(true)
    expect(isMuch([{ writes: moves(60) }, { writes: moves(60) }])).toBe(true)
  })
  it('merges a bucket that holds more than these', () => {
    expect(isMuch([{ writes: [merge('small_001')] }])).toBe(false)
    expect(isMuch([{ writes: [merge('big_001')] }])).toBe(true)
  })
  it('is more than ten acts at one go', () => {
    expect(isMuch(none(10))).toBe(false)
    expect(isMuch(none(11))).toBe(true)
  })
  it('is the same when it is taken back: what the log wrote and what its receipt moved are the same messages', () => {
    const again = (messagesMoved: number, messages: number, others: number) =>
      changedAgain({ messagesMoved }, { messages, others })
    expect(isBulk([again(100, 100, 0)])).toBe(false)
    expect(isBulk([again(500, 0, 0)])).toBe(true)
    expect(isBulk([again(0, 101, 0)])).toBe(true)
    expect(isBulk([again(0, 0, 101)])).toBe(true)
    expect(isBulk([again(60, 60, 0), again(30, 30, 11)])).toBe(true)
  })
})
