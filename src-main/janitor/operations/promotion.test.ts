import { describe, expect, it } from 'vitest'
import { bucketOf, id, NOON, snapshotOf } from '../testing/samples'
import type { ProperName } from '../types'
import { planPromotion, promotable } from './promotion'

const lisbon: ProperName = { id: id('lisbon_in_may_001'), title: 'Lisbon in May', description: 'a trip' }
const names = new Map([[id('ephemeral_001'), lisbon]])

describe('ephemeral promotion', () => {
  it('keeps a one-off with more than five messages as an active bucket with a proper name, and its old id leads there', () => {
    const snapshot = snapshotOf([{ id: 'ephemeral_001', status: 'ephemeral', messages: 7, created: 2 }], { names })
    expect(planPromotion(snapshot)).toEqual([
      {
        kind: 'promote',
        sentence: 'Kept “Lisbon in May” as a bucket: it grew to 7 messages.',
        buckets: ['ephemeral_001', 'lisbon_in_may_001'],
        creates: [{ ...lisbon, status: 'active', shapedBy: 'automation', at: NOON - 2 * 86_400_000 }],
        writes: [{ entity: 'bucket', entityId: 'ephemeral_001', field: 'own_merged_into', after: 'lisbon_in_may_001' }],
      },
    ])
  })

  it('leaves a one-off of five messages, and whatever is not ephemeral', () => {
    const snapshot = snapshotOf([
      { id: 'ephemeral_001', status: 'ephemeral', messages: 5 },
      { id: 'cats_001', status: 'active', messages: 50 },
      { id: 'old_001', status: 'archived', messages: 50 },
    ])
    expect(promotable(snapshot)).toEqual([])
  })

  it('carries a raised priority over', () => {
    const snapshot = snapshotOf([{ id: 'ephemeral_001', status: 'ephemeral', messages: 7, priority: 'high' }], {
      names,
    })
    expect(planPromotion(snapshot)[0]?.writes).toContainEqual({
      entity: 'bucket',
      entityId: 'lisbon_in_may_001',
      field: 'priority',
      after: 'high',
    })
  })

  it.each([{ pinned: true }, { shapedBy: 'person' as const }])(
    'neither renames nor redirects what a person pinned or named: it becomes active as it is (%o)',
    (over) => {
      const snapshot = snapshotOf([{ id: 'ephemeral_001', status: 'ephemeral', messages: 7, title: 'Mine', ...over }], {
        names,
      })
      expect(planPromotion(snapshot)).toMatchObject([
        {
          sentence: 'Kept “Mine” as a bucket: it grew to 7 messages.',
          creates: [],
          writes: [{ entityId: 'ephemeral_001', field: 'own_status', after: 'active' }],
        },
      ])
    },
  )

  it('is not proposed again once a person took it back', () => {
    const takenBack = new Map([[id('ephemeral_001'), [{ kind: 'promote' as const, at: NOON - 1 }]]])
    const bucket = { id: 'ephemeral_001', status: 'ephemeral' as const, messages: 7 }
    expect(planPromotion(snapshotOf([bucket], { names, takenBack }))).toEqual([])
    expect(bucketOf(bucket).status).toBe('ephemeral')
  })
})
