/**
 * Fits the calibrated similarity of buckets and measures it on labels it has not seen (docs/similarity.md).
 *
 *   fit similarity --model FOLDER --cache FILE --labelled FILE… --talks FILE… [--out src-main/filing/calibration]
 *
 * Every second label is for fitting, the others are for measuring; topics of talks count as labels, one source a talk.
 */
import { basename, join } from 'node:path'
import { filingModelFor } from '../../src-main/filing/fitted'
import { readFitArguments } from './arguments'
import { readLabelled, readTalks, type Talk, type TalkRow, withRequestsRelabelled } from './data'
import {
  anchored,
  fitSimilarity,
  type LabelSource,
  measure,
  reliability,
  type Said,
  storesOfPairs,
} from './similarity-map'
import { writeFitted } from './store-fitted'

const FIT_STORES = 60
const TEST_STORES = 60

const HOUR_MS = 3_600_000

/** What was said of a topic in one go, by topic. */
function topicsOf(name: string, talk: Talk): LabelSource {
  const labels = new Map<string, Said[][]>()
  let last: TalkRow | null = null
  for (const row of withRequestsRelabelled(talk).rows) {
    const goesOn = last !== null && last.topic === row.topic && row.at - last.at <= HOUR_MS
    last = row
    if (row.oneoff) continue
    const groups = labels.get(row.topic) ?? []
    labels.set(row.topic, groups)
    const open = goesOn ? groups.at(-1) : undefined
    if (open) open.push(row)
    else groups.push([row])
  }
  return { name, labels }
}

/** One source a talk: a person's own topics are what has to be told apart. */
const sourcesOf = (path: string): LabelSource[] =>
  readTalks(path).map((talk) => topicsOf(`${basename(path)} ${talk.name}`, talk))

const labelledSource = (path: string): LabelSource => ({
  name: basename(path),
  labels: new Map(
    [...readLabelled(path)].map(([label, texts]) => [label, texts.map((text) => [{ role: 'user', text }])]),
  ),
})

const half = ({ labels }: LabelSource, which: 0 | 1): string[] => [...labels.keys()].filter((_, i) => i % 2 === which)

export async function run(args: string[]): Promise<void> {
  const { labelled, streams, out, embeddingModelId, cache } = readFitArguments(args)
  const model = filingModelFor(embeddingModelId)
  if (model === undefined) throw new Error(`fit the filing model of ${embeddingModelId} first`)
  const sources = [...labelled.map(labelledSource), ...streams.flatMap(sourcesOf)].filter(
    (source) => half(source, 1).length >= 3,
  )
  const vectors = await cache.vectors(
    sources.flatMap(({ labels }) => [...labels.values()].flat(2).map(({ text }) => text)),
  )
  const fitted = sources.flatMap((source) => storesOfPairs(source, half(source, 0), FIT_STORES, 1, vectors, model))
  const likely = fitSimilarity(fitted, embeddingModelId)
  const map = anchored(likely, fitted)
  console.log(`log-odds moved by ${(map.bias - likely.bias).toFixed(2)} so that 0.90 keeps its promise`)
  const tests = sources.map((source) => storesOfPairs(source, half(source, 1), TEST_STORES, 2, vectors, model))
  for (const threshold of [0.85, 0.9])
    console.table(
      Object.fromEntries(
        sources.map(({ name }, i) => [`${name} at ${threshold}`, measure(tests[i] ?? [], map, threshold)]),
      ),
    )
  console.table(reliability(tests.flat(), map))
  if (out !== undefined) writeFitted(join(out, `${embeddingModelId}.json`), map)
}
