import { compressTo } from '../memory/compression/compress'
import type { MemoryService } from '../memory/entries/service'
import { toMemoryView } from '../memory/entries/view'
import { createMemoryFile, type MemoryFile } from '../memory/file/service'
import type { Budgets } from '../memory/file/types'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'

/** The memory file of a profile on its entries, its segments and the bus. */
export function openMemoryFile(parts: {
  store: Store
  clock: Clock
  bus: EventBus
  memories: MemoryService
  /** Of the profile. */
  folder: string
  /** Whether a text names people, places of living, numbers… of the person's. */
  holdsPersonalData(text: string): Promise<boolean>
  /** What its sections may hold. */
  budgets(): Budgets
  onFault(error: unknown): void
}): MemoryFile {
  const { store, clock, bus, memories, folder, onFault } = parts
  const file = createMemoryFile({
    folder,
    clock,
    entries: {
      standing: async () => (await store.memories.standing()).map(toMemoryView),
      forFile: async (most) => (await store.memories.bestForFile(most)).map(toMemoryView),
      async add({ done, ...entry }) {
        const { memory } = await memories.add(entry)
        if (done && !memory.done) await memories.edit(memory.id, { done })
        return memory.id
      },
      addAll: (list, sentence) => memories.addAll(list, sentence),
      edit: async (id, changes) => void (await memories.edit(id, changes)),
      forget: async (id) => void (await memories.forget(id)),
      async erased(ids) {
        const held = new Set(await store.memories.held(ids))
        return ids.filter((id) => !held.has(id))
      },
    },
    async recent(limit) {
      const talks = await store.segments.newestCollapsed(limit)
      const forgotten = new Set(await store.memories.segmentsForgottenFrom(talks.map((talk) => talk.id)))
      return Promise.all(
        talks.map(async ({ id, title, synopsis }) => ({
          id,
          title,
          synopsis: forgotten.has(id) ? '' : synopsis,
          sensitive: await parts.holdsPersonalData(`${title}\n${synopsis}`),
        })),
      )
    },
    compress: compressTo,
    budgets: parts.budgets,
    store: {
      manifest: () => store.memoryFile.manifest(),
      saveManifest: (manifest) => store.memoryFile.saveManifest(manifest),
      metrics: () => store.memories.metrics(),
    },
    changed: (news) => bus.tell({ type: 'memoryFile.changed', ...news }),
    onFault,
  })
  bus.on('memories.changed', (event) => file.entriesChanged(event))
  bus.on('segment.collapsed', () => file.talkEnded())
  let room = JSON.stringify(parts.budgets())
  bus.on('settings.changed', () => {
    const wanted = JSON.stringify(parts.budgets())
    if (wanted === room) return
    room = wanted
    file.talkEnded()
  })
  return file
}
