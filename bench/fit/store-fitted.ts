/** Writes fitted numbers as the JSON the product imports: few digits, stable order, so that a new fit is a readable change. */
import { writeFileSync } from 'node:fs'
import type { StoredTopicModel } from '../../src-main/filing/boundary/fitted'
import type { CutModel, TopicModel } from '../../src-main/filing/boundary/model'
import type { StoredFilingModel } from '../../src-main/filing/fitted'
import type { FilingModel, TurnModel } from '../../src-main/filing/model'

const DIGITS = 4
const rounded = (_key: string, value: unknown): unknown => {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array, (v) => Number(v.toFixed(DIGITS)))
  return typeof value === 'number' ? Number(value.toFixed(DIGITS)) : value
}

/** A vector that is all zero is stored as an empty list. */
const stored = ({ features, own, previous }: TurnModel) => ({
  features,
  own: [...own],
  previous: previous.some((v) => v !== 0) ? [...previous] : [],
})

export const storedFilingModel = (model: FilingModel): StoredFilingModel => ({
  ...model,
  nuisance: { directions: model.nuisance.directions.map((direction) => [...direction]) },
  background: [...model.background],
  informativeness: stored(model.informativeness),
  boundary: { live: stored(model.boundary.live), collapse: stored(model.boundary.collapse) },
})

const storedCut = ({ linear, ...cut }: CutModel): StoredTopicModel['whole'] => ({
  ...cut,
  linear: { ...linear, own: [...linear.own], previous: [...linear.previous], next: [...linear.next] },
})

export const storedTopicModel = (model: TopicModel): StoredTopicModel => ({
  ...model,
  background: [...model.background],
  whole: storedCut(model.whole),
  live: storedCut(model.live),
})

/** One property of the first level a line. */
export function writeFitted(path: string, value: object): void {
  const lines = Object.entries(value).map(([key, of]) => `  ${JSON.stringify(key)}: ${JSON.stringify(of, rounded)}`)
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`)
}
