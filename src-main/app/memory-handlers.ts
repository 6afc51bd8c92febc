import type { App } from './create-app'
import { eraseMemory } from './erasing'
import type { Handlers } from './requests'

/** A person's acts on memories. */
export function createMemoryHandlers(app: App) {
  const { memories, compression } = app
  return {
    'memories.list': ({ category, filter, forgotten, ended, offset, limit }) =>
      memories.list({
        forgotten,
        ended,
        offset,
        limit,
        ...(category ? { category } : {}),
        ...(filter ? { filter } : {}),
      }),
    'memories.open': async ({ memoryId }) => ({
      ...(await memories.open(memoryId)),
      levels: await compression.ofMemory(memoryId),
    }),
    'memories.add': (input) => memories.add(input),
    'memories.edit': ({ memoryId, ...edit }) => memories.edit(memoryId, edit),
    'memories.pin': ({ memoryId, pinned }) => memories.pin(memoryId, pinned),
    'memories.forget': ({ memoryId }) => memories.forget(memoryId),
    'memories.erase': ({ memoryId, dropBackups }) => eraseMemory(app, memoryId, dropBackups),
  } satisfies Partial<Handlers>
}
