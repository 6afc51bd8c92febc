import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { ModelStatus } from '@shared/contract/models'
import type { Settings } from '@shared/contract/settings'
import type { MemoryId, ProfileId } from '@shared/ids'
import type { AccessTier } from '@shared/memory'
import { BucketDirectory } from '../buckets/directory'
import { BucketIds } from '../buckets/ids'
import { findBucket } from '../buckets/references'
import { BucketService } from '../buckets/service'
import { createTagCommands } from '../buckets/tag-commands'
import { Conversation } from '../conversation/conversation'
import { parseOpening } from '../conversation/opening'
import { createPosts } from '../conversation/post'
import { SessionService } from '../conversation/session'
import { FilingDesk } from '../filing/desk'
import { calibrationFor, filingModelFor } from '../filing/fitted'
import { createPostFiling } from '../filing/post-filing'
import { backgroundOfTexts } from '../filing/topic-space'
import { createTurnFiling } from '../filing/turn-filing'
import { centredMean } from '../filing/vectors'
import { createHeartbeat, type Heartbeat } from '../heartbeat/service'
import { createHints, type Hints } from '../hints/service'
import { createJanitor, type Janitor } from '../janitor/service'
import { createVerdict } from '../janitor/verdict'
import { describe as describeTexts, titleFor } from '../language/title'
import { levelWriterOf } from '../memory/compression/model'
import { createCompression } from '../memory/compression/service'
import type { Compression } from '../memory/compression/types'
import { sentencesAlike } from '../memory/consolidation/likeness'
import { summaryModelOf } from '../memory/consolidation/model'
import { type ConsolidationService, createConsolidation } from '../memory/consolidation/service'
import { readContent } from '../memory/entries/facts'
import { createMemoryEntries, type MemoryService } from '../memory/entries/service'
import { createExtraction } from '../memory/extraction/service'
import type { MemoryFile } from '../memory/file/service'
import { findPii } from '../memory/pii/find'
import { mayTravel } from '../memory/travel'
import { sentenceCalibrationOf } from '../memory/value/likeness'
import { createValue, type ValueService } from '../memory/value/rescore'
import { cacheDirectory } from '../models/download/places'
import type { StartHost } from '../models/host-process'
import type { SecretsPort } from '../models/ports'
import { ModelService } from '../models/service'
import type { ChatModel, Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import { profileFolder } from '../profiles/folder'
import { oneJanitor } from '../profiles/one-janitor'
import { memorySource } from '../search/memories'
import { messageSource } from '../search/messages'
import { createRecall } from '../search/recall'
import { segmentSource } from '../search/segments'
import { createSearch, type SearchService } from '../search/service'
import { createSegmentActs, type SegmentActs } from '../segments/acts'
import { createBucketSummaries } from '../segments/bucket-summaries'
import { createManifest, type ManifestService } from '../segments/manifest-service'
import { createMergedSummaries } from '../segments/merged-summaries'
import type { SegmentPorts } from '../segments/ports'
import { createSegments, type SegmentService } from '../segments/service'
import { thresholdMinutes } from '../segments/threshold'
import type { StoreHandle } from '../store/client'
import type { Store } from '../store/protocol'
import type { StoredMemory } from '../store/types'
import { searchTools } from '../tools/search-ports'
import { createToolbox } from '../tools/toolbox'
import { ImportService } from '../transfer/import-service'
import { builtinTasks } from './builtin-tasks'
import { EventBus } from './bus'
import type { Clock } from './clock'
import { Jobs } from './jobs'
import { jsonFile } from './json-file'
import type { Logger } from './log'
import { openMemoryFile } from './memory-file'
import { personalAnswer } from './personal-answer'
import { createPresence } from './presence'
import { SettingsService } from './settings'

export interface AppOptions {
  /** An open store; the app closes it. */
  handle: StoreHandle
  profile: string
  clock: Clock
  log: Logger
  startHost: StartHost
  secrets: SecretsPort
  /** Settings that hold for this run only. */
  overrides?: Partial<Settings>
  /** Measure a model's abilities when it is first chosen. Off for the command line. */
  autoProbe: boolean
  place?: () => { timeZone: string; locale: string }
  /** Asked in place of the chat model that is chosen: benchmarks script one. */
  chat?: ChatModel
  /** Somebody is at the computer and has the window before them. Left out: nobody is, but for what they write. */
  isWatched?: () => boolean
}

/** The product without a door: window and command line are built on it alike. */
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
  readonly buckets: BucketService
  readonly desk: FilingDesk
  readonly conversation: Conversation
  readonly session: SessionService
  readonly segments: SegmentService
  readonly segmentActs: SegmentActs
  readonly summaries: ReturnType<typeof createBucketSummaries>
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
  readonly imports: ImportService
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
 * window, the command line, the benchmarks and the tests run the very same product.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { handle, clock, log } = options
  const profileId = await handle.ensureProfile(options.profile)
  const store = handle.forProfile(profileId)
  const bus = new EventBus()
  const onFault = (error: unknown): void => log.error({ err: error }, 'fault')
  const place = options.place ?? systemPlace
  const settings = new SettingsService({ store, bus, clock }, options.overrides)
  await settings.load()
  const jobs = new Jobs(bus, onFault)
  const models = await openModels(options, settings, jobs, bus)
  const directory = new BucketDirectory(store, bus)
  await directory.load()

  const embedder = currentEmbedder(models)
  const chat = () => options.chat ?? models.chat
  const ids = new BucketIds(store)
  const desk = new FilingDesk({
    store,
    clock,
    embedder,
    fitted: () => fittedFor(embedder.modelId),
    directory,
    newBucketId: (title) => ids.next(title),
    titleFor,
    describe: describeTexts,
  })
  await desk.load()

  const mergedSummaries = createMergedSummaries({ store, directory })
  const buckets: BucketService = new BucketService({
    store,
    clock,
    bus,
    directory,
    ids,
    async divisible(bucket) {
      const centred = desk.centring()
      const turns = await desk.reader.read(await store.messages.ofBucketWithVectors(bucket, embedder.modelId, 10_000))
      return turns.map((t) => ({ id: t.id, vector: centred(t) }))
    },
    async topicVector(reference) {
      const found = findBucket(reference, directory.all())
      const profile = found.kind === 'found' ? desk.shelf.of(found.bucket.id) : null
      if (profile && profile.messages > 0) return centredMean(profile.sum, profile.weight, desk.background())
      return null
    },
    async follow(result) {
      await desk.followOperation(result)
      await mergedSummaries.follow(result)
      await janitor.follow(result)
      await hints.follow(result)
      await segmentActs.follow(result)
      await memories.follow(result)
      await consolidation.follow(result)
    },
    pinned: (bucket) => session.load(bucket),
    silenceMs: () => timed().segmentTimeoutMinutes * 60_000,
  })

  const memoryValue = createValue({ store, clock, embedder, background: () => desk.textBackground() })
  const region = () => new Intl.Locale(place().locale).maximize().region ?? ''
  const memories: MemoryService = createMemoryEntries({
    store,
    clock,
    bus,
    embedder,
    value: memoryValue,
    region,
    apply: (draft) => buckets.apply(draft),
    // Copies are made before migrations only, and none of them is dropped by itself.
    backupsUntil: () => Promise.resolve(null),
    onFault,
  })

  /** The model that may be shown a memory of this tier, if there is one that proved it can sum up. */
  const summarist = (tier: AccessTier): ChatModel | null => {
    const model = models.can('title') ? chat() : null
    return model && mayTravel({ accessTier: tier }, model, settings.get()) ? model : null
  }
  const consolidation: ConsolidationService = createConsolidation({
    store,
    clock,
    settings: () => settings.get(),
    modelId: () => embedder.modelId,
    likeness() {
      const map = sentenceCalibrationOf(embedder.modelId)
      return map && sentencesAlike(map, desk.textBackground())
    },
    async ready() {
      memories.keepUp()
      await memories.idle()
    },
    model(tier) {
      const model = summarist(tier)
      return model && summaryModelOf(model)
    },
    read: (content) => readContent(content, { region: region(), names: new Set() }),
    apply: (draft) => buckets.apply(draft),
    onFault,
  })
  const compression = createCompression({
    store,
    clock,
    holdsPersonalData: (text) => findPii(text, region()).length > 0,
    writer(tier) {
      const model = summarist(tier)
      return model && levelWriterOf(model)
    },
    onFault,
  })

  const profileName = handle.ownProfileOnly ? ((await handle.profiles())[0]?.name ?? options.profile) : options.profile
  const folder = profileFolder(handle.storeDir, { id: profileId, name: profileName })
  const memoryFile: MemoryFile = openMemoryFile({
    store,
    clock,
    bus,
    memories,
    folder,
    async holdsPersonalData(text) {
      const { region, names } = await memories.reading()
      return findPii(text, region, names).length > 0
    },
    onFault,
  })

  /** The settings with the threshold of the hour. */
  const timed = (): Settings => {
    const all = settings.get()
    return { ...all, segmentTimeoutMinutes: thresholdMinutes(all, clock.now(), place().timeZone) }
  }
  const manifest = createManifest({ store, clock, bus, settings: timed, place, directory })
  const extraction = createExtraction({
    store,
    embedder,
    background: () => desk.textBackground(),
    reading: () => memories.reading(),
    profileName,
    chat,
    can: (ability) => models.can(ability),
    learned: (list) => memories.changed(list),
    finish: (id) => memories.finish(id),
    onFault,
  })
  const segmentPorts: SegmentPorts = {
    store,
    clock,
    bus,
    settings: timed,
    embedder,
    statistics: () => desk.statistics,
    chat,
    can: (ability) => models.can(ability),
    directory,
    async refile(segment, corrections) {
      const judged = await desk.judgeSegment(segment)
      return corrections ? desk.correct(segment, corrections) : judged.buckets
    },
    apply: (draft) => buckets.apply(draft),
    extractMemories: extraction.extract,
    onFault,
  }
  const segments: SegmentService = createSegments(segmentPorts)
  const summaries = createBucketSummaries(segmentPorts)
  const segmentActs: SegmentActs = createSegmentActs({
    store,
    bus,
    settings: timed,
    directory,
    background() {
      const { model } = fittedFor(embedder.modelId)
      return backgroundOfTexts(model.background, model)
    },
    apply: (draft) => buckets.apply(draft),
    collapse: (segment) => segments.collapse(segment),
  })
  const janitor: Janitor = createJanitor({
    store,
    clock,
    bus,
    settings: () => settings.get(),
    timeZone: () => place().timeZone,
    topics: () => desk.topics(),
    lookAgain: (look) => desk.lookAgain(look),
    apply: (draft) => buckets.apply(draft),
    absorb: (change) => directory.absorb(change),
    isBusy: () => conversation.isBusy,
    newBucketId: (title) => ids.next(title),
    verdict: createVerdict({ store, chat, canJudge: () => models.can('judge'), onFault }),
    titleFor: (bucket) => desk.nameOfBucket(bucket),
  })
  const session: SessionService = new SessionService({
    store,
    clock,
    settings: timed,
    chat,
    can: (ability) => models.can(ability),
    buckets: () => directory.all(),
    manifest,
    memory: {
      forPrompt: memoryFile.forPrompt,
      mayLeave: (model) => mayTravel({ accessTier: 'SENSITIVE' }, model, settings.get()),
    },
    place,
    receiptsSince: async (since) =>
      (await janitor.sessionReceipt(since))?.lines.map((l) =>
        // As the decision record has it: more than five acts are counted by kind.
        l.receipt === null ? `${l.sentence} - see full log` : l.sentence,
      ) ?? [],
    refreshStarred: async () => directory.absorb({ buckets: await store.buckets.refreshStarred(), removed: [] }),
  })
  const tagCommands = createTagCommands({
    store,
    clock,
    directory,
    ids,
    buckets,
    load: (bucket) => session.load(bucket),
    skipped: (what, why) => log.warn({ what, why }, 'a model asked for something that was skipped'),
  })
  const ownMemories = {
    mayTravel: (memory: StoredMemory) => mayTravel(memory, chat(), settings.get()),
    shown: (ids: readonly MemoryId[]) => memories.markAccessed(ids),
    async inPrompt() {
      const opening = parseOpening((await store.sessions.current())?.opening)
      return opening?.sections.find((section) => section.name === 'memory')?.text ?? ''
    },
  }
  const recall = createRecall({
    store,
    embedder,
    memories: ownMemories,
    background: () => desk.textBackground(),
    directory,
  })
  const found = { store, background: () => desk.textBackground(), directory }
  const search = createSearch({
    store,
    embedder,
    directory,
    sources: [messageSource(found), segmentSource(found), memorySource(found)],
  })
  const hints: Hints = createHints({
    store,
    clock,
    bus,
    settings: () => settings.get(),
    directory,
    topics: () => desk.topics(),
  })
  const tools = createToolbox({
    ...searchTools({ search, store, memories: ownMemories }),
    buckets: () => directory.all(),
    suggestions: () => store.janitor.openSuggestions(),
    now: () => clock.now(),
    canPin: () => models.can('tags'),
    onFault,
  })
  const conversation: Conversation = new Conversation({
    store,
    clock,
    bus,
    embedder: () => embedder,
    chat,
    can: (ability) => models.can(ability),
    settings: timed,
    session,
    filing: createTurnFiling({
      desk,
      embed: (texts) => embedder.embed(texts, { kind: 'passage', priority: 'turn' }),
      modelId: () => embedder.modelId,
      resolve: (id) => directory.resolve(id),
      meant: tagCommands.meant,
    }),
    tools,
    hints,
    recall: recall.notes,
    related: recall.related,
    thread: (id) => directory.writable(id),
    loadPinned: tagCommands.loadPinned,
    obey: tagCommands.obey,
    closeSegment: async (segment) => void (await segments.collapse(segment)),
    onFault,
  })
  const imports = new ImportService({
    store,
    bus,
    embedder: () => embedder,
    settings: () => settings.get(),
    countTerms: (texts) => desk.statistics.add(texts),
    collapse: async (segment) => void (await segments.collapse(segment)),
    drain: () => segments.drain(),
  })

  const janitorOfProfile: Janitor = { ...janitor, ...oneJanitor(janitor, handle, profileId) }
  const isAttended = createPresence({ bus, clock, isWatched: options.isWatched ?? (() => false) })
  const posts = createPosts({
    store,
    bus,
    settings: timed,
    between: (work) => conversation.between(work),
    filing: createPostFiling({
      desk,
      embed: (texts) => embedder.embed(texts, { kind: 'passage', priority: 'normal' }),
      modelId: () => embedder.modelId,
    }),
  })
  const heartbeat: Heartbeat = createHeartbeat({
    store,
    clock,
    bus,
    timeZone: () => place().timeZone,
    limit: () => settings.get().personalTasksPerDay,
    folder: () => folder,
    writable: (id) => directory.writable(id),
    bucket: (id) => directory.resolve(id),
    async keep(id) {
      const bucket = directory.writable(id)
      if (bucket.status === 'ephemeral' && !bucket.pinned) await buckets.command({ kind: 'pin', bucket: bucket.id })
    },
    isAttended,
    isBusy: () => conversation.isBusy,
    hasModel: () => chat() !== null,
    answer: personalAnswer({
      clock,
      timeZone: () => place().timeZone,
      chat,
      bucket: (id) => directory.writable(id),
      async memory(model, maxTokens) {
        const { all, mayLeave } = await memoryFile.forPrompt(maxTokens)
        return mayTravel({ accessTier: 'SENSITIVE' }, model, settings.get()) ? all : mayLeave
      },
      async notes(text) {
        try {
          const [vector] = await embedder.embed([text], { kind: 'query', priority: 'normal' })
          return vector ? (await recall.notes(text, vector)).map((note) => note.text) : []
        } catch (error) {
          if (isWithoutModel(error)) return []
          throw error
        }
      },
      post: (said) => posts.post(said),
    }),
    builtins: builtinTasks({
      clock,
      settings: () => settings.get(),
      segments,
      janitor: janitorOfProfile,
      consolidation,
      compression,
      memoryFile,
      async rescore() {
        const changed = await memoryValue.rescore()
        if (changed.length > 0) memories.changed(await store.memories.byIds(changed))
        return changed.length
      },
      tidyStore: () => handle.tidy(),
      isQuiet: () => !conversation.isBusy && !isAttended(),
    }),
    onFault,
  })
  bus.on('window', ({ type }) => {
    if (type === 'turn.started') heartbeat.makeWay()
  })

  async function leave(): Promise<void> {
    await heartbeat.close()
    await conversation.close()
    await jobs.close()
    await janitor.close()
    await segments.close()
    await memoryFile.close()
    await consolidation.close()
    await compression.close()
    await memories.close()
    await search.close()
    manifest.close()
    await models.dispose()
  }

  return {
    store,
    handle,
    profileId,
    profileName,
    clock,
    bus,
    log,
    settings,
    jobs,
    models,
    directory,
    buckets,
    desk,
    conversation,
    session,
    segments,
    segmentActs,
    summaries,
    manifest,
    janitor: janitorOfProfile,
    heartbeat,
    memories: {
      ...memories,
      async erase(id) {
        await consolidation.beforeErasing(id)
        return memories.erase(id)
      },
    },
    consolidation,
    compression,
    memoryFile,
    memoryValue,
    extraction,
    search,
    imports,
    place,
    async recover() {
      await conversation.recover()
      await segments.drain()
      memories.keepUp()
      search.ready().catch(onFault)
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

/** The embedder of the moment: choosing another model replaces it, and nobody keeps the old one. */
function currentEmbedder(models: ModelService): Embedder {
  return {
    get modelId() {
      return models.embedder.modelId
    },
    embed: (texts, options) => models.embedder.embed(texts, options),
  }
}

/** What filing was fitted for this embedding model. @throws CatchmentError `model_missing` for one nobody fitted. */
function fittedFor(modelId: string) {
  const model = filingModelFor(modelId)
  const calibration = calibrationFor(modelId)
  if (!model || !calibration) {
    throw new CatchmentError(
      'model_missing',
      `Filing knows no numbers for the embedding model ${modelId}. Choose another one in Settings.`,
    )
  }
  return { model, calibration }
}

function openModels(options: AppOptions, settings: SettingsService, jobs: Jobs, bus: EventBus): Promise<ModelService> {
  return ModelService.open({
    startHost: options.startHost,
    cacheDir: cacheDirectory(),
    settings: { read: () => settings.get(), write: async (patch) => void (await settings.set(patch)) },
    secrets: options.secrets,
    persistence: jsonFile(join(options.handle.storeDir, 'models.json')),
    jobs: {
      start: (kind, title, work) => jobs.start(kind, title, async (control) => void (await work(control))),
      cancel: (id) => jobs.cancel(id),
    },
    onChange: (status: ModelStatus) => bus.tell({ type: 'models.changed', status }),
    autoProbe: options.autoProbe,
  })
}

function systemPlace(): { timeZone: string; locale: string } {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
  return { timeZone, locale }
}
