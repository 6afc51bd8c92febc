/**
 * The `filing` benchmark: labelled talks streamed through the product's own filing without a language model. Store, filing desk,
 * segments, and the janitor are the real ones; the clock is simulated, a janitor pass is due every six hours.
 *
 *   bench filing --input FILE [--conv NAME] [--vectors FILE]
 *
 * `--vectors` is a file of cached vectors, so that a run for tuning does not embed everything again. ms_per_message leaves embedding out.
 */

import type { Bench } from './bench'
import { inputOf } from './bench'
import { goldActiveTopics, meanScores } from './filing-core'
import { type Filed, fileTalk } from './filing-product'
import { clusteringScore, decisionErrors } from './filing-score'
import { readTalks, type Talk } from './fit/data'

export const filing: Bench = {
  summary: 'labelled talks filed without a language model',
  async run(options, say) {
    const talks = readTalks(inputOf(options)).filter(
      ({ name }) => options.extra.conv === undefined || name === options.extra.conv,
    )
    if (talks.length === 0) throw new Error('there is no such conversation in the file')
    const scores: Record<string, number>[] = []
    for (const talk of talks) {
      const score = scoreOf(talk, await fileTalk(talk, options.extra.vectors))
      scores.push(score)
      say(`${talk.name}: ${shown(score)}`)
    }
    const mean = meanScores(scores)
    say(`mean: ${shown(mean)}`)
    return mean
  },
}

const shown = (score: Record<string, number>): string =>
  Object.entries(score)
    .map(([key, value]) => `${key} ${Number(value.toFixed(3))}`)
    .join(' · ')

function scoreOf(talk: Talk, filed: Filed): Record<string, number> {
  const truth = talk.rows.map(({ topic }) => topic)
  const oneOffs = talk.rows.flatMap(({ oneoff }, i) => (oneoff ? [filed.ephemeral[i] ? 1 : 0] : []))
  return {
    ...clusteringScore(filed.clusters, truth),
    buckets: new Set(filed.clusters).size,
    gold_topics: new Set(truth).size,
    active_buckets: filed.activeBuckets,
    gold_active_topics: goldActiveTopics(talk),
    ...(oneOffs.length === 0
      ? {}
      : { oneoff_ephemeral: oneOffs.reduce((sum: number, one) => sum + one, 0) / oneOffs.length }),
    ...decisionErrors(filed.clusters, truth),
    ms_per_message: filed.ms / talk.rows.length,
  }
}
