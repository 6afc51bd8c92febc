/**
 * Fits the calibrated similarity of buckets and measures it on labels it has not seen (docs/similarity.md).
 *
 *   fit similarity --model FOLDER --cache FILE --labelled FILE… --talks FILE… [--out src-main/filing/calibration]
 *
 * Every second label is for fitting, the others are for measuring; topics of talks count as labels (one source a file, or one a
 * talk where the talks of a file are in different languages).
 */
import { basename, join } from 'node:path'
import { filingModelFor } from '../../src-main/filing/fitted'
import { readFitArguments } from './arguments'
import { readLabelled, readTalks, type Talk, withRequestsRelabelled } from './data'
import { anchored, fitSimilarity, type LabelSource, measure, reliability, storesOfPairs } from './similarity-map'
import { writeFitted } from './store-fitted'

const FIT_STORES = 150
const TEST_STORES = 150

function topicsOf(name: string, talks: readonly Talk[]): LabelSource {
  const labels = new Map<string, string[]>()
  for (const talk of talks)
    for (const { topic, oneoff, text } of withRequestsRelabelled(talk).rows) {
      if (oneoff) continue
      const texts = labels.get(topic) ?? []
      labels.set(topic, texts)
      texts.push(text)
    }
  return { name, labels }
}

/** Talks that share their topics are one source, so that a topic's messages come from many talks. */
function sourcesOf(path: string): LabelSource[] {
  const talks = readTalks(path)
  const isOneLanguage = !basename(path).includes('languages')
  return isOneLanguage ? [topicsOf(basename(path), talks)] : talks.map((talk) => topicsOf(talk.name, [talk]))
}

const half = ({ labels }: LabelSource, which: 0 | 1): string[] => [...labels.keys()].filter((_, i) => i % 2 === which)

export async function run(args: string[]): Promise<void> {
  const { labelled, streams, out, embeddingModelId, cache } = readFitArguments(args)
  const model = filingModelFor(embeddingModelId)
  if (model === undefined) throw new Error(`fit the filing model of ${embeddingModelId} first`)
  const sources = [
    ...labelled.map((path): LabelSource => ({ name: basename(path), labels: readLabelled(path) })),
    ...streams.flatMap(sourcesOf),
  ].filter((source) => half(source, 1).length >= 3)
  const vectors = await cache.vectors(sources.flatMap(({ labels }) => [...labels.values()].flat()))
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
