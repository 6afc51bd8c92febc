import type { BucketId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, mergedInto } from '../buckets/testing/samples'
import { type PairKey, pairKey } from '../janitor/pairs'
import type { StoredBucket } from '../store/types'
import { hintBar, planHint } from './plan'

const fresh = bucketOf('puppy_training_001')
const plan = (
  others: readonly StoredBucket[],
  likeness: Record<string, number>,
  over: { bucket?: StoredBucket; refused?: ReadonlySet<PairKey>; bar?: number } = {},
) => {
  const bucket = over.bucket ?? fresh
  return planHint({
    bucket,
    buckets: [bucket, ...others],
    similarityTo: (id: BucketId) => likeness[id] ?? 0,
    refused: new Set(),
    bar: 0.85,
    ...over,
  })
}
const pets = bucketOf('pets_advice_001')
const dogs = bucketOf('dogs_general_001')

describe('a new bucket', () => {
  it('is pointed out as like the most similar one from the bar on, into which it may go', () => {
    const hint = plan([dogs, pets], { pets_advice_001: 0.92, dogs_general_001: 0.88 })
    expect(hint).toMatchObject({ existing: pets.id, similarity: 0.92, forModel: true })
    expect([hint?.source.id, hint?.target.id]).toEqual([fresh.id, pets.id])
    expect(plan([pets], { pets_advice_001: 0.85 })).not.toBeNull()
    expect(plan([pets], { pets_advice_001: 0.8499 })).toBeNull()
  })

  it('is never like a pair that was refused or pointed out before; the next best is taken', () => {
    const refused = new Set([pairKey(fresh.id, pets.id)])
    const hint = plan([dogs, pets], { pets_advice_001: 0.92, dogs_general_001: 0.88 }, { refused })
    expect(hint?.existing).toBe(dogs.id)
  })

  it('made, named or pinned by a person keeps its name, and no model is asked to move it', () => {
    const named = bucketOf('puppy_training_001', { shapedBy: 'person' })
    const hint = plan([pets], { pets_advice_001: 0.92 }, { bucket: named })
    expect([hint?.source.id, hint?.target.id, hint?.forModel]).toEqual([pets.id, named.id, false])
    const both = plan([bucketOf('pets_advice_001', { pinned: true })], { pets_advice_001: 0.92 }, { bucket: named })
    expect(both?.source.id).toBe(named.id)
    const pinned = bucketOf('puppy_training_001', { pinned: true })
    expect(
      plan([bucketOf('pets_advice_001', { pinned: true })], { pets_advice_001: 0.99 }, { bucket: pinned }),
    ).toBeNull()
  })

  it('is not compared with what was merged away or filed away', () => {
    const misc = bucketOf('misc_conversations_2026_01_05', { status: 'archived' })
    const gone = mergedInto('pets_advice_001', 'old_pets_001')
    expect(plan([misc, gone], { misc_conversations_2026_01_05: 0.99, old_pets_001: 0.99 })).toBeNull()
  })
})

describe('for any buckets', () => {
  const some = fc.record({
    pinned: fc.boolean(),
    shapedBy: fc.constantFrom('person' as const, 'automation' as const),
    status: fc.constantFrom('active' as const, 'ephemeral' as const, 'archived' as const),
    starred: fc.boolean(),
    messages: fc.nat(200),
    misc: fc.boolean(),
    similarity: fc.double({ min: 0, max: 1, noNaN: true }),
    refused: fc.boolean(),
  })
  it('no refused pair, no pinned source, nothing below the bar and nothing filed away is ever proposed', () => {
    fc.assert(
      fc.property(
        some,
        fc.array(some, { maxLength: 8 }),
        fc.double({ min: 0.5, max: 0.97, noNaN: true }),
        (own, rest, bar) => {
          const idOf = (n: number, misc: boolean) => (misc ? `misc_conversations_2026_01_${10 + n}` : `b_${n}_001`)
          const bucket = bucketOf(idOf(0, own.misc), { ...own })
          const others = rest.map((o, i) => bucketOf(idOf(i + 1, o.misc), { ...o }))
          const likeness = Object.fromEntries(others.map((o, i) => [o.id, rest[i]?.similarity ?? 0]))
          const refused = new Set(others.filter((_, i) => rest[i]?.refused).map((o) => pairKey(bucket.id, o.id)))
          const hint = plan(others, likeness, { bucket, refused, bar })
          const free = others.filter(
            (o) =>
              !own.misc &&
              !o.id.startsWith('misc_') &&
              !refused.has(pairKey(bucket.id, o.id)) &&
              (likeness[o.id] ?? 0) >= bar,
          )
          if (!hint) {
            // Only where every one would take a pinned bucket away.
            for (const o of free) expect(bucket.pinned && o.pinned).toBe(true)
            return
          }
          expect(free.map((o) => o.id)).toContain(hint.existing)
          expect(hint.source.pinned).toBe(false)
          expect(hint.source.id).not.toBe(hint.target.id)
          if (hint.forModel) expect(hint.source).toMatchObject({ pinned: false, shapedBy: 'automation', id: bucket.id })
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the bar', () => {
  const of = (...statuses: ('open' | 'shown' | 'accepted' | 'ignored')[]) => statuses.map((status) => ({ status }))
  it('rises with hints that were passed over, comes down with those taken up, and is never below the setting', () => {
    expect(hintBar(0.85, [])).toBe(0.85)
    expect(hintBar(0.85, of('ignored', 'ignored', 'open'))).toBeCloseTo(0.87)
    expect(hintBar(0.85, of('accepted', 'ignored', 'ignored'))).toBeCloseTo(0.86)
    expect(hintBar(0.85, of('accepted', 'accepted'))).toBe(0.85)
    expect(hintBar(0.85, of(...Array<'ignored'>(40).fill('ignored')))).toBe(0.97)
    expect(hintBar(0.98, of('ignored'))).toBe(0.98)
  })
})
