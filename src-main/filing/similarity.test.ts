import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownBackground } from './background'
import { calibrationFor, filingModelFor } from './fitted'
import { emptyProfile, profileFrom } from './profile'
import { bucketSimilarity, calibrated } from './similarity'
import type { Topic } from './testing/sentences'
import { bucketId, bucketOf, model, statistics, talkAbout } from './testing/talk'

const map = calibrationFor('multilingual-e5-small')
if (map === undefined) throw new Error('the default embedding model has a similarity map')

const part = (topic: Topic, from: number, to: number) =>
  profileFrom(
    { id: bucketId(`${topic}_${from}`), title: '', status: 'active' },
    talkAbout(topic, from, to),
    statistics,
    model,
  )
const buckets = [
  part('dogs', 0, 4),
  part('dogs', 4, 8),
  bucketOf('taxes', 6),
  bucketOf('bread', 6),
  bucketOf('料理', 5),
]
const background = ownBackground(buckets, model.background)

describe('the similarity of two buckets', () => {
  it('is far higher for two halves of one topic than for different topics', () => {
    const [one, two, ...others] = buckets
    if (one === undefined || two === undefined) throw new Error('two halves')
    const same = bucketSimilarity(one, two, background, map)
    for (const other of others) expect(bucketSimilarity(one, other, background, map)).toBeLessThan(same / 5)
  })

  it('does not depend on which of the two comes first', () => {
    for (const a of buckets)
      for (const b of buckets)
        expect(bucketSimilarity(a, b, background, map)).toBeCloseTo(bucketSimilarity(b, a, background, map), 10)
  })

  it('never falls when the cosine rises, whatever the sizes', () => {
    const sizes = fc.integer({ min: 1, max: 5000 })
    const cosines = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        sizes,
        sizes,
        cosines,
        cosines,
        fc.double({ min: 1, max: 3, noNaN: true }),
        (a, b, x, y, attenuation) => {
          const at = (cosine: number) => calibrated({ cosine, attenuation, messagesA: a, messagesB: b }, map)
          expect(at(Math.max(x, y))).toBeGreaterThanOrEqual(at(Math.min(x, y)))
          expect(at(x)).toBeGreaterThanOrEqual(0)
          expect(at(x)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('never reaches 0.90 on thin evidence: a small bucket may be suggested for a merge, not merged', () => {
    const twin = part('dogs', 0, 3)
    expect(bucketSimilarity(twin, { ...twin, id: bucketId('twin_002') }, background, map)).toBeLessThan(0.9)
    for (const messagesB of [3, 30, 3000])
      expect(calibrated({ cosine: 1, attenuation: 1.5, messagesA: 3, messagesB }, map)).toBeLessThan(0.9)
  })

  it('is 0 for an empty bucket', () => {
    const empty = emptyProfile({ id: bucketId('empty_001'), title: '', status: 'active' })
    expect(bucketSimilarity(empty, bucketOf('dogs'), background, map)).toBe(0)
  })
})

describe('the fitted numbers', () => {
  it('are found by the name of the embedding model, with a maker and a revision or without', () => {
    expect(filingModelFor('Xenova/multilingual-e5-small@q4')).toBe(model)
    expect(calibrationFor('multilingual-e5-small')?.embeddingModelId).toBe('multilingual-e5-small')
    expect(filingModelFor('all-MiniLM-L6-v2')?.background.length).toBe(384)
  })

  it('are not made up for a model nobody fitted', () => {
    expect(filingModelFor('some-other-model')).toBeUndefined()
    expect(calibrationFor('some-other-model')).toBeUndefined()
  })
})

describe('the person’s own background', () => {
  it('is the shipped one as long as there is nothing else, and moves towards what the buckets have in common', () => {
    expect(ownBackground([], model.background)).toEqual(model.background)
    const away = (x: Float32Array) => x.reduce((sum, v, i) => sum + (v - (model.background[i] ?? 0)) ** 2, 0)
    const few = ownBackground([bucketOf('犬', 5)], model.background)
    const many = ownBackground([bucketOf('犬', 5), bucketOf('料理', 5), bucketOf('犬', 4)], model.background)
    expect(away(few)).toBeGreaterThan(0)
    expect(away(many)).toBeGreaterThan(away(few))
  })
})
