import type { MemoryEntry } from '../types'

/** How alike two vectors are; larger is more alike. */
export type Likeness = (a: Float32Array, b: Float32Array) => number

/**
 * Entries that are about one thing, oldest first, in the order of their oldest. Complete link: every pair of a group reaches
 * `threshold`, so that a chain of neighbours does not drift. The most alike come together first, of equals those that stand
 * first in `entries`. An entry without a vector is alone. `entries` come in an order of their own (by age), which makes the
 * outcome independent of how they were read.
 */
export function topicsOf(
  entries: readonly MemoryEntry[],
  { likeness, threshold }: { likeness: Likeness; threshold: number },
): MemoryEntry[][] {
  const alike = entries.map(() => new Map<number, number>())
  const pairs: { a: number; b: number; value: number }[] = []
  for (const [a, { vector }] of entries.entries()) {
    if (vector === null) continue
    for (let b = a + 1; b < entries.length; b += 1) {
      const other = entries[b]?.vector
      const value = other ? likeness(vector, other) : Number.NEGATIVE_INFINITY
      if (value < threshold) continue
      pairs.push({ a, b, value })
      alike[a]?.set(b, value)
      alike[b]?.set(a, value)
    }
  }
  // Stable: of equals, those that stand first.
  pairs.sort((x, y) => y.value - x.value)
  const groupOf = entries.map((_, i) => [i])
  for (const { a, b } of pairs) {
    const [left = [], right = []] = [groupOf[a], groupOf[b]]
    if (left === right || !left.every((i) => right.every((j) => alike[i]?.has(j)))) continue
    const joined = [...left, ...right].sort((i, j) => i - j)
    for (const i of joined) groupOf[i] = joined
  }
  const groups = [...new Set(groupOf)].sort((x, y) => (x[0] ?? 0) - (y[0] ?? 0))
  return groups.map((group) => group.flatMap((i) => entries[i] ?? []))
}
