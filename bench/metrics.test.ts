import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adjustedRandIndex,
  exactMatchF1,
  normalisedMutualInformation,
  oneToOneOverlap,
  variationOfInformation,
  vMeasure,
} from './metrics'

const truth = ['a', 'a', 'a', 'b', 'b', 'c']
const labels = fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.constantFrom('a', 'b', 'c')), {
  minLength: 2,
  maxLength: 40,
})

describe('measures of a clustering', () => {
  it('are perfect when the clusters are the topics under other names', () => {
    const found = ['x', 'x', 'x', 'y', 'y', 'z']
    expect(adjustedRandIndex(found, truth)).toBeCloseTo(1)
    expect(normalisedMutualInformation(found, truth)).toBeCloseTo(1)
    expect(vMeasure(found, truth)).toBeCloseTo(1)
    expect(variationOfInformation(found, truth)).toBeCloseTo(0)
    expect(oneToOneOverlap(found, truth)).toBe(1)
    expect(exactMatchF1(found, truth)).toBe(1)
  })

  it('agree with values computed by hand for one cluster that holds everything', () => {
    const found = ['x', 'x', 'x', 'x', 'x', 'x']
    expect(adjustedRandIndex(found, truth)).toBeCloseTo(0)
    expect(oneToOneOverlap(found, truth)).toBeCloseTo(3 / 6)
    const entropy = -(3 / 6) * Math.log(3 / 6) - (2 / 6) * Math.log(2 / 6) - (1 / 6) * Math.log(1 / 6)
    expect(variationOfInformation(found, truth)).toBeCloseTo(entropy)
    expect(exactMatchF1(found, truth)).toBe(0)
  })

  it('give the published value of the adjusted Rand index for a known table', () => {
    // [0,0,1,2] against [0,0,1,1]: 4/7 by the definition of Hubert and Arabie.
    expect(adjustedRandIndex(['0', '0', '1', '2'], ['0', '0', '1', '1'])).toBeCloseTo(4 / 7)
    expect(vMeasure(['0', '0', '1', '2'], ['0', '0', '1', '1'])).toBeCloseTo(0.8)
  })

  it('never match two clusters with one topic in the one-to-one overlap', () => {
    expect(oneToOneOverlap(['x', 'x', 'y', 'y', 'y'], ['a', 'a', 'a', 'a', 'a'])).toBeCloseTo(3 / 5)
  })

  it('find the best assignment, as trying all of them does', () => {
    fc.assert(
      fc.property(labels, (items) => {
        const found = items.map(([cluster]) => cluster)
        const topics = items.map(([, topic]) => topic)
        const overlap = (cluster: string, topic: string) =>
          items.filter(([c, t]) => c === cluster && t === topic).length
        const clusters = ['1', '2', '3', '4']
        let best = 0
        for (const a of clusters)
          for (const b of clusters)
            for (const c of clusters)
              if (a !== b && b !== c && a !== c)
                best = Math.max(best, overlap(a, 'a') + overlap(b, 'b') + overlap(c, 'c'))
        expect(oneToOneOverlap(found, topics)).toBeCloseTo(best / items.length)
      }),
    )
  })

  it('do not care in which order the items come or what the clusters are called', () => {
    fc.assert(
      fc.property(labels, (items) => {
        const found = items.map(([cluster]) => cluster)
        const topics = items.map(([, topic]) => topic)
        const turned = { found: [...found].reverse().map((name) => `#${name}`), topics: [...topics].reverse() }
        for (const measure of [adjustedRandIndex, vMeasure, normalisedMutualInformation, oneToOneOverlap, exactMatchF1])
          expect(measure(turned.found, turned.topics)).toBeCloseTo(measure(found, topics))
      }),
    )
  })
})
