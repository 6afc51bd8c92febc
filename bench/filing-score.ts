import {
  adjustedRandIndex,
  exactMatchF1,
  normalisedMutualInformation,
  oneToOneOverlap,
  variationOfInformation,
  vMeasure,
} from './metrics'

/** How well clusters agree with true topics, by the keys of docs/benchmarks.md. */
export const clusteringScore = (clusters: readonly string[], truth: readonly string[]) => ({
  one_to_one: oneToOneOverlap(clusters, truth),
  ari: adjustedRandIndex(clusters, truth),
  nmi: normalisedMutualInformation(clusters, truth),
  v_measure: vMeasure(clusters, truth),
  variation_of_information: variationOfInformation(clusters, truth),
  exact_f1: exactMatchF1(clusters, truth),
})

/**
 * Every message is one decision. It is a wrong merge if its bucket is mostly about another topic, and a missed merge if its bucket is
 * about its own topic but is not the one that holds most of that topic.
 */
export function decisionErrors(clusters: readonly string[], truth: readonly string[]) {
  const topicOf = mainOf(clusters, truth)
  const homeOf = mainOf(truth, clusters)
  let wrong = 0
  let missed = 0
  clusters.forEach((cluster, i) => {
    const topic = truth[i] ?? ''
    if (topicOf.get(cluster) !== topic) wrong += 1
    else if (homeOf.get(topic) !== cluster) missed += 1
  })
  const per1000 = (n: number) => (1000 * n) / Math.max(1, clusters.length)
  return { wrong_merges_per_1000: per1000(wrong), missed_merges_per_1000: per1000(missed) }
}

/** For each name of `of`, the name of `within` it occurs with most often; the first one of equals. */
function mainOf(of: readonly string[], within: readonly string[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  of.forEach((name, i) => {
    const own = counts.get(name) ?? new Map<string, number>()
    counts.set(name, own)
    const other = within[i] ?? ''
    own.set(other, (own.get(other) ?? 0) + 1)
  })
  return new Map([...counts].map(([name, own]) => [name, [...own].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '']))
}
