/**
 * Filing alone, without store and services: streams labelled talks through `judgeTalk` and a janitor of the same rules.
 *
 *   filing-core --model FOLDER --cache FILE --talks FILE…
 *
 * It uses the shipped numbers, so on the development talks it says how well they were learnt, not how well they carry over;
 * `fit filing` holds whole talks out.
 */
import { basename } from 'node:path'
import { calibrationFor, filingModelFor } from '../src-main/filing/fitted'
import type { FilingModel } from '../src-main/filing/model'
import type { SimilarityCalibration } from '../src-main/filing/similarity'
import { runWorld } from './filing-world'
import { readFitArguments } from './fit/arguments'
import { readTalks, type Talk } from './fit/data'
import {
  adjustedRandIndex,
  exactMatchF1,
  normalisedMutualInformation,
  oneToOneOverlap,
  variationOfInformation,
  vMeasure,
} from './metrics'

export interface TalkScore {
  file: string
  conv: string
  one_to_one: number
  ari: number
  nmi: number
  v_measure: number
  variation_of_information: number
  exact_f1: number
  /** Not a number where the talk has no one-off. */
  oneoff_ephemeral: number
  buckets: number
  active_buckets: number
  gold_active_topics: number
  merges: number
  ms_per_message: number
}

/** Topics of more than five messages. */
export function goldActiveTopics({ rows }: Talk): number {
  const sizes = new Map<string, number>()
  for (const { topic } of rows) sizes.set(topic, (sizes.get(topic) ?? 0) + 1)
  return [...sizes.values()].filter((size) => size > 5).length
}

export function scoreTalk(
  path: string,
  talk: Talk,
  vectors: ReadonlyMap<string, Float32Array>,
  model: FilingModel,
  calibration: SimilarityCalibration | null,
): TalkScore {
  const { clusters, ephemeral, activeBuckets, buckets, merges, judgeMs } = runWorld(talk, vectors, model, calibration)
  const truth = talk.rows.map(({ topic }) => topic)
  const oneOffs = talk.rows.flatMap(({ oneoff }, i) => (oneoff ? [ephemeral[i] ? 1 : 0] : []))
  return {
    file: basename(path),
    conv: talk.name,
    one_to_one: oneToOneOverlap(clusters, truth),
    ari: adjustedRandIndex(clusters, truth),
    nmi: normalisedMutualInformation(clusters, truth),
    v_measure: vMeasure(clusters, truth),
    variation_of_information: variationOfInformation(clusters, truth),
    exact_f1: exactMatchF1(clusters, truth),
    oneoff_ephemeral: oneOffs.reduce((sum: number, one) => sum + one, 0) / oneOffs.length,
    buckets,
    active_buckets: activeBuckets,
    gold_active_topics: goldActiveTopics(talk),
    merges,
    ms_per_message: judgeMs / talk.rows.length,
  }
}

/** One line a talk, then the mean of each file. */
export function printScores(scores: readonly TalkScore[]): void {
  console.table(scores.map(shown))
  const files = [...new Set(scores.map(({ file }) => file))]
  console.table(
    Object.fromEntries(files.map((file) => [file, shown(meanOf(scores.filter((score) => score.file === file)))])),
  )
}

function meanOf(scores: readonly TalkScore[]): Record<string, number> {
  const keys = Object.keys(scores[0] ?? {}) as (keyof TalkScore)[]
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return Object.fromEntries(
    keys.flatMap((key): [string, number][] => {
      const values = scores
        .map((score) => score[key])
        .filter((value) => typeof value === 'number' && !Number.isNaN(value))
      return key === 'file' || key === 'conv' ? [] : [[key, mean(values as number[])]]
    }),
  )
}

/** Means over talks, key by key; a talk that has no such figure does not count for it. */
export function meanScores(scores: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const keys = [...new Set(scores.flatMap((score) => Object.keys(score)))]
  return Object.fromEntries(
    keys.map((key): [string, number] => {
      const values = scores.flatMap((score) => score[key] ?? [])
      return [key, values.reduce((sum, value) => sum + value, 0) / values.length]
    }),
  )
}

const shown = (score: object): object =>
  Object.fromEntries(
    Object.entries(score).map(([key, value]) => [key, typeof value === 'number' ? Number(value.toFixed(3)) : value]),
  )

export async function run(args: string[]): Promise<void> {
  const { streams, embeddingModelId, cache } = readFitArguments(args)
  const model = filingModelFor(embeddingModelId)
  if (model === undefined) throw new Error(`no filing model was fitted for ${embeddingModelId}`)
  const calibration = calibrationFor(embeddingModelId) ?? null
  const files = streams.map((path) => ({ path, talks: readTalks(path) }))
  const vectors = await cache.vectors(
    files.flatMap(({ talks }) => talks.flatMap(({ rows }) => rows.map(({ text }) => text))),
  )
  printScores(
    files.flatMap(({ path, talks }) => talks.map((talk) => scoreTalk(path, talk, vectors, model, calibration))),
  )
}
