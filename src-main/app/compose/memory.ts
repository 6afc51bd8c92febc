/** The memory room's services on the foundations: entries, value, consolidation, compression, extraction, the file. */
import { type MessageId, messageId } from '@shared/ids'
import type { AccessTier } from '@shared/memory'
import { z } from 'zod'
import type { FilingDesk } from '../../filing/desk'
import { levelWriterOf } from '../../memory/compression/model'
import { createCompression } from '../../memory/compression/service'
import { sentencesAlike } from '../../memory/consolidation/likeness'
import { summaryModelOf } from '../../memory/consolidation/model'
import { type ConsolidationService, createConsolidation } from '../../memory/consolidation/service'
import { readContent } from '../../memory/entries/facts'
import { createMemoryEntries, type MemoryService } from '../../memory/entries/service'
import { isAbout, learnable } from '../../memory/extraction/exclusions'
import { createExtraction } from '../../memory/extraction/service'
import type { MemoryFile } from '../../memory/file/service'
import { withinFile } from '../../memory/file/types'
import { findPii } from '../../memory/pii/find'
import { mayTravel } from '../../memory/travel'
import { sentenceCalibrationOf } from '../../memory/value/likeness'
import { createValue } from '../../memory/value/rescore'
import type { ChatModel } from '../../models/types'
import type { OperationLog } from '../../operations/log'
import { profileFolder } from '../../profiles/folder'
import { openMemoryFile } from '../memory-file'
import type { Foundations } from './foundations'

export type MemoryParts = Awaited<ReturnType<typeof composeMemory>>

export async function composeMemory(base: Foundations, desk: FilingDesk, operations: OperationLog) {
  const { store, bus, settings, models, embedder, region, chat, directory, place, onFault, profileId } = base
  const { clock, handle, profile } = base.options
  const apply = operations.apply.bind(operations)

  const value = createValue({
    store,
    clock,
    embedder,
    background: () => desk.background(),
    rules() {
      const now = settings.get()
      return {
        keepFrom: now.memoryKeepFrom,
        summarizeFrom: Math.min(now.memoryKeepFrom, now.memorySummarizeFrom),
        recencyDays: now.memoryRecencyDays,
        weights: {
          retention: now.memoryWeightRetention,
          uniqueness: now.memoryWeightUniqueness,
          confidence: now.memoryWeightConfidence,
          frequency: now.memoryWeightFrequency,
          recency: now.memoryWeightRecency,
        },
      }
    },
    heat() {
      const { memoryHotDays: HOT, memoryWarmDays: WARM, memoryColdDays: COLD } = settings.get()
      return { HOT, WARM, COLD }
    },
  })
  const entries: MemoryService = createMemoryEntries({
    store,
    clock,
    bus,
    embedder,
    value,
    region,
    apply,
    beforeEnding: (ids) => consolidation.beforeEnding(ids),
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
      return map && sentencesAlike(map, desk.background())
    },
    async ready() {
      entries.keepUp()
      await entries.idle()
    },
    model(tier) {
      const model = summarist(tier)
      return model && summaryModelOf(model)
    },
    read: (content) => readContent(content, { region: region(), names: new Set() }),
    apply,
    applyPlanned: (plan) => operations.applyPlanned(plan),
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

  const profileName = handle.ownProfileOnly ? ((await handle.profiles())[0]?.name ?? profile) : profile
  const folder = profileFolder(handle.storeDir, { id: profileId, name: profileName })
  const file: MemoryFile = openMemoryFile({
    store,
    clock,
    bus,
    memories: entries,
    folder,
    budgets() {
      const all = settings.get()
      return withinFile({
        preferences: all.memoryPreferencesTokens,
        tasks: all.memoryTasksTokens,
        insights: all.memoryInsightsTokens,
        recent: all.memoryRecentTokens,
      })
    },
    async holdsPersonalData(text) {
      const { region, names } = await entries.reading()
      return findPii(text, region, names).length > 0
    },
    onFault,
  })
  /** Messages that the person wants nothing to be learned from, in the store's preferences. */
  const notLearned = {
    key: 'memory.notLearned',
    async load(): Promise<MessageId[]> {
      return z
        .array(messageId)
        .catch([])
        .parse(await store.preferences.get(notLearned.key))
    },
    async add(id: MessageId): Promise<void> {
      await store.preferences.set(notLearned.key, [...(await notLearned.load()), id], clock.now())
    },
  }
  const extraction = createExtraction({
    store,
    embedder,
    background: () => desk.background(),
    reading: () => entries.reading(),
    others: () => settings.get().otherSpeakers,
    place: () => ({ timeZone: place().timeZone, region: region() }),
    chat,
    can: (ability) => models.can(ability),
    learned: (list) => entries.changed(list),
    finish: (id) => entries.finish(id),
    add: (memory) => entries.addAsked(memory),
    async mayLearn(own) {
      const { neverLearnTopics, neverLearnBuckets } = settings.get()
      const apart = new Set(await notLearned.load())
      const rules = { topics: neverLearnTopics, buckets: new Set(neverLearnBuckets), messages: apart }
      return learnable(own, rules, (id) => directory.resolve(id))
    },
    mayKeep: (content) => !isAbout(content, settings.get().neverLearnTopics),
    end: (ending) => entries.end(ending),
    forget: async (id) => void (await entries.forget(id)),
    onFault,
  })
  return {
    value,
    entries,
    consolidation,
    compression,
    file,
    extraction,
    folder,
    profileName,
    learnNothingFrom: notLearned.add,
  }
}
