/** Names to strategies (seed 002, Config + factory). A strategy is a pair of names, never a class. */
import { CatchmentError } from '@shared/contract/errors'
import { CompositeConsolidationStrategy } from './composite'
import { GROUP_THRESHOLD } from './constants'
import { textDensity } from './density'
import { AbstractiveSummarizationOp } from './ops/abstractive-summarization'
import { ConcatenationOp } from './ops/concatenation'
import { DensityRoutingOp } from './ops/density-routing'
import { ExtractivePreservationOp } from './ops/extractive-preservation'
import { LLMSynthesisOp } from './ops/llm-synthesis'
import { StrategyRegistry } from './registry'
import { GuardedSelector, type SelectionGuard } from './selectors/guarded'
import { type HighestRelevanceOptions, HighestRelevanceSelector } from './selectors/highest-relevance'
import type {
  ConsolidationOp,
  ConsolidationStrategy,
  DensityClassifier,
  EntrySelector,
  MemoryBackend,
  SummaryModel,
} from './types'

export const CONSOLIDATION_STRATEGIES = ['simple', 'dual_mode', 'llm'] as const
export type ConsolidationStrategyName = (typeof CONSOLIDATION_STRATEGIES)[number]

export interface ConsolidationConfig {
  /** Which pair is meant. `selector`, `op` and `parallel` say otherwise where they are given. */
  strategy: ConsolidationStrategyName
  selector?: string
  op?: string
  parallel?: boolean
  groupThreshold?: number
  /** How `highest_relevance` groups; by category if nothing is said. */
  grouping?: HighestRelevanceOptions
  /** Of `guarded`. */
  guard?: SelectionGuard
  backend: MemoryBackend
  /** Without one, an op that needs a model cannot be built. */
  model?: SummaryModel
  classifier?: DensityClassifier
}

export type BuildSelector = (config: ConsolidationConfig) => EntrySelector
export type BuildOp = (config: ConsolidationConfig) => ConsolidationOp

const highestRelevance: BuildSelector = ({ groupThreshold = GROUP_THRESHOLD, grouping }) =>
  new HighestRelevanceSelector(groupThreshold, grouping)

export const selectors = new StrategyRegistry<BuildSelector>('selector')
  .register('highest_relevance', highestRelevance)
  .register('guarded', (config) => {
    if (!config.guard) throw new CatchmentError('internal', 'The guarded selector was given no guard.')
    return new GuardedSelector(highestRelevance(config), config.guard)
  })

export const ops = new StrategyRegistry<BuildOp>('operation')
  .register('concatenation', ({ backend }) => new ConcatenationOp(backend))
  .register('abstractive_summarization', (config) => new AbstractiveSummarizationOp(config.backend, modelOf(config)))
  .register('extractive_preservation', ({ backend }) => new ExtractivePreservationOp(backend))
  .register('llm_synthesis', (config) => new LLMSynthesisOp(config.backend, modelOf(config)))
  .register(
    'density_routing',
    (config) =>
      new DensityRoutingOp(
        config.classifier ?? textDensity,
        new ExtractivePreservationOp(config.backend),
        new AbstractiveSummarizationOp(config.backend, modelOf(config)),
      ),
  )

const strategies = new StrategyRegistry<{ selector: string; op: string; parallel: boolean }>('strategy')
  .register('simple', { selector: 'highest_relevance', op: 'concatenation', parallel: false })
  .register('dual_mode', { selector: 'highest_relevance', op: 'density_routing', parallel: false })
  .register('llm', { selector: 'highest_relevance', op: 'llm_synthesis', parallel: true })

/**
 * The strategy of that name, or a composition of one's own out of registered selectors and ops.
 * @throws CatchmentError `not_found` for a name nobody registered, `model_missing` for an op whose model is not there
 */
export function buildConsolidationStrategy(config: ConsolidationConfig): ConsolidationStrategy {
  const named = strategies.get(config.strategy)
  const selector = selectors.get(config.selector ?? named.selector)(config)
  const op = ops.get(config.op ?? named.op)(config)
  return new CompositeConsolidationStrategy(selector, op, { parallel: config.parallel ?? named.parallel })
}

function modelOf({ model }: ConsolidationConfig): SummaryModel {
  if (model) return model
  throw new CatchmentError(
    'model_missing',
    'This way to consolidate memories needs a language model, and there is none.',
  )
}
