import { defaultSettings } from '@shared/contract/settings'
import { describe, expect, it } from 'vitest'
import { id, NOON, type Sketch, snapshotOf } from '../testing/samples'
import { planEphemeralArchival } from './ephemeral-archival'

const oneOff = (over: Partial<Sketch> = {}): Sketch => ({
  id: 'ephemeral_001',
  title: 'Arduino question',
  status: 'ephemeral',
  messages: 2,
  ...over,
})
const plan = (...args: Parameters<typeof snapshotOf>) => planEphemeralArchival(snapshotOf(...args))

describe('ephemeral archival', () => {
  it('files a one-off of more than a day ago into the bucket of its day', () => {
    expect(plan([oneOff()])).toEqual([
      {
        kind: 'archive_ephemeral',
        sentence: 'Filed away “Arduino question”: a one-off, a day old.',
        buckets: ['ephemeral_001', 'misc_conversations_2026_01_05'],
        creates: [
          {
            id: 'misc_conversations_2026_01_05',
            title: 'One-offs of 5 January 2026',
            description: '',
            status: 'archived',
            shapedBy: 'automation',
            at: NOON - 25 * 3_600_000,
          },
        ],
        writes: [
          {
            entity: 'bucket',
            entityId: 'ephemeral_001',
            field: 'own_merged_into',
            after: 'misc_conversations_2026_01_05',
          },
        ],
      },
    ])
  })

  it('dates it by the calendar of the person, not of Greenwich', () => {
    // 03:30 on the 5th in Greenwich: still the 4th in New York.
    const dayIn = (timeZone: string) => plan([oneOff({ idle: 32.5 / 24 })], { timeZone })[0]?.buckets[1]
    expect(dayIn('Europe/London')).toBe('misc_conversations_2026_01_05')
    expect(dayIn('America/New_York')).toBe('misc_conversations_2026_01_04')
  })

  it('waits for as long as the setting says, and not a moment less', () => {
    expect(plan([oneOff({ idle: 1 })])).toEqual([])
    expect(plan([oneOff({ idle: 23.9 / 24 })])).toEqual([])
    const thresholds = { ...defaultSettings, ephemeralHours: 2 }
    expect(plan([oneOff({ idle: 3 / 24 })], { thresholds })[0]?.sentence).toBe(
      'Filed away “Arduino question”: a one-off, 3 hours old.',
    )
  })

  it('counts from the newest message, not from when somebody looked at it', () => {
    const newestAt = new Map([[id('ephemeral_001'), NOON - 50 * 3_600_000]])
    expect(plan([oneOff({ idle: 0 })], { newestAt })[0]?.buckets[1]).toBe('misc_conversations_2026_01_04')
  })

  it.each([
    ['came up again', { returns: 1 }],
    ['is pinned', { pinned: true }],
    ['was named by a person', { shapedBy: 'person' as const }],
    ['is no one-off', { status: 'active' as const }],
    ['is archived', { status: 'archived' as const }],
  ])('leaves a bucket that %s', (_, over) => {
    expect(plan([oneOff(over)])).toEqual([])
  })

  it('archives one that lost all its messages as it is', () => {
    expect(plan([oneOff({ messages: 0 })])).toMatchObject([
      {
        sentence: 'Filed away “Arduino question”: nothing is left in it.',
        creates: [],
        writes: [{ entityId: 'ephemeral_001', field: 'own_status', after: 'archived' }],
      },
    ])
  })

  it('names the day’s bucket in every act, so that undoing one never takes it from under the others', () => {
    const misc: Sketch = { id: 'misc_conversations_2026_01_05', status: 'archived' }
    for (const act of plan([oneOff(), oneOff({ id: 'ephemeral_002' }), misc])) {
      expect(act.creates.map((b) => b.id)).toEqual(['misc_conversations_2026_01_05'])
    }
  })

  it('does not put a day’s bucket back into the archive that a person took out of it', () => {
    const act = plan([oneOff(), { id: 'misc_conversations_2026_01_05', status: 'active' }])[0]
    expect(act?.creates).toEqual([])
    expect(act?.writes.map((w) => w.entityId)).toEqual(['ephemeral_001'])
  })

  it('is not repeated after a person took it back, until something new is said', () => {
    const takenBack = new Map([
      [id('ephemeral_001'), [{ kind: 'archive_ephemeral' as const, at: NOON - 26 * 3_600_000 }]],
    ])
    expect(plan([oneOff({ idle: 2 })], { takenBack })).toEqual([])
    expect(plan([oneOff({ idle: 25 / 24 })], { takenBack })).toHaveLength(1)
  })

  it('keeps a one-off whose promotion a person took back', () => {
    const takenBack = new Map([[id('ephemeral_001'), [{ kind: 'promote' as const, at: NOON - 1 }]]])
    expect(plan([oneOff({ messages: 7 })], { takenBack })).toEqual([])
  })
})
