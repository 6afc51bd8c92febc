/** Sessions, search, recall, tools and the conversation itself. */
import type { MemoryId } from '@shared/ids'
import { createTagCommands } from '../../buckets/tag-commands'
import { createBranches } from '../../conversation/branches'
import { Conversation } from '../../conversation/conversation'
import { createPassingChat } from '../../conversation/passing'
import { createPosts } from '../../conversation/post'
import { SessionService } from '../../conversation/session'
import { createPostFiling } from '../../filing/post-filing'
import { createTurnFiling } from '../../filing/turn-filing'
import type { Measures } from '../../health/measures'
import { planEnd } from '../../memory/entries/plan'
import { mayTravel } from '../../memory/travel'
import type { OperationLog } from '../../operations/log'
import { branchSource } from '../../search/branches'
import { memorySource } from '../../search/memories'
import { messageSource } from '../../search/messages'
import { createRecall } from '../../search/recall'
import { segmentSource } from '../../search/segments'
import { createSearch, type SearchService } from '../../search/service'
import type { Store } from '../../store/protocol'
import type { StoredMemory } from '../../store/types'
import { searchTools } from '../../tools/search-ports'
import { createToolbox } from '../../tools/toolbox'
import type { BucketParts } from './buckets'
import type { Foundations } from './foundations'
import type { JanitorParts } from './janitor'
import type { MemoryParts } from './memory'
import type { SegmentParts } from './segments'

export type ConversationParts = ReturnType<typeof composeConversation>

export interface ConversationNeeds {
  buckets: BucketParts
  janitor: JanitorParts
  memory: MemoryParts
  segments: SegmentParts
  operations: OperationLog
}

export function composeConversation(base: Foundations, needs: ConversationNeeds) {
  const { store, bus, settings, models, measures, directory, embedder, chat, place, timed, onFault } = base
  const { clock, log } = base.options
  const { desk, ids, buckets } = needs.buckets
  const { janitor, hints } = needs.janitor
  const { entries: memories, file: memoryFile } = needs.memory
  const { segments, manifest } = needs.segments

  const session: SessionService = new SessionService({
    store,
    restored: (ms) => measures.note('restoration', ms),
    clock,
    settings: timed,
    chat,
    can: (ability) => models.can(ability),
    pictures: (files) => base.attachments.pictures(files),
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
    refreshStarred: async () =>
      directory.absorb({ buckets: await store.buckets.refreshStarred(settings.get().starredBuckets), removed: [] }),
  })
  const tagCommands = createTagCommands({
    store,
    clock,
    directory,
    ids,
    buckets,
    markerReach: () => settings.get().markerWindowMessages,
    load: (bucket) => session.load(bucket),
    skipped: (what, why) => log.warn({ what, why }, 'a model asked for something that was skipped'),
  })
  const ownMemories = {
    mayTravel: (memory: StoredMemory) => mayTravel(memory, chat(), settings.get()),
    shown: (ids: readonly MemoryId[]) => memories.markAccessed(ids),
    inPrompt: () => session.memoryText(),
  }
  const background = () => desk.background()
  const recall = createRecall({
    store,
    embedder,
    memories: ownMemories,
    background,
    directory,
    recent: () => session.talk.recentIds(),
    async questionVector(text) {
      const [vector] = await embedder.embed([text], { kind: 'query', priority: 'turn' })
      if (!vector) throw new Error('a text was embedded to nothing')
      return vector
    },
  })
  const found = { store: timedSearch(store, measures), background, directory }
  const untimed = createSearch({
    store,
    embedder,
    directory,
    sources: [messageSource(found), branchSource(found), segmentSource(found), memorySource(found)],
    filters: { buckets: () => directory.visible(), now: () => clock.now(), timeZone: () => place().timeZone },
  })
  const search: SearchService = {
    ...untimed,
    continuum: (input) => measures.timed('search', () => untimed.continuum(input)),
  }
  // Not in a turn's way: what waits is in the store.
  const keepPassages = (): void => void search.keepPassages().catch(onFault)
  bus.on('turn.finished', keepPassages)
  bus.on('segment.collapsed', keepPassages)
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
    goFirst: () => models.goFirst(),
    can: (ability) => models.can(ability),
    settings: timed,
    session,
    filing: createTurnFiling({
      desk,
      embed: (texts) => embedder.embed(texts, { kind: 'passage', priority: 'turn' }),
      modelId: () => embedder.modelId,
      resolve: (id) => directory.resolve(id),
      meant: tagCommands.meant,
      onFault,
    }),
    tools,
    hints,
    recall: recall.notes,
    lookUp: recall.lookUp,
    related: recall.related,
    thread: (id) => directory.writable(id),
    keepFiles: (files) => base.attachments.keep(files),
    loadPinned: tagCommands.loadPinned,
    execute: tagCommands.execute,
    remember: (message) => needs.memory.extraction.remember(message),
    learnNothingFrom: needs.memory.learnNothingFrom,
    endingWith: async (messages, at) => {
      const ids = await store.erasing.memoriesOf(messages)
      return planEnd(await store.memories.byIds(ids), { ids, by: null, at, why: null })?.writes ?? []
    },
    follow: (operation) => needs.operations.follow(operation),
    segmentsChanged: async (ids) => {
      const shown = await store.segments.byIds(ids)
      await needs.segments.acts.follow({ segments: { shown, removed: [], messageIds: [] } })
    },
    closeSegment: async (segment) => void (await segments.collapse(segment)),
    onFault,
  })
  const passing = createPassingChat({ bus, chat, settings: timed, onFault })
  const branches = createBranches({ store, bus, apply: (draft) => needs.operations.apply(draft) })
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
  // Imported messages and what was moved, edited or closed change the past that the talk knows.
  bus.on(['import.finished', 'messages.changed', 'receipts.changed'], () => session.talk.forget())
  return { session, search, recall, conversation, branches, passing, posts }
}

/** The store, with the time its search by likeness and words takes noted. */
function timedSearch(store: Store, measures: Measures): Store {
  const evidence: Store['search']['evidence'] = (...asked) =>
    measures.timed('vector', () => store.search.evidence(...asked))
  const search: Store['search'] = Object.create(store.search, { evidence: { value: evidence } })
  return Object.create(store, { search: { value: search } })
}
