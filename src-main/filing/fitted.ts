/** The fitted numbers per embedding model. Vectors of a model without numbers cannot be filed: the caller says so, nothing guesses. */
import minilmMap from './calibration/all-MiniLM-L6-v2.json'
import e5Map from './calibration/multilingual-e5-small.json'
import type { FilingModel, TurnModel } from './model'
import minilm from './models/all-MiniLM-L6-v2.json'
import e5 from './models/multilingual-e5-small.json'
import type { SimilarityCalibration } from './similarity'

type StoredTurnModel = Omit<TurnModel, 'own' | 'previous'> & { own: number[]; previous: number[] }
export interface StoredFilingModel
  extends Omit<FilingModel, 'background' | 'nuisance' | 'informativeness' | 'boundary'> {
  nuisance: { directions: number[][] }
  background: number[]
  informativeness: StoredTurnModel
  boundary: { live: StoredTurnModel; collapse: StoredTurnModel }
}

const turnModel = ({ features, own, previous }: StoredTurnModel, dimensions: number): TurnModel => ({
  features,
  own: Float32Array.from(own),
  previous: previous.length === 0 ? new Float32Array(dimensions) : Float32Array.from(previous),
})

export function loadFilingModel(stored: StoredFilingModel): FilingModel {
  const dimensions = stored.background.length
  return {
    ...stored,
    nuisance: { directions: stored.nuisance.directions.map((direction) => Float32Array.from(direction)) },
    background: Float32Array.from(stored.background),
    informativeness: turnModel(stored.informativeness, dimensions),
    boundary: {
      live: turnModel(stored.boundary.live, dimensions),
      collapse: turnModel(stored.boundary.collapse, dimensions),
    },
  }
}

const MODELS = [loadFilingModel(e5), loadFilingModel(minilm)]
const MAPS: readonly SimilarityCalibration[] = [e5Map, minilmMap]

/** `modelId` is the model's name, with or without a maker before it and a revision behind it. */
const isFor = (modelId: string) => (fitted: { embeddingModelId: string }) =>
  modelId.toLowerCase().includes(fitted.embeddingModelId.toLowerCase())

/** The filing model for an embedding model's vectors; undefined for one nobody fitted. */
export const filingModelFor = (modelId: string): FilingModel | undefined => MODELS.find(isFor(modelId))

/** The similarity map for an embedding model's vectors; undefined for one nobody fitted. */
export const calibrationFor = (modelId: string): SimilarityCalibration | undefined => MAPS.find(isFor(modelId))
