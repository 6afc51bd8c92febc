/** Noticing that somebody saved the file. */
import { type FSWatcher, statSync, watch } from 'node:fs'

export interface FolderWatch {
  /** Watches again if the folder was replaced or watching had ended. Call now and then: not every file system tells. */
  ensure(): void
  close(): void
}

/**
 * Calls `onChange` once what is going on in the folder has been quiet for `quietMs`. The folder is watched, not the file:
 * editors that save by renaming put a new file in its place. What cannot be watched is not: `onChange` is then called by
 * nobody, and looks at other moments find the edit.
 */
export function watchFolder(options: { folder: string; file: string; quietMs: number; onChange(): void }): FolderWatch {
  const { folder, file, quietMs, onChange } = options
  let watcher: FSWatcher | null = null
  let watched: number | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const noticed = (name: string | null): void => {
    if (closed || (name !== null && name !== file)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, quietMs)
    timer.unref()
  }
  const end = (): void => {
    watcher?.close()
    watcher = null
    watched = null
  }
  const present = (): number | null => statSync(folder, { throwIfNoEntry: false })?.ino ?? null

  function ensure(): void {
    if (closed) return
    const inode = present()
    if (inode !== null && inode === watched) return
    end()
    if (inode === null) return
    try {
      watcher = watch(folder, { persistent: false }, (_event, name) => noticed(name))
      watcher.on('error', end)
      watched = inode
    } catch (error) {
      // The system has no watch left to give, or this file system has none.
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }

  ensure()
  return {
    ensure,
    close() {
      closed = true
      clearTimeout(timer)
      end()
    },
  }
}
