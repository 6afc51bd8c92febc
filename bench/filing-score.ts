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

export interface RowEnd {
  topic: string
  oneoff: boolean
  cluster: string
  ephemeral: boolean
}

/**
 * Where rows of topics and of one-offs end, as shares of each kind: in the bucket that holds most of their topic, in another one of
 * their topic, among rows of another topic, or as a one-off.
 */
export function whereRowsEnd(rows: readonly RowEnd[]): Record<'topics' | 'one-offs', Record<string, number>> {
  const clusters = rows.map(({ cluster }) => cluster)
  const truth = rows.map(({ topic }) => topic)
  const topicOf = mainOf(clusters, truth)
  const homeOf = mainOf(truth, clusters)
  const oneOffs = new Set(rows.filter(({ oneoff }) => oneoff).map(({ topic }) => topic))
  const end = ({ topic, cluster, ephemeral }: RowEnd): string => {
    const main = topicOf.get(cluster) ?? ''
    if (main !== topic) return oneOffs.has(main) ? 'with_a_one_off' : 'with_another_topic'
    if (ephemeral) return 'ephemeral'
    return homeOf.get(topic) === cluster ? 'home' : 'second_bucket'
  }
  const shares = (own: readonly RowEnd[]): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const row of own) counts[end(row)] = (counts[end(row)] ?? 0) + 1 / own.length
    return counts
  }
  return { topics: shares(rows.filter(({ oneoff }) => !oneoff)), 'one-offs': shares(rows.filter((r) => r.oneoff)) }
}
