/** Fits the model of topic boundaries: a linear model, then trees on the scores it gives to talks it was not fitted on. */
import type { CutModel, TopicModel } from '../../src-main/filing/boundary/model'
import type { SpokenTurn } from '../../src-main/filing/boundary/talk-reading'
import {
  type CutInputs,
  cutInputs,
  linearLogit,
  type Sight,
  treeInputs,
} from '../../src-main/filing/boundary/topic-boundaries'
import { fitLogistic, type LabelledRow } from './logistic'
import { fitTrees } from './trees'
import { DIMENSIONS } from './vector-cache'

/** A talk ready for fitting. */
export interface Lesson {
  turns: SpokenTurn[]
  boundaries: readonly number[]
  group: string
  /** What one of its turns counts. */
  weight: number
}

/** Ridge on inputs of unit spread, vectors counted as five times their length. */
const RIDGE = 1.5e-3
const VECTOR_SCALE = 5
const ITERATIONS = 80
const FOLDS = 3
/** A turn begins a topic a little below even odds: a missed boundary costs Pk more than a false one. */
const CUT_ABOVE = Math.log(0.42 / 0.58)

interface Read extends Lesson {
  cuts: CutInputs[]
}

type Linear = CutModel['linear']

/** `items` in `FOLDS` parts of about equal size, groups whole. */
export function folds<T extends { group: string }>(items: readonly T[], parts = FOLDS): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  const out: T[][] = Array.from({ length: parts }, () => [])
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length)) {
    const smallest = out.reduce((least, part) => (part.length < least.length ? part : least))
    smallest.push(...group)
  }
  return out
}

function fitLinear(talks: readonly Read[]): Linear {
  const all = talks.flatMap(({ cuts, boundaries, weight }) => {
    const begins = new Set(boundaries)
    return cuts.map((cut) => ({ cut, y: begins.has(cut.at) ? 1 : 0, weight }))
  })
  const names = Object.keys(all[0]?.cut.features ?? {})
  const middle = names.map((name) => all.reduce((sum, { cut }) => sum + (cut.features[name] ?? 0), 0) / all.length)
  const spread = names.map((name, i) => {
    const squares = all.reduce((sum, { cut }) => sum + ((cut.features[name] ?? 0) - (middle[i] ?? 0)) ** 2, 0)
    return Math.sqrt(squares / all.length)
  })
  const isBias = (name: string) => name === 'bias'
  const rows = all.map(({ cut, y, weight }): LabelledRow => {
    const x = new Float32Array(names.length + 3 * DIMENSIONS)
    names.forEach((name, i) => {
      const s = spread[i] ?? 0
      x[i] = isBias(name) ? 1 : s < 1e-9 ? 0 : ((cut.features[name] ?? 0) - (middle[i] ?? 0)) / s
    })
    const vectors = [cut.own, cut.previous, cut.next]
    vectors.forEach((vector, part) => {
      vector?.forEach((v, i) => {
        x[names.length + part * DIMENSIONS + i] = VECTOR_SCALE * v
      })
    })
    return { x, y, weight }
  })
  const penalties = new Float64Array(names.length + 3 * DIMENSIONS).fill(RIDGE)
  penalties[names.indexOf('bias')] = 0
  const w = fitLogistic(rows, penalties, ITERATIONS)
  const features: Record<string, number> = {}
  let bias = w[names.indexOf('bias')] ?? 0
  names.forEach((name, i) => {
    const s = spread[i] ?? 0
    if (isBias(name) || s < 1e-9) return
    features[name] = (w[i] ?? 0) / s
    bias -= ((w[i] ?? 0) * (middle[i] ?? 0)) / s
  })
  const vector = (part: number) =>
    Float32Array.from({ length: DIMENSIONS }, (_, i) => VECTOR_SCALE * (w[names.length + part * DIMENSIONS + i] ?? 0))
  return { features: { bias, ...features }, own: vector(0), previous: vector(1), next: vector(2) }
}

const scoresOf = (linear: Linear, { cuts }: Read): number[] =>
  cuts.map((cut) => linearLogit({ linear, inputs: [], base: 0, trees: [] }, cut))

function fitCut(lessons: readonly Lesson[], background: Float32Array, sight: Sight): CutModel {
  const talks = lessons.map((lesson): Read => ({ ...lesson, cuts: cutInputs(lesson.turns, background, sight) }))
  const parts = folds(talks)
  let inputs: string[] = []
  const rows = parts.flatMap((part, i) => {
    const linear = fitLinear(parts.filter((_, j) => j !== i).flat())
    return part.flatMap((talk) => {
      const scores = scoresOf(linear, talk)
      const begins = new Set(talk.boundaries)
      return talk.cuts.map((cut, place): LabelledRow => {
        const named = treeInputs(talk.cuts, scores, place, sight)
        inputs = Object.keys(named)
        return { x: Float64Array.from(Object.values(named)), y: begins.has(cut.at) ? 1 : 0, weight: talk.weight }
      })
    })
  })
  return { linear: fitLinear(talks), inputs, ...fitTrees(rows) }
}

export function fitTopicModel(
  lessons: readonly Lesson[],
  background: Float32Array,
  embeddingModelId: string,
  sights: readonly Sight[] = ['whole', 'live'],
): TopicModel {
  const nothing: CutModel = {
    linear: {
      features: {},
      own: new Float32Array(DIMENSIONS),
      previous: new Float32Array(DIMENSIONS),
      next: new Float32Array(DIMENSIONS),
    },
    inputs: [],
    base: 0,
    trees: [],
  }
  const fitted = (sight: Sight) => (sights.includes(sight) ? fitCut(lessons, background, sight) : nothing)
  return { embeddingModelId, background, whole: fitted('whole'), live: fitted('live'), cutAbove: CUT_ABOVE }
}
