/** How well a clustering agrees with the true topics, and how well a cut agrees with the true boundaries (06-benchmarks). */

interface Table {
  n: number
  /** Sizes of the clusters found, of the true topics, and of what they have in common. */
  found: number[]
  truth: number[]
  cells: { found: number; truth: number; count: number }[]
}

function contingency(found: readonly string[], truth: readonly string[]): Table {
  if (found.length !== truth.length) throw new RangeError('one cluster and one topic per item')
  const foundIndex = new Map<string, number>()
  const truthIndex = new Map<string, number>()
  const counts = new Map<string, { found: number; truth: number; count: number }>()
  const foundSizes: number[] = []
  const truthSizes: number[] = []
  found.forEach((name, i) => {
    const topic = truth[i] ?? ''
    const f = foundIndex.get(name) ?? foundIndex.size
    const t = truthIndex.get(topic) ?? truthIndex.size
    foundIndex.set(name, f)
    truthIndex.set(topic, t)
    foundSizes[f] = (foundSizes[f] ?? 0) + 1
    truthSizes[t] = (truthSizes[t] ?? 0) + 1
    const cell = counts.get(`${f}/${t}`) ?? { found: f, truth: t, count: 0 }
    cell.count += 1
    counts.set(`${f}/${t}`, cell)
  })
  return { n: found.length, found: foundSizes, truth: truthSizes, cells: [...counts.values()] }
}

const pairs = (n: number): number => (n * (n - 1)) / 2

/** Adjusted Rand index: 1 for equal partitions, about 0 for chance. */
export function adjustedRandIndex(found: readonly string[], truth: readonly string[]): number {
  const table = contingency(found, truth)
  const both = table.cells.reduce((sum, { count }) => sum + pairs(count), 0)
  const inFound = table.found.reduce((sum, size) => sum + pairs(size), 0)
  const inTruth = table.truth.reduce((sum, size) => sum + pairs(size), 0)
  const expected = table.n < 2 ? 0 : (inFound * inTruth) / pairs(table.n)
  const most = (inFound + inTruth) / 2
  return most === expected ? 1 : (both - expected) / (most - expected)
}

const entropy = (sizes: readonly number[], n: number): number =>
  sizes.reduce((sum, size) => sum - (size / n) * Math.log(size / n), 0)

function information(found: readonly string[], truth: readonly string[]) {
  const table = contingency(found, truth)
  const mutual = table.cells.reduce(
    (sum, { found: f, truth: t, count }) =>
      sum + (count / table.n) * Math.log((count * table.n) / ((table.found[f] ?? 1) * (table.truth[t] ?? 1))),
    0,
  )
  return { mutual, found: entropy(table.found, table.n), truth: entropy(table.truth, table.n) }
}

/** Mutual information over the mean of both entropies: 0 to 1. It equals the V-measure with equal weights. */
export function normalisedMutualInformation(found: readonly string[], truth: readonly string[]): number {
  const { mutual, found: f, truth: t } = information(found, truth)
  return f + t === 0 ? 1 : (2 * mutual) / (f + t)
}

/** Harmonic mean of homogeneity and completeness: 0 to 1. */
export function vMeasure(found: readonly string[], truth: readonly string[]): number {
  const { mutual, found: f, truth: t } = information(found, truth)
  const homogeneity = t === 0 ? 1 : mutual / t
  const completeness = f === 0 ? 1 : mutual / f
  return homogeneity + completeness === 0 ? 0 : (2 * homogeneity * completeness) / (homogeneity + completeness)
}

/** In nats; 0 for equal partitions. */
export function variationOfInformation(found: readonly string[], truth: readonly string[]): number {
  const { mutual, found: f, truth: t } = information(found, truth)
  return Math.max(0, f + t - 2 * mutual)
}

/** Share of items that are right under the best one-to-one assignment of clusters to topics: 0 to 1. */
export function oneToOneOverlap(found: readonly string[], truth: readonly string[]): number {
  const table = contingency(found, truth)
  const size = Math.max(table.found.length, table.truth.length)
  const gain = Array.from({ length: size }, () => new Float64Array(size))
  for (const { found: f, truth: t, count } of table.cells) {
    const row = gain[f]
    if (row !== undefined) row[t] = count
  }
  const assigned = bestAssignment(gain)
  const right = assigned.reduce((sum, column, row) => sum + (gain[row]?.[column] ?? 0), 0)
  return table.n === 0 ? 1 : right / table.n
}

/** Column for each row so that the sum of gains is greatest (Hungarian method, cubic). */
function bestAssignment(gain: readonly Float64Array[]): number[] {
  const n = gain.length
  const rowPrice = new Float64Array(n + 1)
  const columnPrice = new Float64Array(n + 1)
  const rowOf = new Int32Array(n + 1)
  const way = new Int32Array(n + 1)
  for (let row = 1; row <= n; row++) {
    rowOf[0] = row
    let column = 0
    const least = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY)
    const used = new Uint8Array(n + 1)
    do {
      used[column] = 1
      const current = rowOf[column] ?? 0
      let delta = Number.POSITIVE_INFINITY
      let next = 0
      for (let j = 1; j <= n; j++) {
        if (used[j]) continue
        const cost = -(gain[current - 1]?.[j - 1] ?? 0) - (rowPrice[current] ?? 0) - (columnPrice[j] ?? 0)
        if (cost < (least[j] ?? 0)) {
          least[j] = cost
          way[j] = column
        }
        if ((least[j] ?? 0) < delta) {
          delta = least[j] ?? 0
          next = j
        }
      }
      for (let j = 0; j <= n; j++) {
        if (used[j]) {
          const r = rowOf[j] ?? 0
          rowPrice[r] = (rowPrice[r] ?? 0) + delta
          columnPrice[j] = (columnPrice[j] ?? 0) - delta
        } else least[j] = (least[j] ?? 0) - delta
      }
      column = next
    } while (rowOf[column] !== 0)
    do {
      const before = way[column] ?? 0
      rowOf[column] = rowOf[before] ?? 0
      column = before
    } while (column !== 0)
  }
  const out = new Array<number>(n).fill(0)
  for (let j = 1; j <= n; j++) {
    const row = rowOf[j] ?? 0
    if (row > 0) out[row - 1] = j - 1
  }
  return out
}

/** F1 over whole clusters of two or more items: a cluster counts only if it is exactly one topic. */
export function exactMatchF1(found: readonly string[], truth: readonly string[]): number {
  const table = contingency(found, truth)
  const wholeFound = table.found.filter((size) => size > 1).length
  const wholeTruth = table.truth.filter((size) => size > 1).length
  const exact = table.cells.filter(
    ({ found: f, truth: t, count }) => count > 1 && count === table.found[f] && count === table.truth[t],
  ).length
  return wholeFound + wholeTruth === 0 ? 1 : (2 * exact) / (wholeFound + wholeTruth)
}
