/** Gradient-boosted regression trees for a yes-or-no answer: histograms of the inputs, the best leaf split first. */
import { type Tree, treeValue } from '../../src-main/filing/boundary/model'
import type { LabelledRow } from './logistic'

export interface TreeOptions {
  trees: number
  leaves: number
  /** Share of each tree that is believed. */
  rate: number
  /** Ridge on a leaf's value. */
  ridge: number
  /** Rows a leaf holds at least. */
  leastRows: number
}

const DEFAULTS: TreeOptions = { trees: 100, leaves: 8, rate: 0.06, ridge: 10, leastRows: 40 }
const BINS = 48

interface Split {
  feature: number
  bin: number
  gain: number
}

interface Leaf {
  rows: Int32Array
  split: Split | null
}

/** Thresholds between the bins of one input: quantiles, without repeats. */
function thresholdsOf(rows: readonly LabelledRow[], feature: number): number[] {
  const sorted = Float64Array.from(rows, ({ x }) => x[feature] ?? 0).sort()
  const out: number[] = []
  for (let i = 1; i < BINS; i++) {
    const value = sorted[Math.floor((i * sorted.length) / BINS)] ?? 0
    if (value > (out.at(-1) ?? Number.NEGATIVE_INFINITY) && value < (sorted.at(-1) ?? 0)) out.push(value)
  }
  return out
}

/** Log-odds the trees begin with, and the trees; their sum is the log-odds of a row. */
export function fitTrees(
  rows: readonly LabelledRow[],
  given: Partial<TreeOptions> = {},
): { base: number; trees: Tree[] } {
  const { trees: count, leaves, rate, ridge, leastRows } = { ...DEFAULTS, ...given }
  const width = rows[0]?.x.length ?? 0
  const thresholds = Array.from({ length: width }, (_, feature) => thresholdsOf(rows, feature))
  const bins = thresholds.map((edges, feature) =>
    Uint8Array.from(rows, ({ x }) => {
      const value = x[feature] ?? 0
      let low = 0
      let high = edges.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (value <= (edges[middle] ?? 0)) high = middle
        else low = middle + 1
      }
      return low
    }),
  )
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const scale = rows.length / total
  const positive = rows.reduce((sum, { y, weight }) => sum + y * weight, 0) / total
  const base = Math.log(positive / (1 - positive))
  const scores = new Float64Array(rows.length).fill(base)
  const slopes = new Float64Array(rows.length)
  const bends = new Float64Array(rows.length)

  const bestSplit = (members: Int32Array): Split | null => {
    let best: Split | null = null
    let allG = 0
    let allH = 0
    for (const row of members) {
      allG += slopes[row] ?? 0
      allH += bends[row] ?? 0
    }
    const whole = allG ** 2 / (allH + ridge)
    for (let feature = 0; feature < width; feature++) {
      const of = bins[feature]
      if (of === undefined) continue
      const g = new Float64Array(BINS)
      const h = new Float64Array(BINS)
      const n = new Int32Array(BINS)
      for (const row of members) {
        const bin = of[row] ?? 0
        g[bin] = (g[bin] ?? 0) + (slopes[row] ?? 0)
        h[bin] = (h[bin] ?? 0) + (bends[row] ?? 0)
        n[bin] = (n[bin] ?? 0) + 1
      }
      let leftG = 0
      let leftH = 0
      let leftN = 0
      const edges = thresholds[feature]?.length ?? 0
      for (let bin = 0; bin < edges; bin++) {
        leftG += g[bin] ?? 0
        leftH += h[bin] ?? 0
        leftN += n[bin] ?? 0
        if (leftN < leastRows || members.length - leftN < leastRows) continue
        const gain = leftG ** 2 / (leftH + ridge) + (allG - leftG) ** 2 / (allH - leftH + ridge) - whole
        if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain }
      }
    }
    return best
  }

  const grow = (): Tree => {
    const open: (Leaf | null)[] = []
    const add = (members: Int32Array): number => open.push({ rows: members, split: bestSplit(members) }) - 1
    const parts = new Map<number, { split: Split; below: number; above: number }>()
    add(Int32Array.from(rows, (_, i) => i))
    for (let made = 1; made < leaves; made++) {
      let best = -1
      open.forEach((leaf, i) => {
        if (leaf?.split && leaf.split.gain > (open[best]?.split?.gain ?? 0)) best = i
      })
      const leaf = open[best]
      if (!leaf?.split) break
      const { split } = leaf
      const of = bins[split.feature]
      open[best] = null
      const below = add(leaf.rows.filter((row) => (of?.[row] ?? 0) <= split.bin))
      const above = add(leaf.rows.filter((row) => (of?.[row] ?? 0) > split.bin))
      parts.set(best, { split, below, above })
    }
    const build = (at: number): Tree => {
      const part = parts.get(at)
      if (part !== undefined) {
        const edge = thresholds[part.split.feature]?.[part.split.bin] ?? 0
        return [part.split.feature, edge, build(part.below), build(part.above)]
      }
      let g = 0
      let h = 0
      for (const row of open[at]?.rows ?? []) {
        g += slopes[row] ?? 0
        h += bends[row] ?? 0
      }
      return (-rate * g) / (h + ridge)
    }
    return build(0)
  }

  const trees: Tree[] = []
  for (let round = 0; round < count; round++) {
    rows.forEach(({ y, weight }, i) => {
      const p = 1 / (1 + Math.exp(-(scores[i] ?? 0)))
      slopes[i] = weight * scale * (p - y)
      bends[i] = weight * scale * p * (1 - p)
    })
    const tree = grow()
    trees.push(tree)
    rows.forEach(({ x }, i) => {
      scores[i] = (scores[i] ?? 0) + treeValue(tree, x)
    })
  }
  return { base, trees }
}
