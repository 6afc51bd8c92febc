import type { App } from './create-app'
import type { Handlers } from './requests'

/** A person's acts on memories. */
export function createMemoryHandlers({ memories, compression }: Pick<App, 'memories' | 'compression'>) {
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
    'memories.erase': ({ memoryId }) => memories.erase(memoryId),
  } satisfies Partial<Handlers>
}
