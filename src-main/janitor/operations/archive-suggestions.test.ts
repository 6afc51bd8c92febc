import { describe, expect, it } from 'vitest'
import { id, NOON, type Sketch, snapshotOf } from '../testing/samples'
import { DAY_MS } from '../types'
import { planArchiveSuggestions } from './archive-suggestions'

const lamp: Sketch = { id: 'ephemeral_001', title: 'Lamp', status: 'ephemeral', messages: 3, idle: 8, returns: 1 }

describe('a one-off that no rule files away', () => {
  it('is proposed for it after seven times the setting', () => {
    expect(planArchiveSuggestions(snapshotOf([lamp]))).toEqual([
      {
        kind: 'archive',
        source: 'ephemeral_001',
        target: null,
        similarity: null,
        sentence: '“Lamp” may be filed away: a one-off, untouched for 8 days, returned to once.',
      },
    ])
    expect(planArchiveSuggestions(snapshotOf([{ ...lamp, idle: 7 }]))).toEqual([])
  })

  it('is proposed also where a person took the filing-away back, and its rest has lasted', () => {
    const takenBack = new Map([
      [id('ephemeral_001'), [{ kind: 'archive_ephemeral' as const, at: NOON - 7.5 * DAY_MS }]],
    ])
    const found = planArchiveSuggestions(snapshotOf([{ ...lamp, returns: 0 }], { takenBack }))
    expect(found.map((s) => s.sentence)).toEqual(['“Lamp” may be filed away: a one-off, untouched for 8 days.'])
  })

  it.each<[string, Sketch]>([
    ['is filed away by itself', { ...lamp, returns: 0 }],
    ['a person pinned', { ...lamp, pinned: true }],
    ['a person shaped', { ...lamp, shapedBy: 'person' }],
    ['is none', { ...lamp, status: 'active' }],
    ['is empty', { ...lamp, messages: 0 }],
  ])('is left alone where it %s', (_, sketch) => {
    expect(planArchiveSuggestions(snapshotOf([sketch]))).toEqual([])
  })
})
