import type { App } from './create-app'
import type { Handlers } from './requests'

/** MEMORY.md in the window: read, edited as a whole, written anew. */
export function createMemoryFileHandlers({ memoryFile }: Pick<App, 'memoryFile'>) {
  return {
    'memoryFile.read': () => memoryFile.read(),
    'memoryFile.write': ({ content }) => memoryFile.write(content),
    'memoryFile.rebuild': () => memoryFile.rebuild(),
  } satisfies Partial<Handlers>
}
