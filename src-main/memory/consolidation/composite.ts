import { fanOut } from './fan-out'
import type {
  ConsolidationContext,
  ConsolidationOp,
  ConsolidationResult,
  ConsolidationStrategy,
  EntrySelector,
  MemoryEntry,
  OpResult,
  SelectionGroup,
} from './types'

/**
 * Every strategy there is: a selector and an op. One group after another; with `parallel` all at once, where the first real
 * error is thrown when all groups have ended. What was stored and deleted until then stays: a caller that wants all or
 * nothing brings a backend that can take it back.
 */
export class CompositeConsolidationStrategy implements ConsolidationStrategy {
  private readonly parallel: boolean

  constructor(
    private readonly selector: EntrySelector,
    private readonly op: ConsolidationOp,
    { parallel = false }: { parallel?: boolean } = {},
  ) {
    this.parallel = parallel
  }

  async consolidate(entries: readonly MemoryEntry[], context: ConsolidationContext): Promise<ConsolidationResult> {
    const groups = this.selector.select(entries)
    return resultOf(this.parallel ? await this.atOnce(groups, context) : await this.inTurn(groups, context))
  }

  private async inTurn(groups: readonly SelectionGroup[], context: ConsolidationContext): Promise<OpResult[]> {
    const results: OpResult[] = []
    for (const { category, toRemove } of groups) {
      context.signal.throwIfAborted()
      results.push(await this.op.consolidate(toRemove, { category, context }))
    }
    return results
  }

  private atOnce(groups: readonly SelectionGroup[], context: ConsolidationContext): Promise<OpResult[]> {
    return fanOut(groups, context.signal, ({ category, toRemove }, signal) =>
      this.op.consolidate(toRemove, { category, context: { ...context, signal } }),
    )
  }
}

function resultOf(results: readonly OpResult[]): ConsolidationResult {
  const removedIds = results.flatMap((result) => result.removedIds)
  return {
    consolidatedCount: removedIds.length,
    summaryIds: results.flatMap((result) => (result.summaryId === null ? [] : [result.summaryId])),
    removedIds,
    modeAssignments: results.flatMap((result) => result.modeAssignments),
  }
}
