/** The fitted boundary models, one per embedding model; undefined for one nobody fitted. */
import type { CutModel, TopicModel, Tree } from './model'
import minilm from './models/all-MiniLM-L6-v2.json'
import e5 from './models/multilingual-e5-small.json'

type StoredCut = Omit<CutModel, 'linear' | 'trees'> & {
  linear: { features: Record<string, number>; own: number[]; previous: number[]; next: number[] }
  /** Nested lists; see `Tree`. */
  trees: unknown[]
}
export interface StoredTopicModel extends Omit<TopicModel, 'background' | 'whole' | 'live'> {
  background: number[]
  whole: StoredCut
  live: StoredCut
}

function tree(stored: unknown): Tree {
  if (typeof stored === 'number') return stored
  if (!Array.isArray(stored) || stored.length !== 4) throw new TypeError('a tree is a number or a list of four')
  const [feature, threshold, below, above]: unknown[] = stored
  if (typeof feature !== 'number' || typeof threshold !== 'number') throw new TypeError('a split holds two numbers')
  return [feature, threshold, tree(below), tree(above)]
}

const cut = (stored: StoredCut): CutModel => ({
  ...stored,
  linear: {
    features: stored.linear.features,
    own: Float32Array.from(stored.linear.own),
    previous: Float32Array.from(stored.linear.previous),
    next: Float32Array.from(stored.linear.next),
  },
  trees: stored.trees.map(tree),
})

export const loadTopicModel = (stored: StoredTopicModel): TopicModel => ({
  ...stored,
  background: Float32Array.from(stored.background),
  whole: cut(stored.whole),
  live: cut(stored.live),
})

const MODELS = [loadTopicModel(e5), loadTopicModel(minilm)]

/** `modelId` is the embedding model's name, with or without a maker before it and a revision behind it. */
export const topicModelFor = (modelId: string): TopicModel | undefined =>
  MODELS.find(({ embeddingModelId }) => modelId.toLowerCase().includes(embeddingModelId.toLowerCase()))
