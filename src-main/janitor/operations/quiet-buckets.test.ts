import { describe, expect, it } from 'vitest'
import { id, NOON, type Sketch, snapshotOf } from '../testing/samples'
import { planLowReturnArchival } from './low-return-archival'
import { planPriorityBoost } from './priority-boost'
import { planStaleArchival } from './stale-archival'

const a = (over: Partial<Sketch>): Sketch => ({ id: 'a_001', title: 'Tax', ...over })
const takenBack = (kind: 'archive_stale' | 'archive_low_return' | 'boost', daysAgo: number) =>
  new Map([[id('a_001'), [{ kind, at: NOON - daysAgo * 86_400_000 }]]])

describe('stale archival', () => {
  const plan = (over: Partial<Sketch>, more = {}) => planStaleArchival(snapshotOf([a(over)], more))
  const stale = { messages: 2, created: 40, idle: 34 }

  it('archives an active bucket of fewer than three messages, untouched for more than 30 days', () => {
    expect(plan(stale)).toEqual([
      {
        kind: 'archive_stale',
        sentence: 'Archived “Tax”: only 2 messages, untouched for 34 days.',
        buckets: ['a_001'],
        creates: [],
        writes: [{ entity: 'bucket', entityId: 'a_001', field: 'own_status', after: 'archived' }],
      },
    ])
  })

  it.each([
    { messages: 3 },
    { idle: 30 },
    { pinned: true },
    { status: 'ephemeral' as const },
    { status: 'archived' as const },
  ])('leaves it with %o', (over) => {
    expect(plan({ ...stale, ...over })).toEqual([])
  })

  it('also archives what a person named: only a pin keeps it', () => {
    expect(plan({ ...stale, shapedBy: 'person' })).toHaveLength(1)
  })

  it('is not repeated after a person took it back, until the bucket is used again', () => {
    expect(plan(stale, { takenBack: takenBack('archive_stale', 10) })).toEqual([])
    expect(plan(stale, { takenBack: takenBack('archive_low_return', 10) })).toEqual([])
    expect(plan(stale, { takenBack: takenBack('archive_stale', 35) })).toHaveLength(1)
  })
})

describe('low-return archival', () => {
  const plan = (over: Partial<Sketch>, more = {}) => planLowReturnArchival(snapshotOf([a(over)], more))
  const quiet = { messages: 40, created: 140, idle: 95, returns: 1 }

  it('archives what was untouched for more than 90 days and returned to less than once in ten weeks', () => {
    expect(plan(quiet)).toEqual([
      {
        kind: 'archive_low_return',
        sentence: 'Archived “Tax”: untouched for 95 days and seldom returned to (1 return in 20 weeks).',
        buckets: ['a_001'],
        creates: [],
        writes: [{ entity: 'bucket', entityId: 'a_001', field: 'own_status', after: 'archived' }],
      },
    ])
  })

  it.each([{ returns: 2 }, { idle: 90 }, { pinned: true }, { status: 'archived' as const }])(
    'leaves it with %o',
    (over) => {
      expect(plan({ ...quiet, ...over })).toEqual([])
    },
  )

  it('measures returns over the bucket’s whole life until now', () => {
    expect(plan({ ...quiet, created: 400, idle: 390, returns: 5 })).toHaveLength(1)
  })

  it('is not repeated after a person took it back', () => {
    expect(plan(quiet, { takenBack: takenBack('archive_low_return', 1) })).toEqual([])
  })
})

describe('priority boost', () => {
  const plan = (over: Partial<Sketch>, more = {}) => planPriorityBoost(snapshotOf([a(over)], more))
  const busy = { messages: 43, created: 3, idle: 0 }

  it('raises a new topic with more than ten messages a day', () => {
    expect(plan(busy)).toEqual([
      {
        kind: 'boost',
        sentence: 'Raised “Tax” to high priority: 43 messages in 3 days.',
        buckets: ['a_001'],
        creates: [],
        writes: [{ entity: 'bucket', entityId: 'a_001', field: 'priority', after: 'high' }],
      },
    ])
  })

  it('counts at least one day', () => {
    expect(plan({ messages: 11, created: 1 / 24, idle: 0 })).toHaveLength(1)
    expect(plan({ messages: 10, created: 1 / 24, idle: 0 })).toEqual([])
  })

  it.each([
    { messages: 30 },
    { created: 7.1, messages: 200 },
    { priority: 'high' as const },
    { status: 'archived' as const },
    { status: 'ephemeral' as const },
  ])('leaves it with %o', (over) => {
    expect(plan({ ...busy, ...over })).toEqual([])
  })

  it('is not repeated after a person took it back', () => {
    expect(plan(busy, { takenBack: takenBack('boost', 1) })).toEqual([])
  })
})
