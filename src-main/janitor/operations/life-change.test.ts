import { describe, expect, it } from 'vitest'
import { id, NOON, type Sketch, snapshotOf } from '../testing/samples'
import { DAY_MS, type JanitorSnapshot, type RecentTalk } from '../types'
import { planCompetingArchival } from './competing-archival'
import { planLifeChanges } from './life-change'
import { planPromotion, promotable } from './promotion'
import { planSubTopics } from './sub-topics'
import { velocityOf } from './velocity'

/** A continuum of a year; `said` are the last seven days' messages by bucket. */
const talk = (said: Record<string, number>, over: Partial<RecentTalk> = {}): RecentTalk => ({
  total: Object.values(said).reduce((a, b) => a + b, 0),
  byBucket: new Map(Object.entries(said).map(([name, n]) => [id(name), n])),
  oldest: NOON - 365 * DAY_MS,
  ...over,
})

/** Three days old, 60 messages: 20 a day; spoken of in more than one session. */
const windmills: Sketch = { id: 'windmills_001', created: 3, idle: 0.1, messages: 60, returns: 4 }
const seen = (sketches: Sketch[], recent: RecentTalk | null, directions: Record<string, [number, number]> = {}) =>
  around(snapshotOf(sketches, { recent }), directions)

/** Gives buckets a direction, so that some are neighbours. */
function around(snapshot: JanitorSnapshot, directions: Record<string, [number, number]>): JanitorSnapshot {
  const profiles = new Map(snapshot.topics.profiles)
  for (const [name, direction] of Object.entries(directions)) {
    const profile = profiles.get(id(name))
    if (profile) profiles.set(id(name), { ...profile, sum: Float32Array.from(direction), weight: 1 })
  }
  return { ...snapshot, topics: { ...snapshot.topics, profiles } }
}

describe('a life change', () => {
  it('is a new topic of more than 15 messages a day that takes more than 0.4 of a week', () => {
    const [act, ...rest] = planLifeChanges(seen([windmills], talk({ windmills_001: 60, other_001: 40 })))
    expect(rest).toEqual([])
    expect(act).toMatchObject({
      kind: 'life_change',
      sentence:
        '“windmills_001” may be a change in your life: 60 messages in 3 days, 60 % of what you talked about this week.',
      writes: [
        { entityId: 'windmills_001', field: 'life_change_detected', after: 'true' },
        { entityId: 'windmills_001', field: 'priority', after: 'high' },
      ],
    })
  })

  it.each<[string, Sketch, RecentTalk | null]>([
    ['without the experiment', windmills, null],
    ['at exactly 15 messages a day', { ...windmills, messages: 45 }, talk({ windmills_001: 45 })],
    ['at exactly 0.4 of the talk', windmills, talk({ windmills_001: 40, other_001: 60 })],
    ['in a topic older than a week', { ...windmills, created: 7.1, messages: 600 }, talk({ windmills_001: 600 })],
    ['in one sitting', { ...windmills, returns: 0 }, talk({ windmills_001: 60 })],
    ['where there was nothing before', windmills, talk({ windmills_001: 60 }, { oldest: NOON - 4 * DAY_MS })],
    ['twice', { ...windmills, lifeChangeDetected: true }, talk({ windmills_001: 60 })],
    ['in a bucket that was put away', { ...windmills, status: 'archived' }, talk({ windmills_001: 60 })],
  ])('is not seen %s', (_, sketch, recent) => {
    expect(planLifeChanges(seen([sketch], recent))).toEqual([])
  })

  it('that a person took back is never seen in that bucket again', () => {
    const snapshot = snapshotOf([windmills], {
      recent: talk({ windmills_001: 60 }),
      takenBack: new Map([[id('windmills_001'), [{ kind: 'life_change' as const, at: NOON - 60_000 }]]]),
    })
    expect(planLifeChanges(snapshot)).toEqual([])
  })

  it('counts a topic of the last hours as half a day old', () => {
    expect(velocityOf({ messages: 10, createdAt: new Date(NOON - 60_000).toISOString() }, NOON)).toBe(20)
    expect(velocityOf({ messages: 45, createdAt: new Date(NOON - 3 * DAY_MS).toISOString() }, NOON)).toBe(15)
  })
})

describe('a fast one-off', () => {
  const spike: Sketch = { id: 'ephemeral_001', status: 'ephemeral', created: 0.1, idle: 0.05, messages: 5 }

  it('is promoted before it has six messages, with the experiment only', () => {
    expect(promotable(seen([spike], talk({ ephemeral_001: 5 }))).map((b) => b.id)).toEqual(['ephemeral_001'])
    expect(planPromotion(seen([spike], null))).toEqual([])
    expect(promotable(seen([{ ...spike, created: 2 }], talk({ ephemeral_001: 5 })))).toEqual([])
  })
})

describe('sub-topics', () => {
  const changed: Sketch = { ...windmills, lifeChangeDetected: true }
  const safety: Sketch = { id: 'safety_001', created: 2, idle: 0.1 }
  const turbines: Sketch = { id: 'turbines_001', created: 1, idle: 0.1 }
  const old: Sketch = { id: 'sailing_001', created: 100, idle: 1 }
  const near: Record<string, [number, number]> = {
    windmills_001: [1, 0],
    safety_001: [1, 0.2],
    turbines_001: [1, -0.2],
    sailing_001: [1, 0.1],
    bread_001: [0, 1],
  }

  it('are the new topics around a life change, from two on, and those a person shaped stay out', () => {
    const bread: Sketch = { id: 'bread_001', created: 1 }
    const [act, ...rest] = planSubTopics(seen([changed, safety, turbines, old, bread], talk({}), near))
    expect(rest).toEqual([])
    expect(act?.writes).toEqual([
      { entity: 'bucket', entityId: 'safety_001', field: 'parent_bucket_id', after: 'windmills_001' },
      { entity: 'bucket', entityId: 'turbines_001', field: 'parent_bucket_id', after: 'windmills_001' },
    ])
    expect(act?.sentence).toBe(
      'Grouped “safety_001” and “turbines_001” under “windmills_001”: new topics about the same thing.',
    )
    expect(planSubTopics(seen([changed, safety], talk({}), near))).toEqual([])
    expect(planSubTopics(seen([changed, safety, { ...turbines, shapedBy: 'person' }], talk({}), near))).toEqual([])
    expect(planSubTopics(seen([changed, safety, turbines], null, near))).toEqual([])
  })

  it('are grouped once: who has a parent keeps it, and a third joins later', () => {
    const grouped = [safety, turbines].map((b) => ({ ...b, parentBucketId: id('windmills_001') }))
    expect(planSubTopics(seen([changed, ...grouped], talk({}), near))).toEqual([])
    const third: Sketch = { id: 'blades_001', created: 0.5 }
    const acts = planSubTopics(seen([changed, ...grouped, third], talk({}), { ...near, blades_001: [1, 0] }))
    expect(acts.map((a) => a.writes.map((w) => w.entityId))).toEqual([['blades_001']])
  })
})

describe('what a life change leaves behind', () => {
  const changed: Sketch = { ...windmills, lifeChangeDetected: true }
  const cleaning: Sketch = { id: 'window_cleaning_001', created: 200, idle: 31, messages: 80, returns: 30 }
  const near: Record<string, [number, number]> = { windmills_001: [1, 0], window_cleaning_001: [1, 0.3] }

  it('is archived after thirty days, however often it was returned to', () => {
    const [act, ...rest] = planCompetingArchival(seen([changed, cleaning], talk({}), near))
    expect(rest).toEqual([])
    expect(act).toMatchObject({
      kind: 'archive_competing',
      sentence: 'Archived “window_cleaning_001”: untouched for 31 days, and “windmills_001” took its place.',
      writes: [{ field: 'own_status', after: 'archived' }],
    })
  })

  it.each<[string, Sketch, Record<string, [number, number]>]>([
    ['at thirty days', { ...cleaning, idle: 30 }, near],
    ['where the topics have nothing to do with each other', cleaning, { ...near, window_cleaning_001: [0, 1] }],
    ['what a person pinned', { ...cleaning, pinned: true }, near],
    ['what was grouped under it', { ...cleaning, parentBucketId: id('windmills_001') }, near],
  ])('is kept %s', (_, sketch, directions) => {
    expect(planCompetingArchival(seen([changed, sketch], talk({}), directions))).toEqual([])
  })

  it('is kept where a person took its archival back', () => {
    const snapshot = around(
      snapshotOf([changed, cleaning], {
        recent: talk({}),
        takenBack: new Map([[id('window_cleaning_001'), [{ kind: 'archive_competing' as const, at: NOON - DAY_MS }]]]),
      }),
      near,
    )
    expect(planCompetingArchival(snapshot)).toEqual([])
  })
})
