/**
 * The `filing` benchmark: labelled talks streamed through the product's own filing without a language model. Store, filing desk,
 * segments, and the janitor are the real ones; the clock is simulated, a janitor pass is due every six hours.
 *
 *   bench filing --input FILE [--talks yes] [--conv NAME] [--vectors FILE] [--trace FILE]
 *
 * `--talks yes`: the rows of one `talk` are imported as one conversation of an export, by the product's importer. `--vectors` is a
 * file of cached vectors, so that a run for tuning does not embed everything again. ms_per_message leaves the embedding of streamed
 * messages out. `--trace` writes where each row lay in the end.
 */
import { writeFileSync } from 'node:fs'

import type { Bench } from './bench'
import { inputOf } from './bench'
import { goldActiveTopics, meanScores } from './filing-core'
import type { Filed } from './filing-end'
import { importTalks } from './filing-import'
import { fileTalk } from './filing-product'
import { clusteringScore, decisionErrors, whereRowsEnd } from './filing-score'
import { titleScore } from './filing-titles'
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
      const file = options.extra.talks === undefined ? fileTalk : importTalks
      const names = topicNames(talk)
      const filed = await file(talk, options.extra.vectors, [...names.values()])
      const score = scoreOf(talk, filed, names)
      scores.push(score)
      say(`${talk.name}: ${shown(score)}`)
      for (const [kind, where] of Object.entries(whereRowsEnd(endsOf(talk, filed)))) say(`  ${kind}: ${shown(where)}`)
      if (options.extra.trace !== undefined) appendTrace(options.extra.trace, talk, filed)
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

/** Names people would give the topics, by topic; one-offs have none. */
const topicNames = ({ rows }: Talk): Map<string, string> =>
  new Map(rows.filter(({ oneoff }) => !oneoff).map(({ topic }) => [topic, topic.replaceAll('_', ' ')]))

const endsOf = ({ rows }: Talk, { clusters, ephemeral }: Filed) =>
  rows.map(({ topic, oneoff }, i) => ({
    topic,
    oneoff,
    cluster: clusters[i] ?? 'nowhere',
    ephemeral: ephemeral[i] ?? false,
  }))

function appendTrace(path: string, talk: Talk, filed: Filed): void {
  const titles = new Map(filed.titled.flatMap(({ title, rows }) => rows.map((row): [number, string] => [row, title])))
  const lines = endsOf(talk, filed).map((end, i) => {
    const { id, at, role, text } = talk.rows[i] ?? {}
    return JSON.stringify({ conv: talk.name, id, at, role, ...end, title: titles.get(i) ?? null, text })
  })
  writeFileSync(path, `${lines.join('\n')}\n`, { flag: 'a' })
}

function scoreOf(talk: Talk, filed: Filed, names: ReadonlyMap<string, string>): Record<string, number> {
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
    ...titleScore(filed.titled, truth, names, filed.named),
  }
}
