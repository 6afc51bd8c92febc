import { bucketId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import type { RegisterWrite } from '../store/types'
import { isBulk, isBulkUndo } from './bulk'

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

describe('a bulk operation', () => {
  it('changes more than a hundred messages, each counted once however many registers of it are written', () => {
    expect(isBulk([{ writes: moves(100) }], held)).toBe(false)
    expect(isBulk([{ writes: moves(101) }], held)).toBe(true)
    expect(isBulk([{ writes: moves(60) }, { writes: moves(60) }], held)).toBe(true)
  })
  it('merges a bucket that holds more than these', () => {
    expect(isBulk([{ writes: [merge('small_001')] }], held)).toBe(false)
    expect(isBulk([{ writes: [merge('big_001')] }], held)).toBe(true)
  })
  it('is more than ten acts at one go', () => {
    expect(
      isBulk(
        Array.from({ length: 10 }, () => ({ writes: [] })),
        held,
      ),
    ).toBe(false)
    expect(
      isBulk(
        Array.from({ length: 11 }, () => ({ writes: [] })),
        held,
      ),
    ).toBe(true)
    expect(isBulkUndo(Array.from({ length: 11 }, () => ({ messagesMoved: 0 })))).toBe(true)
    expect(isBulkUndo([{ messagesMoved: 100 }])).toBe(false)
    expect(isBulkUndo([{ messagesMoved: 60 }, { messagesMoved: 41 }])).toBe(true)
  })
})
