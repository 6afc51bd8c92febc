/** Bringing a folder's files to the disk, again and again, without those that have not changed. */
import { closeSync, fdatasyncSync, openSync, readdirSync, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

interface Seen {
  stamp: string
  /** When this stamp was met first, by a clock that nobody sets. */
  at: number
  /** Nothing can have been written since under the same stamp. */
  settled: boolean
}

/** File systems keep times to the second or two: what is written so soon after a look may leave the stamp as it is. */
const COARSE_MS = 3000

/** Syncs every file of the folder. */
export function fsyncTree(dir: string): void {
  for (const path of filesOf(dir)) fsync(path)
}

/**
 * The files that were synced, by their stamps. No stamp is compared with the time of day: a clock that was set back makes
 * times differ all the same, and what differs is synced.
 */
export class SyncedFiles {
  private readonly seen = new Map<string, Seen>()

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Takes the files for synced as they lie there now: nobody has written to them yet. */
  begin(dir: string): void {
    for (const path of filesOf(dir)) {
      const stats = statSync(path, { throwIfNoEntry: false })
      if (stats) this.seen.set(path, { stamp: stampOf(stats), at: this.now(), settled: isOld(stats) })
    }
  }

  /** Syncs what changed since the last time. Answers the synced files. */
  sync(dir: string): string[] {
    const changed = this.changedIn(dir)
    for (const { path, done } of changed) {
      fsync(path)
      done()
    }
    return changed.map(({ path }) => path)
  }

  /** The same without holding up this thread. */
  async syncBeside(dir: string): Promise<void> {
    for (const { path, done } of this.changedIn(dir)) {
      const file = await open(path, 'r').catch(() => null)
      // It was removed or given another name meanwhile, as finished parts of the log are.
      if (!file) continue
      try {
        await file.datasync()
        done()
      } finally {
        await file.close()
      }
    }
  }

  /** What is to be synced, with its stamp from before the syncing: what is written meanwhile is synced again. */
  private changedIn(dir: string): { path: string; done(): void }[] {
    return [...filesOf(dir)].flatMap((path) => {
      const stats = statSync(path, { throwIfNoEntry: false })
      if (!stats) return []
      const stamp = stampOf(stats)
      const before = this.seen.get(path)
      const isSame = before?.stamp === stamp
      if (isSame && before.settled) return []
      const at = isSame ? before.at : this.now()
      const settled = this.now() - at > COARSE_MS
      return [{ path, done: () => void this.seen.set(path, { stamp, at, settled }) }]
    })
  }
}

const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`

/** Written so long ago, by the clock as it is now, that a change from now on shows. One from the future is not. */
const isOld = ({ mtimeMs }: Stats): boolean => Date.now() - mtimeMs > COARSE_MS

function* filesOf(dir: string): Generator<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) yield join(entry.parentPath, entry.name)
}

/** What is in the file, and its size where that changed; times of access alone are not worth a write of their own. */
function fsync(path: string): void {
  const file = openSync(path, 'r')
  fdatasyncSync(file)
  closeSync(file)
}
