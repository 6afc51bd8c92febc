import type { ArchivalMode, ConsolidationOp, DensityClassifier, MemoryEntry, OpAbout, OpResult } from '../types'

/**
 * Sends a group to one of two other ops: a strict majority of dense entries to `extractive`, all else, a tie included, to
 * `abstractive`. Stamps `mode:<…>` on the summary and names the mode of each removed entry. Which op handles a group is part
 * of how it is consolidated, so this is an op and no selector (seed 002).
 */
export class DensityRoutingOp implements ConsolidationOp {
  constructor(
    private readonly classifier: DensityClassifier,
    private readonly extractive: ConsolidationOp,
    private readonly abstractive: ConsolidationOp,
  ) {}

  async consolidate(toRemove: readonly MemoryEntry[], { category, context }: OpAbout): Promise<OpResult> {
    const mode = this.modeOf(toRemove)
    const op = mode === 'extractive' ? this.extractive : this.abstractive
    const stamped = { ...context, tags: [...context.tags, `mode:${mode}`] }
    const result = await op.consolidate(toRemove, { category, context: stamped })
    return { ...result, modeAssignments: result.removedIds.map((entryId) => ({ entryId, mode })) }
  }

  private modeOf(entries: readonly MemoryEntry[]): ArchivalMode {
    const dense = entries.filter((entry) => this.classifier.classify(entry) === 'dense').length
    return dense * 2 > entries.length ? 'extractive' : 'abstractive'
  }
}
