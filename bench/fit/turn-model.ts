/** A fitted logistic model over named features and embeddings, and the informativeness model, which is the simplest of them. */
import { informativenessFeatures } from '../../src-main/filing/informativeness'
import type { FilingModel, TurnModel } from '../../src-main/filing/model'
import { WordCounts } from '../../src-main/filing/statistics'
import { termsOf } from '../../src-main/filing/terms'
import { addInPlace, cosine, minus } from '../../src-main/filing/vectors'
import { turnsOf } from '../filing-world'
import type { Talk } from './data'
import { fitLogistic, type LabelledRow } from './logistic'
import { DIMENSIONS } from './vector-cache'

export type Vectors = ReadonlyMap<string, Float32Array>

export const zeros = (): Float32Array => new Float32Array(DIMENSIONS)
export function toTurnModel(names: readonly string[], w: Float64Array): TurnModel {
  const own = zeros()
  const previous = zeros()
  for (let i = 0; i < DIMENSIONS; i++) {
    own[i] = w[names.length + i] ?? 0
    previous[i] = w[names.length + DIMENSIONS + i] ?? 0
  }
  return { features: Object.fromEntries(names.map((name, i) => [name, w[i] ?? 0])), own, previous }
}

export function penalties(names: readonly string[], vectors: number, ridge: number, vectorRidge: number): Float64Array {
  const out = new Float64Array(names.length + vectors * DIMENSIONS).fill(vectorRidge)
  names.forEach((name, i) => {
    out[i] = name === 'bias' ? 0 : ridge
  })
  return out
}

/** Label: is the turn's own topic the nearest one to it? */
export function fitInformativeness(
  talks: readonly Talk[],
  vectors: Vectors,
  { background }: Pick<FilingModel, 'background'>,
  vectorRidge = 3e-4,
): TurnModel {
  const rows: LabelledRow[] = []
  let names: string[] = []
  for (const talk of talks) {
    const statistics = new WordCounts()
    const turns = turnsOf(talk, vectors)
    const centred = turns.map(({ vector }) => minus(vector, background))
    const sums = new Map<string, { sum: Float32Array; n: number }>()
    talk.rows.forEach(({ topic, oneoff }, i) => {
      if (oneoff) return
      const entry = sums.get(topic) ?? { sum: zeros(), n: 0 }
      sums.set(topic, entry)
      addInPlace(entry.sum, centred[i] ?? zeros(), 1)
      entry.n += 1
    })
    talk.rows.forEach((row, i) => {
      const own = centred[i] ?? zeros()
      statistics.add([row.text])
      const entry = sums.get(row.topic)
      if (entry === undefined || entry.n < 3) return
      const rest = entry.sum.slice()
      addInPlace(rest, own, -1)
      const ownScore = cosine(own, rest)
      let other = -1
      for (const [topic, { sum }] of sums) if (topic !== row.topic) other = Math.max(other, cosine(own, sum))
      const features = informativenessFeatures(row.role, termsOf(row.text), own, statistics)
      names = Object.keys(features)
      rows.push({ x: [...Object.values(features), ...own], y: ownScore > other ? 1 : 0, weight: 1 / talk.rows.length })
    })
  }
  return toTurnModel(names, fitLogistic(rows, penalties(names, 1, 1e-4, vectorRidge)))
}
