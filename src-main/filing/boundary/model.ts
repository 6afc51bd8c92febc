/** The fitted numbers that find topic boundaries in a talk: one set per embedding model (docs/segmentation.md). */
import type { LinearWeights } from '../model'

/**
 * A regression tree in preorder: a leaf is one number, a split is `[feature, threshold, below, above]`; a value at or below the
 * threshold goes `below`. Features are named by their place in `CutModel.inputs`.
 */
export type Tree = number | [feature: number, threshold: number, below: Tree, above: Tree]

/** Log-odds that a turn begins a topic: half a linear model over features and vectors, half boosted trees over features and its neighbours. */
export interface CutModel {
  linear: {
    features: LinearWeights
    /** Weights on the centred vectors of the turn, of the one before and of the one after it. Float32Array of 384 each. */
    own: Float32Array
    previous: Float32Array
    next: Float32Array
  }
  /** Names of what the trees read, in order. */
  inputs: string[]
  /** Log-odds the trees begin with. */
  base: number
  trees: Tree[]
}

export interface TopicModel {
  embeddingModelId: string
  /** Mean passage vector of ordinary talk. Float32Array of 384. */
  background: Float32Array
  /** `whole` sees the talk to its end, `live` nothing after the turn. */
  whole: CutModel
  live: CutModel
  /** A turn begins a topic where its log-odds are above this. */
  cutAbove: number
}

/** Value of the leaf that `x` falls into. */
export function treeValue(tree: Tree, x: ArrayLike<number>): number {
  let node = tree
  while (typeof node !== 'number') node = (x[node[0]] ?? 0) <= node[1] ? node[2] : node[3]
  return node
}
