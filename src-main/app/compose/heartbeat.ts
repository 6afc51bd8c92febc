/** The heartbeat: built-in upkeep and personal tasks. */
import { createHeartbeat, type Heartbeat } from '../../heartbeat/service'
import { mayTravel } from '../../memory/travel'
import { isWithoutModel } from '../../models/without-model'
import { overwriteDue } from '../../store/erased-room'
import { builtinTasks } from '../builtin-tasks'
import { personalAnswer } from '../personal-answer'
import { createPresence } from '../presence'
import type { BucketParts } from './buckets'
import type { ConversationParts } from './conversation'
import type { Foundations } from './foundations'
import type { JanitorParts } from './janitor'
import type { MemoryParts } from './memory'
import type { SegmentParts } from './segments'

export interface HeartbeatNeeds {
  buckets: BucketParts
  janitor: JanitorParts
  memory: MemoryParts
  segments: SegmentParts
  conversation: ConversationParts
}

export function composeHeartbeat(base: Foundations, needs: HeartbeatNeeds): Heartbeat {
  const { store, bus, settings, directory, embedder, chat, place, onFault } = base
  const { clock, handle, isWatched } = base.options
  const { buckets } = needs.buckets
  const { memory } = needs
  const { conversation, recall, posts } = needs.conversation
  const timeZone = () => place().timeZone
  const isAttended = createPresence({ bus, clock, isWatched: isWatched ?? (() => false) })
  const heartbeat = createHeartbeat({
    store,
    clock,
    bus,
    timeZone,
    limit: () => settings.get().personalTasksPerDay,
    folder: () => memory.folder,
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
      timeZone,
      chat,
      bucket: (id) => directory.writable(id),
      async memory(model, maxTokens) {
        const { all, mayLeave } = await memory.file.forPrompt(maxTokens)
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
      replyMaxChars: () => settings.get().replyMaxChars,
      post: (said) => posts.post(said),
    }),
    builtins: builtinTasks({
      clock,
      settings: () => settings.get(),
      segments: needs.segments.segments,
      janitor: needs.janitor.janitor,
      consolidation: memory.consolidation,
      compression: memory.compression,
      memoryFile: memory.file,
      async rescore() {
        const ended = await memory.entries.endPast(place().timeZone)
        const changed = await memory.value.rescore()
        if (changed.length > 0) memory.entries.changed(await store.memories.byIds(changed))
        return changed.length + ended
      },
      backUp: (goOn) => base.backups.daily(goOn),
      overwriteErased: (goOn) => handle.overwriteErased(goOn),
      overwriteDue: () => (handle.server === null ? overwriteDue(handle.storeDir) : null),
      tidyStore: () => handle.tidy(),
      isImporting: () => base.jobs.isUnderWay('import'),
      isQuiet: () => !conversation.isBusy && !isAttended(),
    }),
    onFault,
  })
  bus.on('turn.started', () => heartbeat.yieldToTurn())
  return heartbeat
}
