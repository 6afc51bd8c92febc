/** The fitted numbers filing works with: one set per embedding model, shipped as JSON beside the code. */

/** Weights of a linear score over named features. */
export type LinearWeights = Readonly<Record<string, number>>

/** A logistic model over named features and over the embedding of one or two turns. */
export interface TurnModel {
  features: LinearWeights
  /** Weights on the turn's own centred vector. */
  own: Float32Array
  /** Weights on the centred vector of the turn before it; all zero where that plays no part. */
  previous: Float32Array
}

/** Directions of the embedding that say how something is said, not what it is about; see topic-space.ts. */
export interface Nuisance {
  /** Of length 1, at right angles to one another. Float32Array of 384 each. */
  directions: readonly Float32Array[]
}

export interface FilingModel {
  /** The embedding model whose vectors these numbers belong to; vectors of another one must not be judged with them. */
  embeddingModelId: string
  nuisance: Nuisance
  /** Mean passage vector of ordinary talk: what all texts have in common. Float32Array of 384. */
  background: Float32Array
  /** How much topic a turn carries. */
  informativeness: TurnModel
  /** Does a new stretch begin at this turn? `live` sees nothing after the turn, `collapse` sees both sides. */
  boundary: { live: TurnModel; collapse: TurnModel }
  /** Which bucket does a stretch belong to? */
  choice: { bucket: LinearWeights; fresh: LinearWeights }
}

/** Σ weight × feature; a feature without a weight counts nothing. */
export function linear(weights: LinearWeights, features: Readonly<Record<string, number>>): number {
  let sum = 0
  for (const name in weights) sum += (weights[name] ?? 0) * (features[name] ?? 0)
  return sum
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))
