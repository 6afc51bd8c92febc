import { bucketId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBucket, at } from '../testing/samples'
import { giveHues, hueGiven, hueOf } from './hue'

const id = (text: string) => bucketId.parse(text)

describe('the hue of a bucket', () => {
  it('is a whole degree and never changes for an id', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_]{1,40}$/), (text) => {
        const hue = hueOf(id(text))
        expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true)
        expect(hueOf(id(text))).toBe(hue)
      }),
    )
  })
  it('differs for ids that differ only in their number', () => {
    const hues = Array.from({ length: 9 }, (_, n) => hueOf(id(`dog_breeds_00${n + 1}`)))
    expect(new Set(hues).size).toBe(9)
  })
  it('uses the whole circle', () => {
    const sectors = new Set(Array.from({ length: 200 }, (_, n) => Math.floor(hueOf(id(`topic_${n}_001`)) / 30)))
    expect(sectors.size).toBe(12)
  })
  it('takes ids of any script', () => {
    expect(hueOf(id('犬の散歩_001'))).not.toBe(hueOf(id('猫の散歩_001')))
  })
})

describe('the hues of a window', () => {
  const buckets = Array.from({ length: 12 }, (_, n) => aBucket(`topic_${n}_001`, { lastActive: at(n) }))
  const apart = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

  it('differ among a dozen buckets, whatever they are called', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z0-9_]{1,20}$/), { minLength: 2, maxLength: 12 }), (ids) => {
        const hues = Object.values(
          giveHues(
            {},
            ids.map((text, n) => aBucket(text, { lastActive: at(n) })),
          ),
        )
        for (const [i, a] of hues.entries())
          for (const b of hues.slice(i + 1)) expect(apart(a, b)).toBeGreaterThanOrEqual(15)
      }),
    )
  })
  it('differ among those that were archived at the same time, as after the import of an old history', () => {
    const archived = Array.from({ length: 60 }, (_, n) =>
      aBucket(`old_${n}_001`, { status: 'archived', lastActive: at(n) }),
    )
    const hues = giveHues({}, [...archived, aBucket('new_001', { lastActive: at(99) })])
    for (const [i, { id: one }] of archived.entries())
      for (const { id: next } of archived.slice(i + 1, i + 6))
        expect(apart(hues[one] ?? 0, hues[next] ?? 0)).toBeGreaterThanOrEqual(10)
  })
  it('are given also to a bucket whose id every object answers to', () => {
    const ids = ['constructor', '__proto__', 'tostring', 'valueof', 'topic_001']
    const hues = giveHues(
      {},
      ids.map((text, n) => aBucket(text, { lastActive: at(n) })),
    )
    expect(Object.keys(hues).sort()).toEqual([...ids].sort())
    for (const text of ids) expect(hueGiven(hues, text)).toBeGreaterThanOrEqual(0)
    expect(hueGiven({}, 'constructor')).toBeUndefined()
  })
  it('are not spent on one-offs, however many came in between', () => {
    const oneOffs = Array.from({ length: 30 }, (_, n) =>
      aBucket(`once_${n}`, { status: 'ephemeral', lastActive: at(20 + n) }),
    )
    const hues = giveHues({}, [...oneOffs, ...buckets])
    expect(Object.keys(hues).sort()).toEqual(buckets.map(({ id }) => id).sort())
    const given = Object.values(hues)
    for (const [i, a] of given.entries())
      for (const b of given.slice(i + 1)) expect(apart(a, b)).toBeGreaterThanOrEqual(15)
  })
  it('stay as they were given, whatever comes after', () => {
    const first = giveHues({}, buckets.slice(0, 6))
    const later = giveHues(first, buckets)
    expect(later).toMatchObject(first)
    expect(Object.keys(later)).toHaveLength(12)
    expect(giveHues(later, buckets)).toBe(later)
  })
})
