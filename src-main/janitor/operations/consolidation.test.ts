import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../runtime/slices'
import type { StoredBucket } from '../../store/types'
import { mergesOf } from '../apply'
import { type PairKey, pairKey, pairsOf } from '../pairs'
import { isHandsOff } from '../strength'
import { planConsolidation } from '../testing/consolidation'
import { id, judged, type Likenesses, type Sketch, shuffled, snapshotOf } from '../testing/samples'
import type { JanitorSnapshot, PlannedAct } from '../types'
import { consolidationActs, groupsOf, proposedMerges } from './consolidation'
import { judgeLikeness } from './likeness'

/** `source > target` of every merge. */
const merges = (acts: readonly PlannedAct[]) => mergesOf(acts).map(([from, to]) => `${from} > ${to}`)
const plan = (...args: Parameters<typeof snapshotOf>) => planConsolidation(snapshotOf(...args))

describe('consolidation', () => {
  it('merges two buckets that are one topic, the weaker into the stronger, and says why', () => {
    const acts = plan(
      [
        { id: 'cpp_homework_001', title: 'C++ homework helpers', messages: 8 },
        { id: 'programming_001', title: 'Programming help', messages: 30 },
      ],
      {
        alike: { 'cpp_homework_001 programming_001': 0.934 },
        terms: {
          cpp_homework_001: ['pointer', 'linked list', 'homework'],
          programming_001: ['linked list', 'pointer'],
        },
      },
    )
    expect(acts).toEqual([
      {
        kind: 'consolidate',
        sentence:
          'Merged “C++ homework helpers” into “Programming help”: both are about pointer, linked list (0.93, 8 messages).',
        buckets: ['cpp_homework_001', 'programming_001'],
        similarity: 0.934,
        creates: [],
        writes: [
          { entity: 'bucket', entityId: 'cpp_homework_001', field: 'own_merged_into', after: 'programming_001' },
        ],
      },
    ])
  })

  it('merges at 0.90 and not below', () => {
    expect(plan([{ id: 'a_001' }, { id: 'b_001' }], { alike: { 'a_001 b_001': 0.9 } })).toHaveLength(1)
    expect(plan([{ id: 'a_001' }, { id: 'b_001' }], { alike: { 'a_001 b_001': 0.8999 } })).toEqual([])
  })

  it.each<[string, Partial<Sketch>, Partial<Sketch>]>([
    ['pinned over everything else', { pinned: true, messages: 1 }, { priority: 'high', starred: true }],
    ['shaped by a person over automation’s', { shapedBy: 'person', messages: 1 }, { priority: 'high', starred: true }],
    ['higher priority over starred', { priority: 'high' }, { starred: true, messages: 99 }],
    ['normal over low priority', { messages: 1 }, { priority: 'low', messages: 99 }],
    ['starred over more messages', { starred: true }, { messages: 99 }],
    ['more messages over older', { messages: 9 }, { created: 99 }],
    ['older over smaller id', { created: 15 }, {}],
  ])('keeps the stronger: %s', (_, stronger, weaker) => {
    const alike = { 'a_001 z_001': 0.95 }
    expect(
      merges(
        plan(
          [
            { id: 'z_001', ...stronger },
            { id: 'a_001', ...weaker },
          ],
          { alike },
        ),
      ),
    ).toEqual(['a_001 > z_001'])
  })

  it('keeps the smaller id where all else is equal', () => {
    expect(merges(plan([{ id: 'z_001' }, { id: 'a_001' }], { alike: { 'a_001 z_001': 0.95 } }))).toEqual([
      'z_001 > a_001',
    ])
  })

  it.each<[string, Partial<Sketch>]>([
    ['pinned', { pinned: true }],
    ['shaped by a person', { shapedBy: 'person' }],
  ])('merges others into a bucket that is %s, but never two of them', (_, over) => {
    const alike = { 'a_001 b_001': 0.95, 'a_001 c_001': 0.95, 'b_001 c_001': 0.95 }
    const acts = plan(
      [
        { id: 'a_001', ...over },
        { id: 'b_001', ...over },
        { id: 'c_001', messages: 99 },
      ],
      { alike },
    )
    expect(merges(acts)).toEqual(['c_001 > a_001'])
  })

  it('does not drift: where A is like B and B like C, but A not like C, only the likest two are merged', () => {
    const alike = { 'a_001 b_001': 0.95, 'b_001 c_001': 0.93, 'a_001 c_001': 0.6 }
    expect(merges(plan([{ id: 'a_001' }, { id: 'b_001' }, { id: 'c_001' }], { alike }))).toEqual(['b_001 > a_001'])
  })

  it('merges a group in one act, with the weakest link as its similarity', () => {
    const alike = { 'a_001 b_001': 0.97, 'a_001 c_001': 0.92, 'b_001 c_001': 0.94 }
    const acts = plan([{ id: 'a_001' }, { id: 'b_001', messages: 3 }, { id: 'c_001', messages: 4 }], {
      alike,
      terms: { a_001: ['x', 'y'], b_001: ['x', 'y'], c_001: ['y'] },
    })
    expect(acts).toMatchObject([
      {
        buckets: ['c_001', 'b_001', 'a_001'],
        similarity: 0.92,
        sentence: 'Merged “c_001” and “b_001” into “a_001”: all are about y (0.92, 7 messages).',
      },
    ])
  })

  it('gives the destination the higher priority and makes it active if one of them was', () => {
    const act = plan(
      [
        { id: 'a_001', pinned: true, status: 'archived' },
        { id: 'b_001', priority: 'high' },
      ],
      { alike: { 'a_001 b_001': 0.95 } },
    )[0]
    expect(act?.writes.slice(1)).toEqual([
      { entity: 'bucket', entityId: 'a_001', field: 'priority', after: 'high' },
      { entity: 'bucket', entityId: 'a_001', field: 'own_status', after: 'active' },
    ])
  })

  it('writes nothing that holds already', () => {
    const sketches = [
      { id: 'a_001', messages: 9 },
      { id: 'b_001', status: 'ephemeral' as const },
    ]
    expect(plan(sketches, { alike: { 'a_001 b_001': 0.95 } })[0]?.writes).toHaveLength(1)
  })

  it('leaves the archive an archive: two archived buckets stay archived', () => {
    const act = plan(
      [
        { id: 'a_001', status: 'archived' },
        { id: 'b_001', status: 'archived' },
      ],
      { alike: { 'a_001 b_001': 0.95 } },
    )[0]
    expect(act?.writes).toHaveLength(1)
  })

  it('never touches filed-away one-offs, and nothing without messages', () => {
    const alike = { 'a_001 misc_conversations_2026_01_01': 0.99, 'a_001 b_001': 0.99 }
    expect(
      plan(
        [{ id: 'a_001' }, { id: 'misc_conversations_2026_01_01', status: 'archived' }, { id: 'b_001', messages: 0 }],
        {
          alike,
        },
      ),
    ).toEqual([])
  })

  it('never merges a refused pair, nor a group that contains one', () => {
    const alike = { 'a_001 b_001': 0.97, 'a_001 c_001': 0.95, 'b_001 c_001': 0.96 }
    const refused: [string, string][] = [['c_001', 'a_001']]
    expect(merges(plan([{ id: 'a_001' }, { id: 'b_001' }, { id: 'c_001' }], { alike, refused }))).toEqual([
      'b_001 > a_001',
    ])
  })

  describe('a pair that was judged', () => {
    const alike = { 'a_001 b_001': 0.95 }

    it('is not judged again without a new message', () => {
      expect(planConsolidation(judged(snapshotOf([{ id: 'a_001' }, { id: 'b_001' }], { alike })))).toEqual([])
    })

    it('is judged again after a new message in either of them', () => {
      const before = judged(snapshotOf([{ id: 'a_001' }, { id: 'b_001' }], { alike }))
      for (const name of ['a_001', 'b_001']) {
        const buckets = new Map(before.buckets)
        const bucket = buckets.get(id(name))
        if (bucket) buckets.set(bucket.id, { ...bucket, newestSeq: 2 })
        expect(planConsolidation({ ...before, buckets })).toHaveLength(1)
      }
    })

    it('is judged again with other thresholds or another embedding model', () => {
      const before = judged(snapshotOf([{ id: 'a_001' }, { id: 'b_001' }], { alike }))
      const thresholds = { ...before.thresholds, suggestThreshold: 0.8 }
      expect(planConsolidation({ ...before, thresholds })).toHaveLength(1)
      expect(planConsolidation({ ...before, topics: { ...before.topics, modelId: 'other' } })).toHaveLength(1)
    })

    it('still has a say in a group that a new message forms', () => {
      const three = { 'a_001 b_001': 0.5, 'a_001 c_001': 0.95, 'b_001 c_001': 0.94 }
      const snapshot = judged(
        snapshotOf([{ id: 'a_001' }, { id: 'b_001' }, { id: 'c_001', newestSeq: 3 }], { alike: three }),
      )
      expect(merges(planConsolidation({ ...snapshot, judged: { ...snapshot.judged, seq: 2 } }))).toEqual([
        'c_001 > a_001',
      ])
    })
  })

  it('leaves out a source that a model holds apart, and keeps the rest of the group', () => {
    const alike = { 'a_001 b_001': 0.97, 'a_001 c_001': 0.95, 'b_001 c_001': 0.96 }
    const snapshot = snapshotOf([{ id: 'a_001' }, { id: 'b_001' }, { id: 'c_001' }], { alike })
    const likeness = atOnce(judgeLikeness(snapshot))
    const [all] = groupsOf(snapshot, likeness, new Set())
    expect(all && proposedMerges(all, likeness).map((m) => [m.source.id, m.target.id, m.similarity])).toEqual([
      ['b_001', 'a_001', 0.97],
      ['c_001', 'a_001', 0.95],
    ])
    const groups = groupsOf(snapshot, likeness, new Set([pairKey(id('a_001'), id('b_001'))]))
    expect(merges(consolidationActs(snapshot, groups))).toEqual(['c_001 > b_001'])
  })

  it('is cut into slices: a step for every bucket that is judged', () => {
    const sketches = Array.from({ length: 30 }, (_, n) => ({ id: `b_${String(n).padStart(3, '0')}` }))
    let slices = 0
    const work = judgeLikeness(snapshotOf(sketches))
    while (!work.next().done) slices++
    expect(slices).toBeGreaterThanOrEqual(30)
  })

  it('spares nothing but what points elsewhere: a likeness below the floor of the cosine is not judged', () => {
    const snapshot = snapshotOf([{ id: 'a_001' }, { id: 'b_001' }], { alike: { 'a_001 b_001': 0.95 } })
    const profiles = new Map(snapshot.topics.profiles)
    const b = profiles.get(id('b_001'))
    const turned = (x: number, y: number): JanitorSnapshot => {
      if (b) profiles.set(b.id, { ...b, sum: Float32Array.of(x, y) })
      return { ...snapshot, topics: { ...snapshot.topics, profiles } }
    }
    expect(planConsolidation(turned(0.2, 1))).toEqual([])
    expect(planConsolidation(turned(0.4, 1))).toHaveLength(1)
  })
})

describe('whatever the buckets are', () => {
  const names = Array.from({ length: 7 }, (_, n) => `b_00${n}`)
  const world = fc
    .record({
      sketches: fc.tuple(
        ...names.map((name) =>
          fc.record({
            id: fc.constant(name),
            messages: fc.integer({ min: 1, max: 4 }),
            pinned: fc.boolean(),
            starred: fc.boolean(),
            shapedBy: fc.constantFrom('person' as const, 'automation' as const, 'automation' as const),
            priority: fc.constantFrom('high' as const, 'normal' as const, 'low' as const),
            status: fc.constantFrom('active' as const, 'ephemeral' as const, 'archived' as const),
            newestSeq: fc.integer({ min: 1, max: 4 }),
          }),
        ),
      ),
      similarities: fc.array(fc.constantFrom(0.5, 0.87, 0.9, 0.93, 0.97), { minLength: 21, maxLength: 21 }),
      refused: fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 3 }),
      seq: fc.integer({ min: 0, max: 4 }),
      shuffle: fc.integer(),
    })
    .map(({ sketches, similarities, refused, seq, shuffle }) => {
      const pairs = [...pairsOf(names)]
      const alike: Likenesses = Object.fromEntries(pairs.map(([a, b], n) => [`${a} ${b}`, similarities[n] ?? 0]))
      const snapshot = judged(snapshotOf(sketches, { alike, refused: refused.filter(([a, b]) => a !== b) }))
      return { snapshot: { ...snapshot, judged: { ...snapshot.judged, seq } }, alike, shuffle }
    })

  it('gives the same plan in whatever order they are listed', () => {
    fc.assert(
      fc.property(world, ({ snapshot, shuffle }) => {
        expect(planConsolidation(shuffled(snapshot, shuffle))).toEqual(planConsolidation(snapshot))
      }),
    )
  })

  it('merges only where every two are alike, once per bucket, never away from a person, never a refused pair', () => {
    let acted = 0
    fc.assert(
      fc.property(world, ({ snapshot, alike }) => {
        const acts = planConsolidation(snapshot)
        acted += acts.length
        const touched = acts.flatMap((a) => a.buckets)
        expect(new Set(touched).size).toBe(touched.length)
        const of = new Map(Object.entries(alike).map(([pair, s]) => [pair as PairKey, s]))
        for (const act of acts) {
          for (const [a, b] of pairsOf(act.buckets)) {
            expect(of.get(pairKey(a, b))).toBeGreaterThanOrEqual(0.9)
            expect(snapshot.refusals.pairs.has(pairKey(a, b))).toBe(false)
          }
          const buckets = act.buckets.flatMap((b): StoredBucket[] => [snapshot.buckets.get(b)].flatMap((x) => x ?? []))
          expect(buckets.slice(0, -1).some(isHandsOff)).toBe(false)
          expect(buckets.some((b) => b.newestSeq > snapshot.judged.seq)).toBe(true)
        }
      }),
    )
    expect(acted).toBeGreaterThan(20)
  })
})
