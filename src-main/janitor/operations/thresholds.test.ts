import { defaultSettings, type JanitorThresholds } from '@shared/contract/settings'
import { describe, expect, it } from 'vitest'
import { bucketOf, NOON, type Sketch, snapshotOf } from '../testing/samples'
import { DAY_MS, type JanitorSnapshot, type PlannedAct } from '../types'
import { planLifeChanges } from './life-change'
import { planLowReturnArchival } from './low-return-archival'
import { planPriorityBoost } from './priority-boost'
import { promotable } from './promotion'
import { planStaleArchival } from './stale-archival'

/** Just beyond the seeds' value, and a setting with which it is not beyond any more. */
const CASES: {
  setting: keyof JanitorThresholds
  to: number
  sketch: Sketch
  acts: (snapshot: JanitorSnapshot) => readonly (PlannedAct | object)[]
  over?: Partial<JanitorSnapshot>
}[] = [
  {
    setting: 'archiveStaleDays',
    to: 40,
    sketch: { id: 'bikes_001', created: 60, idle: 31, messages: 2 },
    acts: planStaleArchival,
  },
  {
    setting: 'archiveStaleBelowMessages',
    to: 2,
    sketch: { id: 'bikes_001', created: 60, idle: 31, messages: 2 },
    acts: planStaleArchival,
  },
  {
    setting: 'archiveLowReturnDays',
    to: 120,
    sketch: { id: 'bikes_001', created: 200, idle: 91, messages: 20, returns: 1 },
    acts: planLowReturnArchival,
  },
  {
    setting: 'archiveLowReturnPerWeek',
    to: 0.01,
    sketch: { id: 'bikes_001', created: 200, idle: 91, messages: 20, returns: 1 },
    acts: planLowReturnArchival,
  },
  {
    setting: 'boostAbovePerDay',
    to: 20,
    sketch: { id: 'bikes_001', created: 2, idle: 0.1, messages: 22 },
    acts: planPriorityBoost,
  },
  {
    setting: 'promoteAboveMessages',
    to: 6,
    sketch: { id: 'ephemeral_001', status: 'ephemeral', created: 0.5, idle: 0.1, messages: 6 },
    acts: promotable,
  },
  ...(['lifeChangePerDay', 'lifeChangeShare'] as const).map((setting) => ({
    setting,
    to: setting === 'lifeChangePerDay' ? 30 : 0.9,
    sketch: { id: 'bikes_001', created: 3, idle: 0.1, messages: 60, returns: 2 },
    acts: planLifeChanges,
    over: {
      recent: { total: 100, byBucket: new Map([[bucketOf({ id: 'bikes_001' }).id, 60]]), oldest: NOON - 90 * DAY_MS },
    },
  })),
  {
    setting: 'highGrowthPerDay',
    to: 20,
    sketch: { id: 'ephemeral_001', status: 'ephemeral', created: 0.4, idle: 0.1, messages: 5 },
    acts: promotable,
    over: { recent: { total: 10, byBucket: new Map(), oldest: NOON - 90 * DAY_MS } },
  },
]

describe('what the janitor does follows the settings', () => {
  it.each(CASES)('$setting', ({ setting, to, sketch, acts, over }) => {
    const at = (thresholds: JanitorThresholds) => acts(snapshotOf([sketch], { ...over, thresholds })).length
    expect(at(defaultSettings)).toBe(1)
    expect(at({ ...defaultSettings, [setting]: to })).toBe(0)
  })
})
