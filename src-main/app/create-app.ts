import type { ProfileId } from '@shared/ids'
import type { Attachments } from '../attachments/service'
import type { Backups } from '../backups/service'
import type { BucketDirectory } from '../buckets/directory'
import type { BucketService } from '../buckets/service'
import type { Branches } from '../conversation/branches'
import type { Conversation } from '../conversation/conversation'
import type { PassingChat } from '../conversation/passing'
import type { SessionService } from '../conversation/session'
import type { FilingDesk } from '../filing/desk'
import type { Measures } from '../health/measures'
import type { Heartbeat } from '../heartbeat/service'
import type { Janitor } from '../janitor/service'
import type { Compression } from '../memory/compression/types'
import type { ConsolidationService } from '../memory/consolidation/service'
import type { MemoryService } from '../memory/entries/service'
import type { createExtraction } from '../memory/extraction/service'
import type { MemoryFile } from '../memory/file/service'
import type { ValueService } from '../memory/value/rescore'
import type { ModelService } from '../models/service'
import { OperationLog } from '../operations/log'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Jobs } from '../runtime/jobs'
import type { Logger } from '../runtime/log'
import { inSlices, nextTick } from '../runtime/slices'
import type { Recall } from '../search/recall'
import type { SearchService } from '../search/service'
import type { SegmentActs } from '../segments/acts'
import type { createBucketSummaries } from '../segments/bucket-summaries'
import type { ManifestService } from '../segments/manifest-service'
import type { Retelling } from '../segments/retelling'
import type { SegmentService } from '../segments/service'
import type { MergeCounts } from '../store/backup/merge'
import type { StoreHandle } from '../store/client'
import type { Store } from '../store/protocol'
import { ImportService } from '../transfer/import-service'
import { LastImport } from '../transfer/last-import'
import { backupBeforeBulk } from './before-bulk'
import { composeBuckets } from './compose/buckets'
import { composeConversation } from './compose/conversation'
import { type Foundations, openFoundations } from './compose/foundations'
import { composeHeartbeat } from './compose/heartbeat'
import { composeJanitor } from './compose/janitor'
import { composeMemory } from './compose/memory'
import { composeSegments } from './compose/segments'
import { type Following, followOthers } from './following'
import type { AppOptions } from './options'
import { readBranches } from './read-branches'
import { rewriteMessages } from './rewriting'
import type { SettingsService } from './settings'
import { leaveToBranch } from './taking-out'

export type { AppOptions } from './options'

/** The product without an entry point: window and command line are built on it alike. */
export interface App {
  readonly store: Store
  readonly handle: StoreHandle
  readonly profileId: ProfileId
  readonly profileName: string
  readonly clock: Clock
  readonly bus: EventBus
  readonly log: Logger
  readonly settings: SettingsService
  readonly jobs: Jobs
  readonly models: ModelService
  readonly directory: BucketDirectory
  /** The one place where anything is applied, undone and redone. */
  readonly operations: OperationLog
  readonly buckets: BucketService
  readonly desk: FilingDesk
  /** Brings what filing knows into memory. Before that nothing is to be filed, searched or tidied (`AppOptions.filingLater`). */
  ready(): Promise<void>
  readonly conversation: Conversation
  readonly session: SessionService
  /** Other versions of what was said. */
  readonly branches: Branches
  readonly passing: PassingChat
  readonly segments: SegmentService
  readonly segmentActs: SegmentActs
  readonly summaries: ReturnType<typeof createBucketSummaries>
  readonly retelling: Retelling
  readonly manifest: ManifestService
  readonly janitor: Janitor
  readonly memories: MemoryService
  readonly consolidation: ConsolidationService
  readonly compression: Compression
  readonly memoryFile: MemoryFile
  readonly memoryValue: ValueService
  readonly extraction: ReturnType<typeof createExtraction>
  readonly heartbeat: Heartbeat
  readonly search: SearchService
  /** What of before is clearly relevant to a turn. */
  readonly recall: Pick<Recall, 'notes'>
  readonly imports: ImportService
  /** How the last import ended. */
  readonly lastImport: LastImport
  readonly backups: Backups
  /** What other programs of this person write, on a shared server. */
  readonly following: Pick<Following, 'idle'>
  /** Images and PDF that travel with messages. */
  readonly attachments: Attachments
  /** How long things took, for the health page. */
  readonly measures: Measures
  /** Adds what a backup has and this store lacks; what filing and search know follows. */
  mergeBackup(id: string): Promise<MergeCounts>
  /** Where the person is: time zone and locale for days and labels. */
  place(): { timeZone: string; locale: string }
  /** Finishes what a crash cut off: replies under way, segments half closed. */
  recover(): Promise<void>
  /** Orderly end of this profile: what streams is stopped and kept, jobs end. The store stays open for another. */
  leave(): Promise<void>
  /** Orderly end: what streams is stopped and kept, jobs end, the store is synced and unlocked. */
  close(): Promise<void>
}

/**
 * Composition root: builds every capability on the store, the models and the clock it is given. Knows no Electron, so the
 * window, the command line, the benchmarks and the tests run the very same product. If a part cannot be built, the models
 * that were opened are disposed of; the store stays the caller's to close.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const base = await openFoundations(options)
  try {
    return await compose(base)
  } catch (error) {
    await base.models.dispose()
    throw error
  }
}

async function compose(base: Foundations): Promise<App> {
  const { store, bus, settings, jobs, models, backups, directory, embedder, place, timed, onFault } = base
  const { handle, clock, log } = base.options

  const operations = new OperationLog({
    store,
    clock,
    bus,
    betweenTurns: (work) => talk.conversation.between(work),
    silenceMs: () => timed().segmentTimeoutMinutes * 60_000,
    beforeBulk: () => backupBeforeBulk({ backups, jobs }),
    messagesIn: (id) => directory.get(id)?.messages ?? 0,
    // Filing first: the others read what it knows of the buckets.
    followers: () => [
      (result) => directory.absorb(result),
      (result) => desk.followOperation(result),
      (result) => buckets.mergedSummaries.follow(result),
      (result) => janitor.janitor.follow(result),
      (result) => janitor.hints.follow(result),
      (result) => segments.acts.follow(result),
      (result) => memory.entries.follow(result),
      (result) => memory.consolidation.follow(result),
      (result) => talk.branches.follow(result),
    ],
  })
  const buckets = await composeBuckets(base, operations, (bucket) => talk.session.load(bucket))
  const { desk } = buckets
  const memory = await composeMemory(base, desk, operations)
  const segments = composeSegments(base, desk, operations, memory)
  const janitor = composeJanitor(base, buckets, operations, () => talk.conversation.isBusy)
  const talk = composeConversation(base, { buckets, janitor, memory, segments, operations })
  const heartbeat = composeHeartbeat(base, { buckets, janitor, memory, segments, conversation: talk })
  const imports = new ImportService({
    before: async () => {
      if ((await store.messages.overview()).messages > 0) await backups.before('import')
    },
    store,
    bus,
    embedder: () => embedder,
    settings: () => settings.get(),
    countTerms: (texts) => inSlices(desk.statistics.adding(texts), nextTick),
    takeBackTerms: (terms, texts) => desk.statistics.takeBack(terms, texts),
    collapse: async (segment) => void (await segments.segments.collapse(segment)),
    name: () => desk.nameImported(nextTick),
    async notThePerson(names) {
      const known = settings.get().otherSpeakers
      const all = [...new Set([...known, ...names])]
      if (all.length > known.length) await settings.set({ otherSpeakers: all })
    },
    leave: (messages) =>
      leaveToBranch(
        {
          ...{ store, clock, bus, directory, desk },
          ...{ segments: segments.segments, segmentActs: segments.acts, memories: memory.entries },
        },
        messages,
      ),
    unfiled: () => segments.segments.importedDue(),
    fileLeft: (signal, report) => segments.segments.fileImported(signal, report),
    readBranches: (signal) => readBranches(store, embedder, signal),
    rewrite: (edits) => rewriteMessages({ base, desk, memory, segments: segments.segments }, edits),
    async drain() {
      await segments.segments.drain()
      // an old talk brings appointments that are long past
      await memory.entries.endPast(base.place().timeZone)
      await talk.search.keepPassages()
    },
  })

  /** Levels that nothing else keeps by day: whoever looks back wants to see how they went. */
  async function noteLevels(): Promise<void> {
    base.measures.note('active_buckets', directory.visible().filter(({ status }) => status === 'active').length)
    const read = await memory.file.read().catch(onFault)
    if (read) base.measures.note('memory_tokens', read.tokens)
  }
  bus.on('janitor.changed', ({ state }) => {
    if (!state.running && state.lastRun !== null) void noteLevels().catch(onFault)
  })

  const following = await followOthers({
    ...{ handle, store, bus, directory, settings, desk, onFault },
    profileId: base.profileId,
    filingRead: () => buckets.isRead(),
    forgetTalk: () => talk.session.talk.forget(),
    tellJanitor: async () => bus.tell({ type: 'janitor.changed', state: await janitor.janitor.state() }),
  })

  async function leave(): Promise<void> {
    await following.close()
    await buckets.settled()
    await heartbeat.close()
    talk.passing.stop()
    await talk.conversation.close()
    await jobs.close()
    await janitor.janitor.close()
    await segments.segments.close()
    await memory.file.close()
    await memory.consolidation.close()
    await memory.compression.close()
    await memory.entries.close()
    await talk.search.close()
    await base.measures.close()
    await backups.close()
    segments.manifest.close()
    await models.dispose()
    // What a turn's filing still does ends with the models, or is made good at the next start.
    await desk.lock.waitForUnlock()
  }

  return {
    store,
    handle,
    profileId: base.profileId,
    profileName: memory.profileName,
    clock,
    bus,
    log,
    settings,
    jobs,
    models,
    directory,
    operations,
    buckets: buckets.buckets,
    desk,
    ready: buckets.ready,
    conversation: talk.conversation,
    session: talk.session,
    branches: talk.branches,
    passing: talk.passing,
    segments: segments.segments,
    segmentActs: segments.acts,
    summaries: segments.summaries,
    retelling: segments.retelling,
    manifest: segments.manifest,
    janitor: janitor.janitor,
    heartbeat,
    memories: {
      ...memory.entries,
      async erase(id) {
        await memory.consolidation.beforeErasing(id)
        return memory.entries.erase(id)
      },
    },
    consolidation: memory.consolidation,
    compression: memory.compression,
    memoryFile: memory.file,
    memoryValue: memory.value,
    extraction: memory.extraction,
    search: talk.search,
    recall: talk.recall,
    imports,
    lastImport: new LastImport({ store, clock }),
    backups,
    attachments: base.attachments,
    measures: base.measures,
    following,
    async mergeBackup(id) {
      await buckets.ready()
      const counts = await backups.merge(id)
      await directory.load()
      await desk.rebuild()
      memory.entries.keepUp()
      await talk.search.ready()
      return counts
    },
    place,
    async recover() {
      await buckets.ready()
      // On a server another program may be at them.
      if (handle.server === null) await segments.segments.recover()
      const lacking = await desk.homesWithoutProfile()
      if (lacking.length > 0) await desk.rebuild(lacking)
      await talk.conversation.recover()
      await segments.segments.drain()
      await memory.entries.endPast(base.place().timeZone)
      memory.entries.keepUp()
      base.attachments.sweep().catch(onFault)
      talk.search
        .ready()
        .then(() => talk.search.keepPassages())
        .catch(onFault)
    },
    leave,
    async close() {
      try {
        await leave()
      } finally {
        // Whatever did not end well: the store is synced and unlocked.
        await handle.close()
      }
    },
  }
}
