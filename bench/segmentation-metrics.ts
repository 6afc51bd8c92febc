/** How well the topic boundaries found in a talk agree with the true ones (docs/segmentation.md). Boundary i: turn i begins a topic. */

/** Number of the segment each turn lies in. */
function segmentsOf(turns: number, boundaries: readonly number[]): number[] {
  const begins = new Set(boundaries)
  let segment = 0
  return Array.from({ length: turns }, (_, i) => {
    if (i > 0 && begins.has(i)) segment += 1
    return segment
  })
}

/** Half the mean length of the true segments, rounded, at least 1. */
export const windowOf = (turns: number, truth: readonly number[]): number =>
  Math.max(1, Math.round(turns / (new Set(truth.filter((i) => i > 0)).size + 1) / 2))

function compare(
  turns: number,
  truth: readonly number[],
  found: readonly number[],
  wrong: (truth: number, found: number) => boolean,
): number {
  const k = windowOf(turns, truth)
  const [gold, own] = [segmentsOf(turns, truth), segmentsOf(turns, found)]
  let errors = 0
  for (let i = 0; i + k < turns; i++)
    if (wrong((gold[i + k] ?? 0) - (gold[i] ?? 0), (own[i + k] ?? 0) - (own[i] ?? 0))) errors += 1
  return turns <= k ? 0 : errors / (turns - k)
}

/** Pk (Beeferman et al. 1999): share of pairs of turns k apart that are wrongly said to be in one segment, or in two. 0 is best. */
export const pk = (turns: number, truth: readonly number[], found: readonly number[]): number =>
  compare(turns, truth, found, (a, b) => (a === 0) !== (b === 0))

/** WindowDiff (Pevzner and Hearst 2002): share of windows of k turns with a wrong number of boundaries. 0 is best. */
export const windowDiff = (turns: number, truth: readonly number[], found: readonly number[]): number =>
  compare(turns, truth, found, (a, b) => a !== b)

/** F1 of boundaries found at exactly the right turn; not a number where there is none to find. */
export function boundaryF1(truth: readonly number[], found: readonly number[]): number {
  const gold = new Set(truth)
  if (gold.size === 0) return Number.NaN
  const own = new Set(found)
  const hits = [...own].filter((i) => gold.has(i)).length
  return (2 * hits) / (gold.size + own.size)
}

export interface CutTalk {
  turns: number
  truth: readonly number[]
  found: readonly number[]
}

/** Means over the dialogues; F1 over those with at least one true boundary. */
export function segmentationScore(talks: readonly CutTalk[]): { pk: number; window_diff: number; f1: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const f1 = talks.map(({ truth, found }) => boundaryF1(truth, found)).filter((value) => !Number.isNaN(value))
  return {
    pk: mean(talks.map(({ turns, truth, found }) => pk(turns, truth, found))),
    window_diff: mean(talks.map(({ turns, truth, found }) => windowDiff(turns, truth, found))),
    f1: mean(f1),
  }
}
