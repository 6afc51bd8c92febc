/** Durations are kept as counts in bins that grow by half a power of two: enough for a percentile, and 40 numbers a day. */
const BINS = 40
const STEPS_PER_DOUBLING = 2

/** The bin of a duration in milliseconds: below one millisecond the first, above ten minutes the last. */
export const binOf = (ms: number): number =>
  ms <= 1 ? 0 : Math.min(BINS - 1, 1 + Math.floor(Math.log2(ms) * STEPS_PER_DOUBLING))

const lowerEnd = (bin: number): number => (bin === 0 ? 0 : 2 ** ((bin - 1) / STEPS_PER_DOUBLING))

export const emptyBins = (): number[] => new Array<number>(BINS).fill(0)

export const addBins = (lists: readonly (readonly number[])[]): number[] =>
  emptyBins().map((_, bin) => lists.reduce((sum, list) => sum + (list[bin] ?? 0), 0))

/**
 * The duration that a share of all (0 to 1) stayed below, in milliseconds, as exact as the bins are; null without any.
 */
export function percentile(bins: readonly number[], share: number): number | null {
  const all = bins.reduce((sum, n) => sum + n, 0)
  if (all === 0) return null
  const wanted = share * all
  let below = 0
  for (const [bin, n] of bins.entries()) {
    if (n > 0 && below + n >= wanted) {
      const within = (wanted - below) / n
      return lowerEnd(bin) + (lowerEnd(bin + 1) - lowerEnd(bin)) * within
    }
    below += n
  }
  return lowerEnd(BINS)
}
