import { describe, expect, it } from 'vitest'
import { CompositeConsolidationStrategy } from './composite'
import { buildConsolidationStrategy, CONSOLIDATION_STRATEGIES, ops, selectors } from './factory'
import { contextFor, entry, PlainBackend, ScriptedModel } from './testing/samples'

const model = new ScriptedModel(() => 'a synthesis')

describe('the factory', () => {
  it('gives the same class for every name: a strategy is a pair, not a class', () => {
    for (const strategy of CONSOLIDATION_STRATEGIES) {
      const built = buildConsolidationStrategy({ strategy, backend: new PlainBackend(), model })
      expect(built).toBeInstanceOf(CompositeConsolidationStrategy)
    }
  })

  it('knows the selector, the app’s guard around it, and five operations', () => {
    expect(selectors.names()).toEqual(['highest_relevance', 'guarded'])
    expect(ops.names()).toEqual([
      'concatenation',
      'abstractive_summarization',
      'extractive_preservation',
      'llm_synthesis',
      'density_routing',
    ])
  })

  it('builds own compositions out of any selector and any operation', async () => {
    for (const op of ops.names()) {
      const backend = new PlainBackend()
      const strategy = buildConsolidationStrategy({ strategy: 'simple', op, groupThreshold: 2, backend, model })
      const result = await strategy.consolidate([entry(1, 'one'), entry(2, 'two')], contextFor())
      expect(result.consolidatedCount).toBe(1)
    }
  })

  it('says which names there are if it is asked for another', () => {
    const config = { strategy: 'simple', backend: new PlainBackend() } as const
    expect(() => buildConsolidationStrategy({ ...config, op: 'magic' })).toThrow(
      'There are: concatenation, abstractive',
    )
    expect(() => buildConsolidationStrategy({ ...config, selector: 'oldest' })).toThrow(
      'There are: highest_relevance, guarded',
    )
  })

  it('does not build an operation whose model is not there', () => {
    for (const strategy of ['dual_mode', 'llm'] as const) {
      expect(() => buildConsolidationStrategy({ strategy, backend: new PlainBackend() })).toThrow(
        'needs a language model',
      )
    }
  })

  it('takes no name twice', () => {
    expect(() => ops.register('concatenation', () => ({ consolidate: () => Promise.reject(new Error()) }))).toThrow(
      'two ways',
    )
  })
})
