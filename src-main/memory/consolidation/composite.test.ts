import { describe, expect, it } from 'vitest'
import { CompositeConsolidationStrategy } from './composite'
import { HighestRelevanceSelector } from './selectors/highest-relevance'
import { contextFor, entry, entryId } from './testing/samples'
import type { ConsolidationOp, OpAbout } from './types'

const ENTRIES = (['preference', 'task', 'fact'] as const).flatMap((category, c) =>
  [1, 2].map((n) => entry(c * 10 + n, category, { category })),
)
const strategyOf = (op: ConsolidationOp, parallel: boolean) =>
  new CompositeConsolidationStrategy(new HighestRelevanceSelector(2), op, { parallel })

/** Tells when each group begins and ends; a group's work is over when `release` says so. */
function traced(work: (about: OpAbout) => Promise<void>) {
  const trace: string[] = []
  const op: ConsolidationOp = {
    async consolidate(toRemove, about) {
      trace.push(`begin ${about.category}`)
      await work(about)
      trace.push(`end ${about.category}`)
      return { summaryId: entryId(900), removedIds: toRemove.map((e) => e.id), modeAssignments: [] }
    },
  }
  return { op, trace }
}

describe('a composite strategy', () => {
  it('works through the groups one after another', async () => {
    const { op, trace } = traced(() => Promise.resolve())
    await strategyOf(op, false).consolidate(ENTRIES, contextFor())
    expect(trace).toEqual(['preference', 'task', 'fact'].flatMap((c) => [`begin ${c}`, `end ${c}`]))
  })

  it('works on all at once if it is parallel, and answers in the order of the groups all the same', async () => {
    const waiting: (() => void)[] = []
    const { op, trace } = traced(
      () =>
        new Promise((resolve) => {
          waiting.push(resolve)
          if (waiting.length === 3) for (const go of waiting.reverse()) go()
        }),
    )
    const result = await strategyOf(op, true).consolidate(ENTRIES, contextFor())
    expect(trace.slice(0, 3)).toEqual(['preference', 'task', 'fact'].map((c) => `begin ${c}`))
    expect(result.removedIds).toEqual([1, 11, 21].map(entryId))
  })

  it('throws the first real error when all groups have ended, not a bundle and not what the abort made others throw', async () => {
    const real = new Error('the store said no')
    const { op, trace } = traced(async ({ category, context }) => {
      if (category === 'fact') throw new AggregateError([real], 'all at once')
      if (category === 'preference') return
      await new Promise<void>((_, reject) => {
        context.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      })
    })
    await expect(strategyOf(op, true).consolidate(ENTRIES, contextFor())).rejects.toBe(real)
    expect(trace).toContain('end preference')
  })

  it('begins no further group once it is called off', async () => {
    const control = new AbortController()
    const { op, trace } = traced(async () => control.abort(new Error('called off')))
    const context = contextFor({ signal: control.signal })
    await expect(strategyOf(op, false).consolidate(ENTRIES, context)).rejects.toThrow('called off')
    expect(trace).toEqual(['begin preference', 'end preference'])
  })

  it('comes to nothing without a group', async () => {
    const { op, trace } = traced(() => Promise.resolve())
    const nothing = { consolidatedCount: 0, summaryIds: [], removedIds: [], modeAssignments: [] }
    expect(await strategyOf(op, true).consolidate([], contextFor())).toEqual(nothing)
    expect(trace).toEqual([])
  })
})
