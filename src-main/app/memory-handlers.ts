import type { App } from './create-app'
import type { Handlers } from './requests'

/** A person's acts on memories. */
export function createMemoryHandlers({ memories }: Pick<App, 'memories'>) {
  return {
    'memories.list': ({ category, filter, forgotten, offset, limit }) =>
      memories.list({ forgotten, offset, limit, ...(category ? { category } : {}), ...(filter ? { filter } : {}) }),
    'memories.open': ({ memoryId }) => memories.open(memoryId),
    'memories.add': (input) => memories.add(input),
    'memories.edit': ({ memoryId, ...edit }) => memories.edit(memoryId, edit),
    'memories.pin': ({ memoryId, pinned }) => memories.pin(memoryId, pinned),
    'memories.forget': ({ memoryId }) => memories.forget(memoryId),
    'memories.erase': ({ memoryId }) => memories.erase(memoryId),
  } satisfies Partial<Handlers>
}
