import { describe, expect, it } from 'vitest'
import { treeValue } from '../../src-main/filing/boundary/model'
import type { LabelledRow } from './logistic'
import { seeded } from './random'
import { folds } from './topic-model'
import { fitTrees } from './trees'

describe('boosted trees', () => {
  it('learn what no straight line can part, and say the same each time', () => {
    const random = seeded(5)
    const rows = Array.from({ length: 800 }, (): LabelledRow => {
      const x = [random(), random(), random()]
      return { x, y: (x[0] ?? 0) > 0.5 !== (x[1] ?? 0) > 0.5 ? 1 : 0, weight: 0.3 }
    })
    const fitted = fitTrees(rows, { trees: 40, leaves: 6, rate: 0.3, leastRows: 10 })
    expect(fitTrees(rows, { trees: 40, leaves: 6, rate: 0.3, leastRows: 10 })).toEqual(fitted)
    const score = (x: ArrayLike<number>) =>
      fitted.trees.reduce<number>((sum, tree) => sum + treeValue(tree, x), fitted.base)
    const right = rows.filter(({ x, y }) => score(x) > 0 === (y === 1)).length
    expect(right / rows.length).toBeGreaterThan(0.95)
    expect(score([0.1, 0.9, 0])).toBeGreaterThan(1)
    expect(score([0.9, 0.9, 0])).toBeLessThan(-1)
  })

  it('send a value at the threshold below it', () => {
    expect(treeValue([0, 2, -1, 1], [2])).toBe(-1)
    expect(treeValue([0, 2, -1, 1], [2.1])).toBe(1)
  })
})

describe('what is held out', () => {
  it('keeps groups whole and parts of about one size', () => {
    const items = ['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((group) => ({ group }))
    const parts = folds(items, 3)
    expect(parts.map((part) => part.length).sort()).toEqual([2, 2, 3])
    expect(new Set(parts.flatMap((part) => [...new Set(part.map(({ group }) => group))])).size).toBe(4)
  })
})
