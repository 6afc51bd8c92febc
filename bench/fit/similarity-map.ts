/** Fits and measures the calibrated similarity of buckets on labelled texts (docs/similarity.md). */
import type { BucketId, MessageId } from '@shared/ids'
import { ownBackground } from '../../src-main/filing/background'
import type { FilingModel } from '../../src-main/filing/model'
import { profileFrom } from '../../src-main/filing/profile'
import {
  calibrated,
  evidence,
  type Likeness,
  likeness,
  type SimilarityCalibration,
} from '../../src-main/filing/similarity'
import { WordCounts } from '../../src-main/filing/statistics'
import type { BucketProfile } from '../../src-main/filing/types'
import { fitLogistic } from './logistic'
import { seeded, shuffled } from './random'

export interface Said {
  role: 'user' | 'assistant'
  text: string
}

/**
 * What was said together, by label: a talk of ten turns lies in one bucket or in another one, never in both. A text by itself is a
 * group of one. The labels of one source are told apart by what they mean, those of different sources never compared as twins.
 */
export interface LabelSource {
  name: string
  labels: ReadonlyMap<string, readonly (readonly Said[])[]>
}

export interface Pair {
  source: string
  likeness: Likeness
  same: boolean
}

const SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 40]
const LOWEST_PRECISION = 0.95
/** Fewer messages than this may suggest a merge, never cause one. */
const ENOUGH_MESSAGES = 4
const TWINS = 3
const BUCKETS = 20

/**
 * Small stores of 20 buckets of which three have a twin (the setting of 01-domain, Similarity), every bucket of a random size:
 * all their pairs, so that true pairs are as rare as in life.
 */
export function storesOfPairs(
  source: LabelSource,
  labels: readonly string[],
  stores: number,
  seed: number,
  vectors: ReadonlyMap<string, Float32Array>,
  model: FilingModel,
): Pair[] {
  const random = seeded(seed)
  const statistics = new WordCounts()
  for (const groups of source.labels.values()) for (const { text } of groups.flat().slice(0, 10)) statistics.add([text])
  const pairs: Pair[] = []
  for (let store = 0; store < stores; store++) {
    const buckets: { label: string; profile: BucketProfile }[] = []
    shuffled(labels, random)
      .slice(0, Math.min(BUCKETS, labels.length))
      .forEach((label, i) => {
        const groups = shuffled(source.labels.get(label) ?? [], random)
        const sizes = [0, 1].map(() => SIZES[Math.floor(random() * SIZES.length)] ?? 1)
        const { part: first, rest } = upTo(groups, sizes[0] ?? 1)
        const { part: second } = upTo(rest, sizes[1] ?? 1)
        for (const part of i < TWINS ? [first, second] : [first]) {
          if (part.length === 0) continue
          buckets.push({ label, profile: bucketOf(part, statistics, vectors, model) })
        }
      })
    const background = ownBackground(
      buckets.map(({ profile }) => profile),
      model.background,
    )
    buckets.forEach((a, i) => {
      for (const b of buckets.slice(i + 1))
        pairs.push({
          source: source.name,
          likeness: likeness(a.profile, b.profile, background),
          same: a.label === b.label,
        })
    })
  }
  return pairs
}

/** Whole groups until there are so many messages. */
function upTo(groups: readonly (readonly Said[])[], messages: number): { part: Said[]; rest: (readonly Said[])[] } {
  const part: Said[] = []
  let taken = 0
  for (; taken < groups.length && part.length < messages; taken++) part.push(...(groups[taken] ?? []))
  return { part, rest: groups.slice(taken) }
}

function bucketOf(
  said: readonly Said[],
  statistics: WordCounts,
  vectors: ReadonlyMap<string, Float32Array>,
  model: FilingModel,
): BucketProfile {
  const turns = said.map(({ role, text }, i) => {
    const vector = vectors.get(text)
    if (vector === undefined) throw new Error('a text has no vector')
    return {
      id: String(i) as MessageId,
      role,
      text,
      at: i,
      vector,
      bucketId: null,
      stretchId: null,
      locked: false,
    }
  })
  return profileFrom({ id: '?' as BucketId, title: '', status: 'active' }, turns, statistics, model)
}

/** The map that makes the pairs' labels most likely; each source counts the same. */
export function fitSimilarity(pairs: readonly Pair[], embeddingModelId: string): SimilarityCalibration {
  const count = new Map<string, number>()
  for (const { source } of pairs) count.set(source, (count.get(source) ?? 0) + 1)
  const rows = pairs.map(({ source, likeness: of, same }) => {
    const size = evidence(of)
    const truth = of.attenuation * of.cosine
    return {
      x: [1, size, truth, truth * size, of.cosine, of.cosine * size],
      y: same ? 1 : 0,
      weight: 1 / (count.get(source) ?? 1),
    }
  })
  const w = fitLogistic(rows, new Float64Array([0, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6]), 400)
  return {
    embeddingModelId,
    bias: w[0] ?? 0,
    size: w[1] ?? 0,
    true: w[2] ?? 0,
    trueSize: w[3] ?? 0,
    cosine: w[4] ?? 0,
    cosineSize: w[5] ?? 0,
    enoughMessages: ENOUGH_MESSAGES,
    ceiling: 0.89,
  }
}

/**
 * The map moved along the log-odds until what it calls 0.90 was right in 99 of 100 cases and no further, because the janitor
 * merges at 0.90 without asking and unseen labels do worse than those fitted on. Every source counts the same; none may fall
 * below `LOWEST_PRECISION`, not even one whose labels a person would not tell apart.
 */
export function anchored(map: SimilarityCalibration, pairs: readonly Pair[]): SimilarityCalibration {
  const sources = [...new Set(pairs.map(({ source }) => source))].map((name) =>
    pairs.filter(({ source }) => source === name),
  )
  for (let shift = -3; shift < 8; shift += 0.05) {
    const moved = { ...map, bias: map.bias - shift }
    const precisions = sources.map((of) => measure(of, moved, 0.9).precision)
    const mean = precisions.reduce((sum, precision) => sum + precision, 0) / precisions.length
    if (mean >= 0.99 && Math.min(...precisions) >= LOWEST_PRECISION) return moved
  }
  throw new Error('no bias reaches the precision asked for')
}

export interface Measured {
  pairs: number
  twins: number
  precision: number
  recall: number
  recallFrom8: number
}

/** Precision and recall of "same" at a similarity of at least `threshold`. */
export function measure(pairs: readonly Pair[], map: SimilarityCalibration, threshold: number): Measured {
  let said = 0
  let right = 0
  let twins = 0
  let twins8 = 0
  let right8 = 0
  for (const { likeness: of, same } of pairs) {
    const yes = calibrated(of, map) >= threshold
    const large = Math.min(of.messagesA, of.messagesB) >= 8
    if (yes) said += 1
    if (yes && same) right += 1
    if (same) twins += 1
    if (same && large) twins8 += 1
    if (yes && same && large) right8 += 1
  }
  return {
    pairs: pairs.length,
    twins,
    precision: said === 0 ? 1 : right / said,
    recall: right / twins,
    recallFrom8: right8 / twins8,
  }
}

/** Share of true pairs among those whose similarity falls into each tenth: what the number promises against what happened. */
export function reliability(
  pairs: readonly Pair[],
  map: SimilarityCalibration,
): { from: number; pairs: number; promised: number; happened: number }[] {
  const bins = Array.from({ length: 10 }, (_, i) => ({ from: i / 10, pairs: 0, promised: 0, happened: 0 }))
  for (const { likeness: of, same } of pairs) {
    const p = calibrated(of, map)
    const bin = bins[Math.min(9, Math.floor(p * 10))]
    if (bin === undefined) continue
    bin.pairs += 1
    bin.promised += p
    bin.happened += same ? 1 : 0
  }
  return bins.map((bin) => ({
    ...bin,
    promised: bin.promised / Math.max(1, bin.pairs),
    happened: bin.happened / Math.max(1, bin.pairs),
  }))
}
