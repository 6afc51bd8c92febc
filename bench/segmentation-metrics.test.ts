import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryF1, pk, segmentationScore, windowDiff, windowOf } from './segmentation-metrics'

describe('the window of Pk and WindowDiff', () => {
  it('is half the mean length of the true segments, rounded, and never less than one turn', () => {
    expect(windowOf(12, [4, 8])).toBe(2)
    expect(windowOf(10, [5])).toBe(3)
    expect(windowOf(4, [1, 2, 3])).toBe(1)
    expect(windowOf(8, [])).toBe(4)
  })
})

describe('Pk and WindowDiff', () => {
  // Eight turns, true boundary 4, k = 2: six pairs (0,2) (1,3) (2,4) (3,5) (4,6) (5,7); (2,4) and (3,5) lie across it.
  it('count a boundary that was not found twice in six windows', () => {
    expect(pk(8, [4], [])).toBeCloseTo(2 / 6)
    expect(windowDiff(8, [4], [])).toBeCloseTo(2 / 6)
  })

  it('forgive a near miss in part', () => {
    // Found at 5: (3,5) and (4,6) lie across; wrong are (2,4) and (4,6).
    expect(pk(8, [4], [5])).toBeCloseTo(2 / 6)
    // Found at 7: (5,7) lies across; wrong are (2,4), (3,5) and (5,7).
    expect(pk(8, [4], [7])).toBeCloseTo(3 / 6)
  })

  it('differ where a window holds two boundaries for one: only WindowDiff counts them', () => {
    // Found at 4 and 5: (2,4) one, (3,5) two, (4,6) one. Pk errs in (4,6), WindowDiff in (3,5) too.
    expect(pk(8, [4], [4, 5])).toBeCloseTo(1 / 6)
    expect(windowDiff(8, [4], [4, 5])).toBeCloseTo(2 / 6)
  })

  it('are zero for the true boundaries, in whatever order, and a boundary at the first turn says nothing', () => {
    const cut = fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 12 })
    fc.assert(
      fc.property(cut, cut, (truth, found) => {
        expect(pk(30, truth, [0, ...truth].reverse())).toBe(0)
        expect(windowDiff(30, truth, truth)).toBe(0)
        expect(pk(30, truth, found)).toBeLessThanOrEqual(windowDiff(30, truth, found))
        expect(windowDiff(30, truth, found)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 50 },
    )
  })

  it('are zero for a talk too short to hold a window', () => {
    expect(pk(1, [], [])).toBe(0)
  })
})

describe('F1', () => {
  it('counts exact hits', () => {
    expect(boundaryF1([2, 5, 9], [2, 6])).toBeCloseTo((2 * 1) / 5)
    expect(boundaryF1([2], [])).toBe(0)
  })

  it('is the mean over the dialogues that have a boundary; Pk and WindowDiff over all', () => {
    const score = segmentationScore([
      { turns: 8, truth: [4], found: [4] },
      { turns: 8, truth: [4], found: [] },
      { turns: 8, truth: [], found: [] },
    ])
    expect(score.f1).toBeCloseTo(0.5)
    expect(score.pk).toBeCloseTo(2 / 6 / 3)
    expect(score.window_diff).toBeCloseTo(2 / 6 / 3)
  })
})
