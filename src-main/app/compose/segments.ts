/** Segments, their manifest, their summaries and a person's acts on them. */
import type { FilingDesk } from '../../filing/desk'
import type { OperationLog } from '../../operations/log'
import { nextTick } from '../../runtime/slices'
import { createSegmentActs, type SegmentActs } from '../../segments/acts'
import { createBucketSummaries } from '../../segments/bucket-summaries'
import { createManifest } from '../../segments/manifest-service'
import type { SegmentPorts } from '../../segments/ports'
import { createRetelling } from '../../segments/retelling'
import { createSegments, type SegmentService } from '../../segments/service'
import { type Foundations, fittedFor } from './foundations'
import type { MemoryParts } from './memory'

export type SegmentParts = ReturnType<typeof composeSegments>

export function composeSegments(base: Foundations, desk: FilingDesk, operations: OperationLog, memory: MemoryParts) {
  const { store, bus, jobs, models, directory, embedder, chat, place, timed, onFault } = base
  const { clock } = base.options
  const apply = operations.apply.bind(operations)
  const ports: SegmentPorts = {
    store,
    clock,
    bus,
    settings: timed,
    embedder,
    statistics: () => desk.statistics,
    titleMeaning: (segment) => desk.titleMeaning(segment),
    chat,
    can: (ability) => models.can(ability),
    directory,
    async refile(segment, corrections) {
      const judged = await desk.judgeSegment(segment)
      return corrections ? desk.correct(segment, corrections) : judged.buckets
    },
    isImporting: () => jobs.isUnderWay('import'),
    nameImported: () => desk.nameImported(nextTick),
    apply,
    extractMemories: memory.extraction.extract,
    onFault,
  }
  const segments: SegmentService = createSegments(ports)
  const acts: SegmentActs = createSegmentActs({
    store,
    bus,
    settings: timed,
    directory,
    background() {
      const { model } = fittedFor(embedder.modelId)
      return model.background
    },
    apply,
    collapse: (segment) => segments.collapse(segment),
  })
  return {
    segments,
    acts,
    summaries: createBucketSummaries(ports),
    retelling: createRetelling({
      ...ports,
      living: () => directory.visible(),
      isOpenToNames: (bucket) => desk.isOpenToNames(bucket),
    }),
    manifest: createManifest({ store, clock, bus, settings: timed, place, directory }),
  }
}
