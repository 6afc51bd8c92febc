/** The fitted numbers by embedding model, made by `npm run bench -- fit-search` (docs/search.md). */
import minilm from './calibration/all-MiniLM-L6-v2.json'
import e5 from './calibration/multilingual-e5-small.json'
import type { SearchCalibration } from './score'

export type StoredSearchCalibration = Omit<SearchCalibration, 'queryCentre'> & { queryCentre: number[] }

export const loadSearchCalibration = (stored: StoredSearchCalibration): SearchCalibration => ({
  ...stored,
  queryCentre: Float32Array.from(stored.queryCentre),
})

const FITTED = [loadSearchCalibration(e5), loadSearchCalibration(minilm)]
/** For a model nobody fitted: the default's weights, and nothing is known of what its questions have in common. */
const UNKNOWN: SearchCalibration = { ...loadSearchCalibration(e5), queryCentre: new Float32Array(384) }

/** `modelId` is the model's name, with or without a maker before it and a revision behind it. */
export function calibrationOf(modelId: string): SearchCalibration {
  const id = modelId.toLowerCase()
  return FITTED.find((c) => id.includes(c.embeddingModelId.toLowerCase())) ?? UNKNOWN
}
